// Problem: common-divisors-small
// Takes the smaller number off the larger one until both are equal.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    long long sum = 0;
    while (t--) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        while (a != b)
            if (a > b)
                a -= b;
            else
                b -= a;
        sum = (sum + a) % 998244353;
    }
    printf("%lld\n", sum);
}
