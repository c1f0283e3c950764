// Problem: array-sort
// Lomuto's partition around a random element: equal elements all go to one side.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static void sort_range(std::vector<int>& a, int left, int right) {
    while (left < right) {
        std::swap(a[left + rand() % (right - left + 1)], a[right]);
        int pivot = a[right], border = left;
        for (int i = left; i < right; i++)
            if (a[i] <= pivot) std::swap(a[border++], a[i]);
        std::swap(a[right], a[border]);
        if (border - left < right - border) {
            sort_range(a, left, border - 1);
            left = border + 1;
        } else {
            sort_range(a, border + 1, right);
            right = border - 1;
        }
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
