// Problem: tree-depths
// Walks up to the root from each vertex and counts the steps.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    std::vector<int> parent(n + 1, 0), order{1};
    for (int k = 0; k < (int)order.size(); k++)
        for (int v : near[order[k]])
            if (v != parent[order[k]]) {
                parent[v] = order[k];
                order.push_back(v);
            }
    long long sum = 0;
    for (int v = 1; v <= n; v++)
        for (int at = v; parent[at]; at = parent[at]) sum++;
    printf("%lld\n", sum);
}
