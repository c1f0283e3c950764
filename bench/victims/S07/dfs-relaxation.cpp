// Problem: shortest-paths-small
// Goes on from a vertex whenever a shorter way to it is found, depth first.
#include <cstdio>
#include <vector>

static std::vector<std::vector<std::pair<int, int>>> out;
static std::vector<long long> best;

static void visit(int u, long long far) {
    best[u] = far;
    for (auto [v, w] : out[u])
        if (far + w < best[v]) visit(v, far + w);
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    out.resize(n + 1);
    while (m--) {
        int u, v, w;
        if (scanf("%d %d %d", &u, &v, &w) != 3) return 1;
        out[u].push_back({v, w});
    }
    const long long FAR = 1LL << 60;
    best.assign(n + 1, FAR);
    visit(1, 0);
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        if (best[v] < FAR) sum += best[v];
    printf("%lld\n", sum);
}
