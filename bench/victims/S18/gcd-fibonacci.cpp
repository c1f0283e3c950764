// Problem: common-divisors
// Euclid's algorithm by remainders.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    long long sum = 0;
    while (t--) {
        long long a, b;
        if (scanf("%lld %lld", &a, &b) != 2) return 1;
        while (b) {
            long long rest = a % b;
            a = b;
            b = rest;
        }
        sum = (sum + a) % 998244353;
    }
    printf("%lld\n", sum);
}
