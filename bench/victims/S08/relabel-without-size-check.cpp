// Problem: components
// Lists of vertices; the first list is moved into the second.
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<int> label(n + 1);
    std::vector<std::vector<int>> members(n + 1);
    for (int v = 1; v <= n; v++) {
        label[v] = v;
        members[v] = {v};
    }
    long long sum = 0, components = n;
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        int from = label[u], to = label[v];
        if (from != to) {
            for (int x : members[from]) {
                label[x] = to;
                members[to].push_back(x);
            }
            std::vector<int>().swap(members[from]);
            components--;
        }
        sum += components;
    }
    printf("%lld\n", sum);
}
