// Problem: array-sort-power
// Shell sort with gaps n/2, n/4, ..., 1.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            int x = a[i], j = i;
            while (j >= gap && a[j - gap] > x) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = x;
        }
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + (i + 1LL) * a[i]) % 998244353;
    printf("%lld\n", sum);
}
