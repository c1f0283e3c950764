// Problem: max-flow-hard
// Dinic: phases of a level graph and a depth-first search with pointers.
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
static std::vector<int> level, next_arc;

static long long push(int u, long long amount) {
    if (u == n) return amount;
    for (int& k = next_arc[u]; k < (int)out[u].size(); k++) {
        int arc = out[u][k];
        if (level[arcs[arc].to] != level[u] + 1 || arcs[arc].room == 0) continue;
        long long sent = push(arcs[arc].to, std::min(amount, arcs[arc].room));
        if (sent) {
            arcs[arc].room -= sent;
            arcs[arc ^ 1].room += sent;
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
    long long flow = 0;
    while (true) {
        level.assign(n + 1, -1);
        next_arc.assign(n + 1, 0);
        level[1] = 0;
        std::vector<int> queue{1};
        for (int k = 0; k < (int)queue.size(); k++)
            for (int arc : out[queue[k]])
                if (arcs[arc].room && level[arcs[arc].to] < 0) {
                    level[arcs[arc].to] = level[queue[k]] + 1;
                    queue.push_back(arcs[arc].to);
                }
        if (level[n] < 0) break;
        while (long long sent = push(1, 1LL << 60)) flow += sent;
    }
    printf("%lld\n", flow);
}
