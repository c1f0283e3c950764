// Problem: connected-parts
// A table of crews by size for each vertex, as long as its whole subtree from the start.
#include <cstdio>
#include <vector>

const long long MODULUS = 998244353;
static std::vector<std::vector<int>> near;
static std::vector<int> size_of;

static void measure(int u, int parent) {
    size_of[u] = 1;
    for (int v : near[u])
        if (v != parent) {
            measure(v, u);
            size_of[u] += size_of[v];
        }
}

static std::vector<long long> crews(int u, int parent) {
    std::vector<long long> table(size_of[u] + 1, 0);
    table[1] = 1;
    for (int v : near[u])
        if (v != parent) {
            std::vector<long long> below = crews(v, u), now(table);
            for (int i = 1; i <= size_of[u]; i++)
                for (int j = 1; j <= size_of[v] && i + j <= size_of[u]; j++)
                    now[i + j] = (now[i + j] + table[i] * below[j]) % MODULUS;
            table = now;
        }
    return table;
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    near.resize(n + 1);
    size_of.resize(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    measure(1, 0);
    auto table = crews(1, 0);
    long long sum = 0;
    for (int k = 1; k <= n; k++) sum = (sum + k * table[k]) % MODULUS;
    printf("%lld\n", sum);
}
