// Problem: tree-distances
// Climbs from the deeper of both vertices until they meet.
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<std::vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    std::vector<int> parent(n + 1, 0), depth(n + 1, 0), order{1};
    for (int k = 0; k < (int)order.size(); k++)
        for (int v : near[order[k]])
            if (v != parent[order[k]]) {
                parent[v] = order[k];
                depth[v] = depth[order[k]] + 1;
                order.push_back(v);
            }
    long long sum = 0;
    while (q--) {
        int x, y;
        if (scanf("%d %d", &x, &y) != 2) return 1;
        while (x != y) {
            if (depth[x] < depth[y]) std::swap(x, y);
            x = parent[x];
            sum++;
        }
    }
    printf("%lld\n", sum);
}
