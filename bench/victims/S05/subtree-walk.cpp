// Problem: subtree-values
// Walks the subtree for each question.
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<std::vector<int>> near(n + 1), children(n + 1);
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
                children[order[k]].push_back(v);
                order.push_back(v);
            }
    while (q--) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        long long sum = 0;
        std::vector<int> stack{x};
        while (!stack.empty()) {
            int v = stack.back();
            stack.pop_back();
            sum += v;
            stack.insert(stack.end(), children[v].begin(), children[v].end());
        }
        printf("%lld\n", sum);
    }
}
