// Problem: components-small
// Union-find without compression or ranks, the second root below the first.
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<int> parent(n + 1);
    std::iota(parent.begin(), parent.end(), 0);
    long long sum = 0, components = n;
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        while (parent[u] != u) u = parent[u];
        while (parent[v] != v) v = parent[v];
        if (u != v) {
            parent[v] = u;
            components--;
        }
        sum += components;
    }
    printf("%lld\n", sum);
}
