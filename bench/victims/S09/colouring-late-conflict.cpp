// Problem: three-colours
// Colours the vertices in order and goes back where no colour is left.
#include <cstdio>
#include <vector>

static int n;
static std::vector<std::vector<int>> near;
static std::vector<int> colour;

static bool paint(int u) {
    if (u > n) return true;
    for (int c = 1; c <= 3; c++) {
        bool is_free = true;
        for (int v : near[u]) is_free = is_free && colour[v] != c;
        if (!is_free) continue;
        colour[u] = c;
        if (paint(u + 1)) return true;
    }
    colour[u] = 0;
    return false;
}

int main() {
    int m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    near.resize(n + 1);
    colour.assign(n + 1, 0);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    puts(paint(1) ? "YES" : "NO");
}
