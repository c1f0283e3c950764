#include <cstdio>

int main() {
    int t;
    scanf("%d", &t);
    while (t--) {
        long long x, count = 1;
        scanf("%lld", &x);
        for (long long p = 2; p * p <= x; p++) {
            int power = 1;
            while (x % p == 0) x /= p, power++;
            count *= power;
        }
        printf("%lld\n", x > 1 ? count * 2 : count);
    }
}
