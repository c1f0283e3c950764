// Problem: array-sort
// Insertion sort.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + (i + 1LL) * a[i]) % 998244353;
    printf("%lld\n", sum);
}
