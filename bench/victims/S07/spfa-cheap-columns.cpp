// Problem: shortest-paths
// SPFA with a deque: a vertex with a smaller label than the first goes in front.
#include <cstdio>
#include <deque>
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
    const long long FAR = 1LL << 60;
    std::vector<long long> best(n + 1, FAR);
    std::vector<char> waits(n + 1, 0);
    std::deque<int> queue;
    best[1] = 0;
    queue.push_back(1);
    while (!queue.empty()) {
        int u = queue.front();
        queue.pop_front();
        waits[u] = 0;
        for (auto [v, w] : out[u])
            if (best[u] + w < best[v]) {
                best[v] = best[u] + w;
                if (!waits[v]) {
                    waits[v] = 1;
                    if (!queue.empty() && best[v] < best[queue.front()])
                        queue.push_front(v);
                    else
                        queue.push_back(v);
                }
            }
    }
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        if (best[v] < FAR) sum += best[v];
    printf("%lld\n", sum);
}
