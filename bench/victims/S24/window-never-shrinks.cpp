// Problem: budget-window
// From each start goes to the right until the sum is too large.
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
        long long sum = 0;
        for (int j = i; j < n; j++) {
            sum += a[j];
            if (sum > s) break;
            found++;
        }
    }
    printf("%lld\n", found);
}
