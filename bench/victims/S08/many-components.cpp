// Problem: component-count
// A search from each vertex not seen yet, with new marks for each search.
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
    std::vector<char> done(n + 1, 0);
    int components = 0;
    for (int s = 1; s <= n; s++) {
        if (done[s]) continue;
        components++;
        std::vector<int> seen(n + 1, 0), stack{s};
        seen[s] = 1;
        while (!stack.empty()) {
            int u = stack.back();
            stack.pop_back();
            done[u] = 1;
            for (int v : near[u])
                if (!seen[v]) {
                    seen[v] = 1;
                    stack.push_back(v);
                }
        }
    }
    printf("%d\n", components);
}
