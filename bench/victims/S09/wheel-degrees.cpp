// Problem: triangles
// For each vertex marks its neighbours, then goes through the neighbours of its neighbours.
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> near(n + 1);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    std::vector<int> mark(n + 1, 0);
    long long found = 0;
    for (int u = 1; u <= n; u++) {
        for (int v : near[u]) mark[v] = u;
        for (int v : near[u])
            for (int x : near[v]) found += mark[x] == u;
    }
    printf("%lld\n", found / 6);
}
