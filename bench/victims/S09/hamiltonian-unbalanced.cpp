// Problem: hamilton
// Tries every start and every way on.
#include <cstdio>
#include <vector>

static std::vector<std::vector<int>> near;
static std::vector<char> seen;

static bool goes_on(int u, int left) {
    if (left == 0) return true;
    seen[u] = 1;
    for (int v : near[u])
        if (!seen[v] && goes_on(v, left - 1)) return true;
    seen[u] = 0;
    return false;
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    near.resize(n + 1);
    seen.assign(n + 1, 0);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    bool found = false;
    for (int u = 1; u <= n && !found; u++) found = goes_on(u, n - 1);
    puts(found ? "YES" : "NO");
}
