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
    while (q--) {
        int x, y, steps = 0;
        scanf("%d %d", &x, &y);
        while (x != y) {
            if (depth[x] < depth[y]) std::swap(x, y);
            x = parent[x];
            steps++;
        }
        printf("%d\n", steps);
    }
}
