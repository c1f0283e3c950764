// Problem: budget-window
// For each start looks how far it can go before the sum is too large.
#include <cstdio>
#include <vector>

int main() {
    int n;
    long long s, found = 0;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    for (int i = 0; i < n; i++) {
        long long left = s;
        int j = i;
        while (j < n && a[j] <= left) left -= a[j++];
        found += j - i;
    }
    printf("%lld\n", found);
}
