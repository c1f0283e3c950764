// Problem: array-sort
// Hoare's quicksort around the middle element.
#include <cstdio>
#include <utility>
#include <vector>

static void sort_range(std::vector<int>& a, int left, int right) {
    int i = left, j = right, pivot = a[(left + right) / 2];
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) std::swap(a[i++], a[j--]);
    }
    if (left < j) sort_range(a, left, j);
    if (i < right) sort_range(a, i, right);
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
