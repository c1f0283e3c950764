// Problem: distinct-window
// From each start goes to the right until a value comes again.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n), seen(200001, -1);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    long long found = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n && seen[a[j]] != i; j++) {
            seen[a[j]] = i;
            found++;
        }
    printf("%lld\n", found);
}
