// Problem: to-the-end
// Erases from a vector and appends.
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    while (q--) {
        int k;
        if (scanf("%d", &k) != 1) return 1;
        int x = a[k - 1];
        a.erase(a.begin() + k - 1);
        a.push_back(x);
    }
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + (i + 1LL) * a[i]) % 998244353;
    printf("%lld\n", sum);
}
