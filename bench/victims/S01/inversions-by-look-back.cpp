// Problem: inversions
// Walks to the left of each element as long as greater ones stand there.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &a[i]) != 1) return 1;
        for (int j = i - 1; j >= 0 && a[j] > a[i]; j--) sum++;
    }
    printf("%lld\n", sum);
}
