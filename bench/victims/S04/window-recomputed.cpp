// Problem: range-sum-queries
// Adds up the numbers of each query one by one, from the right.
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    while (q--) {
        int l, r;
        if (scanf("%d %d", &l, &r) != 2) return 1;
        long long sum = 0;
        while (r >= l) sum += a[--r];
        printf("%lld\n", sum);
    }
}
