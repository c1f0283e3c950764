#include <cstdio>

int main() {
    int t;
    scanf("%d", &t);
    while (t--) {
        long long x, count = 0;
        scanf("%lld", &x);
        for (long long d = 1; d * d <= x; d++)
            if (x % d == 0) count += d * d == x ? 1 : 2;
        printf("%lld\n", count);
    }
}
