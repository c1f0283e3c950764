// Problem: knapsack
// The best value for each capacity.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, capacity;
    if (scanf("%d %d", &n, &capacity) != 2) return 1;
    std::vector<int> best(capacity + 1, 0);
    while (n--) {
        int w, v;
        if (scanf("%d %d", &w, &v) != 2) return 1;
        for (int c = capacity; c >= w; c--) best[c] = std::max(best[c], best[c - w] + v);
    }
    printf("%d\n", best[capacity]);
}
