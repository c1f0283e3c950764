// Problem: submasks
// Goes through all submasks of each mask.
#include <cstdio>

int main() {
    int n;
    long long all = 0;
    if (scanf("%d", &n) != 1) return 1;
    while (n--) {
        int mask;
        if (scanf("%d", &mask) != 1) return 1;
        long long sum = 0;
        for (int sub = mask; sub; sub = (sub - 1) & mask) sum += sub;
        all ^= sum;
    }
    printf("%lld\n", all);
}
