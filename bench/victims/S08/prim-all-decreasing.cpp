// Problem: spanning-tree
// Prim with a heap into which every improvement is pushed.
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
    std::vector<std::vector<std::pair<int, int>>> near(n + 1);
    while (m--) {
        int u = next_number(), v = next_number(), w = next_number();
        near[u].push_back({v, w});
        near[v].push_back({u, w});
    }
    using Item = std::pair<int, int>;
    std::vector<int> key(n + 1, 2000000000);
    std::vector<char> done(n + 1, 0);
    std::priority_queue<Item, std::vector<Item>, std::greater<Item>> heap;
    heap.push({0, 1});
    long long sum = 0;
    while (!heap.empty()) {
        auto [w, u] = heap.top();
        heap.pop();
        if (done[u]) continue;
        done[u] = 1;
        sum += w;
        for (auto [v, c] : near[u])
            if (!done[v] && c < key[v]) {
                key[v] = c;
                heap.push({c, v});
            }
    }
    printf("%lld\n", sum);
}
