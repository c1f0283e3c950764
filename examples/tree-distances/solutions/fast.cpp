#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<std::vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        scanf("%d %d", &u, &v);
        near[u].push_back(v);
        near[v].push_back(u);
    }
    std::vector<int> parent(n + 1, 1), depth(n + 1, -1), order{1};
    depth[1] = 0;
    for (int i = 0; i < (int)order.size(); i++)
        for (int v : near[order[i]])
            if (depth[v] < 0) {
                depth[v] = depth[order[i]] + 1;
                parent[v] = order[i];
                order.push_back(v);
            }
    std::vector<std::vector<int>> up(18, parent);
    for (int k = 1; k < 18; k++)
        for (int v = 1; v <= n; v++) up[k][v] = up[k - 1][up[k - 1][v]];
    while (q--) {
        int x, y;
        scanf("%d %d", &x, &y);
        int a = x, b = y;
        if (depth[a] < depth[b]) std::swap(a, b);
        int gap = depth[a] - depth[b];
        for (int k = 0; k < 18; k++)
            if (gap >> k & 1) a = up[k][a];
        if (a != b) {
            for (int k = 17; k >= 0; k--)
                if (up[k][a] != up[k][b]) a = up[k][a], b = up[k][b];
            a = parent[a];
        }
        printf("%d\n", depth[x] + depth[y] - 2 * depth[a]);
    }
}
