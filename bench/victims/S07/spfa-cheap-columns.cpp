// Problem: two-way-roads
// Bellman-Ford with a first-in first-out queue (SPFA).
#include <cstdio>
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
        out[v].push_back({u, w});
    }
    const long long FAR = 1LL << 60;
    std::vector<long long> best(n + 1, FAR);
    std::vector<char> waits(n + 1, 0);
    std::queue<int> queue;
    best[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int u = queue.front();
        queue.pop();
        waits[u] = 0;
        for (auto [v, w] : out[u])
            if (best[u] + w < best[v]) {
                best[v] = best[u] + w;
                if (!waits[v]) {
                    waits[v] = 1;
                    queue.push(v);
                }
            }
    }
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        if (best[v] < FAR) sum += best[v];
    printf("%lld\n", sum);
}
