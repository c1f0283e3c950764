// Problem: max-flow
// Ford and Fulkerson: a depth-first search for each augmenting path.
#include <algorithm>
#include <cstdio>
#include <vector>

struct Arc {
    int to;
    long long room;
};
static int n;
static std::vector<Arc> arcs;
static std::vector<std::vector<int>> out;
static std::vector<char> seen;

static long long push(int u, long long amount) {
    if (u == n) return amount;
    seen[u] = 1;
    for (int k : out[u]) {
        if (seen[arcs[k].to] || arcs[k].room == 0) continue;
        long long sent = push(arcs[k].to, std::min(amount, arcs[k].room));
        if (sent) {
            arcs[k].room -= sent;
            arcs[k ^ 1].room += sent;
            return sent;
        }
    }
    return 0;
}

int main() {
    int m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    out.resize(n + 1);
    while (m--) {
        int u, v;
        long long c;
        if (scanf("%d %d %lld", &u, &v, &c) != 3) return 1;
        out[u].push_back(arcs.size());
        arcs.push_back({v, c});
        out[v].push_back(arcs.size());
        arcs.push_back({u, 0});
    }
    long long flow = 0, sent = 1;
    while (sent) {
        seen.assign(n + 1, 0);
        sent = push(1, 1LL << 60);
        flow += sent;
    }
    printf("%lld\n", flow);
}
