// Problem: tree-depths-medium
// Gathers for each vertex a list of all that lie below it, each list copied into the one above.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::vector<int>> near(n + 1), below(n + 1);
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
    for (int k = n - 1; k > 0; k--) {
        int v = order[k];
        below[v].push_back(v);
        sum += below[v].size();
        for (int x : below[v]) below[parent[v]].push_back(x);
        std::vector<int>().swap(below[v]);
    }
    printf("%lld\n", sum);
}
