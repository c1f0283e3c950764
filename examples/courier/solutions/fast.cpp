#include <cstdio>
#include <queue>
#include <vector>

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<std::vector<std::pair<int, long long>>> near(n + 1);
    while (m--) {
        int u, v, w;
        scanf("%d %d %d", &u, &v, &w);
        near[u].push_back({v, w});
        near[v].push_back({u, w});
    }
    std::vector<long long> best(n + 1, 1e18);
    std::priority_queue<std::pair<long long, int>> heap;
    best[1] = 0;
    heap.push({0, 1});
    while (!heap.empty()) {
        auto [d, u] = heap.top();
        heap.pop();
        if (-d > best[u]) continue;
        for (auto [v, w] : near[u])
            if (best[u] + w < best[v]) {
                best[v] = best[u] + w;
                heap.push({-best[v], v});
            }
    }
    printf("%lld\n", best[n]);
}
