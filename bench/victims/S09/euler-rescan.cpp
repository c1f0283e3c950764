// Problem: round-tour
// Looks for the next street from the start of the vertex's list.
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<std::pair<int, int>>> near(n + 1);
    for (int i = 0; i < m; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back({v, i});
        near[v].push_back({u, i});
    }
    std::vector<char> swept(m, 0);
    int at = 1, count = 0;
    bool found = true;
    while (found) {
        found = false;
        for (auto [v, street] : near[at])
            if (!swept[street]) {
                swept[street] = 1;
                count++;
                at = v;
                found = true;
                break;
            }
    }
    printf("%d\n", count);
}
