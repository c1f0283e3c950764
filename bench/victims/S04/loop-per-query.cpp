// Problem: range-sum-queries
// Adds up the numbers of each query one by one.
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<long long> a(n);
    for (auto& x : a)
        if (scanf("%lld", &x) != 1) return 1;
    while (q--) {
        int l, r;
        if (scanf("%d %d", &l, &r) != 2) return 1;
        long long sum = 0;
        for (int i = l - 1; i < r; i++) sum += a[i];
        printf("%lld\n", sum);
    }
}
