// Problem: build-order
// Passes over the modules; each takes those of which nothing is missing any more.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> out(n + 1);
    std::vector<int> missing(n + 1, 0), level(n + 1, 0);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        out[u].push_back(v);
        missing[v]++;
    }
    std::vector<char> done(n + 1, 0);
    bool changed = true;
    while (changed) {
        changed = false;
        for (int u = 1; u <= n; u++) {
            if (done[u] || missing[u]) continue;
            done[u] = 1;
            changed = true;
            for (int v : out[u]) {
                missing[v]--;
                level[v] = std::max(level[v], level[u] + 1);
            }
        }
    }
    printf("%d\n", *std::max_element(level.begin(), level.end()));
}
