// Problem: array-sort
// Quicksort around the median of the first, the middle and the last element.
#include <cstdio>
#include <utility>
#include <vector>

static void sort_range(std::vector<int>& a, int left, int right) {
    while (left < right) {
        int middle = left + (right - left) / 2;
        if (a[middle] < a[left]) std::swap(a[middle], a[left]);
        if (a[right] < a[left]) std::swap(a[right], a[left]);
        if (a[right] < a[middle]) std::swap(a[right], a[middle]);
        if (right - left < 3) return;
        std::swap(a[middle], a[right - 1]);
        int pivot = a[right - 1], i = left, j = right - 1;
        while (true) {
            while (a[++i] < pivot) {
            }
            while (a[--j] > pivot) {
            }
            if (i >= j) break;
            std::swap(a[i], a[j]);
        }
        std::swap(a[i], a[right - 1]);
        sort_range(a, left, i - 1);
        left = i + 1;
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
