// Problem: spans
// Walks back from each day.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &a[i]) != 1) return 1;
        int j = i;
        while (j >= 0 && a[j] <= a[i]) j--;
        sum += i - j;
    }
    printf("%lld\n", sum);
}
