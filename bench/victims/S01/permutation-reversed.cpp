// Problem: permutation-sort
// Moves each element to its place by exchanges of neighbours and counts them.
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> p(n);
    long long moves = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &p[i]) != 1) return 1;
        for (int j = i; j > 0 && p[j - 1] > p[j]; j--) {
            std::swap(p[j - 1], p[j]);
            moves++;
        }
    }
    printf("%lld\n", moves);
}
