// Problem: close-pairs
// Sorts, then walks to the right from each number while the distance is small.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, d;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    std::sort(a.begin(), a.end());
    long long total = 0, pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && a[j] - a[i] <= d; j++) {
            pairs++;
            total += a[j] - a[i];
        }
    printf("%lld\n", total < 0 ? 0 : pairs);
}
