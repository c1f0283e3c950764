// Problem: shortest-paths
// Dijkstra with a heap; what comes out of it is always worked on.
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<std::pair<int, int>>> out(n + 1);
    while (m--) {
        int u, v, w;
        if (scanf("%d %d %d", &u, &v, &w) != 3) return 1;
        out[u].push_back({v, w});
    }
    using Item = std::pair<long long, int>;
    const long long FAR = 1LL << 60;
    std::vector<long long> best(n + 1, FAR);
    std::priority_queue<Item, std::vector<Item>, std::greater<Item>> heap;
    best[1] = 0;
    heap.push({0, 1});
    while (!heap.empty()) {
        int u = heap.top().second;
        heap.pop();
        for (auto [v, w] : out[u])
            if (best[u] + w < best[v]) {
                best[v] = best[u] + w;
                heap.push({best[v], v});
            }
    }
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        if (best[v] < FAR) sum += best[v];
    printf("%lld\n", sum);
}
