// Problem: array-sort
// Quicksort with the first element as pivot, without a limit on its depth.
#include <cstdio>
#include <utility>
#include <vector>

static void sort_range(std::vector<int>& a, int left, int right) {
    while (left < right) {
        int pivot = a[left], border = left;
        for (int i = left + 1; i <= right; i++)
            if (a[i] < pivot) std::swap(a[++border], a[i]);
        std::swap(a[left], a[border]);
        sort_range(a, left, border - 1);
        left = border + 1;
    }
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    sort_range(a, 0, n - 1);
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + (i + 1LL) * a[i]) % 998244353;
    printf("%lld\n", sum);
}
