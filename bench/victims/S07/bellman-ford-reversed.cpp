// Problem: shortest-paths
// Bellman and Ford: rounds over all edges in the order of the input, until nothing changes.
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    struct Edge {
        int u, v, w;
    };
    std::vector<Edge> edges(m);
    for (auto& [u, v, w] : edges)
        if (scanf("%d %d %d", &u, &v, &w) != 3) return 1;
    const long long FAR = 1LL << 60;
    std::vector<long long> best(n + 1, FAR);
    best[1] = 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (auto [u, v, w] : edges)
            if (best[u] < FAR && best[u] + w < best[v]) {
                best[v] = best[u] + w;
                changed = true;
            }
    }
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        if (best[v] < FAR) sum += best[v];
    printf("%lld\n", sum);
}
