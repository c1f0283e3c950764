// Problem: many-primes
// Trial division up to the root of each number.
#include <iostream>

int main() {
    int n, primes = 0;
    std::cin >> n;
    while (n--) {
        long long a;
        std::cin >> a;
        bool is_prime = true;
        for (long long d = 2; d * d <= a; d++)
            if (a % d == 0) {
                is_prime = false;
                break;
            }
        primes += is_prime;
    }
    std::cout << primes << "\n";
}
