// Problem: shortest-paths-sparse
// Dijkstra with a heap; what comes out of it is always worked on.
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>

static int next_number() {
    int c = getchar_unlocked(), x = 0;
    while (c < '0') c = getchar_unlocked();
    for (; c >= '0'; c = getchar_unlocked()) x = 10 * x + c - '0';
    return x;
}

int main() {
    int n = next_number(), m = next_number();
    std::vector<std::vector<std::pair<int, int>>> out(n + 1);
    while (m--) {
        int u = next_number(), v = next_number(), w = next_number();
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
