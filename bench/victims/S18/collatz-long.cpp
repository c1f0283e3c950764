// Problem: hailstones
// Follows each hailstone to the end.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    long long steps = 0;
    while (t--) {
        long long x;
        if (scanf("%lld", &x) != 1) return 1;
        for (; x != 1; steps++) x = x % 2 ? 3 * x + 1 : x / 2;
    }
    printf("%lld\n", steps);
}
