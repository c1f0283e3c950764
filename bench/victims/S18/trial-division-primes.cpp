// Problem: prime-tests
// Trial division up to the root.
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        long long x;
        std::cin >> x;
        bool is_prime = true;
        for (long long d = 2; d * d <= x && is_prime; d++) is_prime = x % d != 0;
        std::cout << (is_prime ? "YES" : "NO") << "\n";
    }
}
