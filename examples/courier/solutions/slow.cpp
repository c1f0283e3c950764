#include <cstdio>
#include <vector>

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<int> u(m), v(m), w(m);
    for (int i = 0; i < m; i++) scanf("%d %d %d", &u[i], &v[i], &w[i]);
    std::vector<long long> best(n + 1, 1e18);
    best[1] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < m; i++) {
            if (best[u[i]] + w[i] < best[v[i]]) best[v[i]] = best[u[i]] + w[i], changed = true;
            if (best[v[i]] + w[i] < best[u[i]]) best[u[i]] = best[v[i]] + w[i], changed = true;
        }
    }
    printf("%lld\n", best[n]);
}
