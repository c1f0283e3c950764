// Problem: pairing
// Kuhn's algorithm: new marks for each vertex of the left side.
#include <cstdio>
#include <vector>

static std::vector<std::vector<int>> near;
static std::vector<int> partner;
static std::vector<char> seen;

static bool pair_up(int u) {
    if (seen[u]) return false;
    seen[u] = 1;
    for (int v : near[u])
        if (!partner[v] || pair_up(partner[v])) {
            partner[v] = u;
            return true;
        }
    return false;
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    near.resize(n + 1);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
    }
    partner.assign(n + 1, 0);
    int found = 0;
    for (int u = 1; u <= n; u++) {
        seen.assign(n + 1, 0);
        found += pair_up(u);
    }
    printf("%d\n", found);
}
