// Problem: divisor-pairs
// Lists the divisors and tries every pair.
#include <iostream>
#include <numeric>
#include <vector>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        long long n, found = 0;
        std::cin >> n;
        std::vector<long long> divisors;
        for (long long d = 1; d * d <= n; d++)
            if (n % d == 0) {
                divisors.push_back(d);
                if (d * d < n) divisors.push_back(n / d);
            }
        for (long long a : divisors)
            for (long long b : divisors) found += std::gcd(a, b) == 1;
        std::cout << found << "\n";
    }
}
