// Problem: next-greater
// Walks to the right from each number.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        while (j < n && a[j] <= a[i]) j++;
        if (j < n) sum += a[j];
    }
    printf("%lld\n", sum);
}
