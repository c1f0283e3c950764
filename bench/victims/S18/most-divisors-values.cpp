// Problem: middle-divisors
// Builds the set of all divisors of each number out of its prime factors.
#include <iostream>
#include <iterator>
#include <set>
#include <vector>

int main() {
    std::vector<int> primes;
    for (int p = 2; p * p <= 1000000000 && p < 31623; p++) {
        bool is_prime = true;
        for (int q : primes) {
            if (q * q > p) break;
            if (p % q == 0) {
                is_prime = false;
                break;
            }
        }
        if (is_prime) primes.push_back(p);
    }
    int n;
    long long sum = 0;
    std::cin >> n;
    while (n--) {
        int a;
        std::cin >> a;
        std::set<int> divisors{1};
        auto multiply = [&](int p) {
            std::vector<int> now(divisors.begin(), divisors.end());
            for (int d : now) divisors.insert(d * p);
        };
        for (int p : primes) {
            if (p * p > a) break;
            for (; a % p == 0; a /= p) multiply(p);
        }
        if (a > 1) multiply(a);
        sum += *std::next(divisors.begin(), (divisors.size() + 1) / 2 - 1);
    }
    std::cout << sum << "\n";
}
