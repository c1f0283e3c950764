// Problem: maximal-cliques
// Bron and Kerbosch with a pivot, on bit sets.
#include <cstdio>
#include <vector>

static std::vector<unsigned long long> near;

static long long teams(unsigned long long candidates, unsigned long long excluded) {
    if (!candidates) return excluded ? 0 : 1;
    unsigned long long both = candidates | excluded;
    int pivot = __builtin_ctzll(both);
    long long found = 0;
    for (unsigned long long rest = candidates & ~near[pivot]; rest; rest &= rest - 1) {
        int v = __builtin_ctzll(rest);
        found += teams(candidates & near[v], excluded & near[v]);
        candidates &= ~(1ULL << v);
        excluded |= 1ULL << v;
    }
    return found;
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    near.assign(n, 0);
    while (m--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u - 1] |= 1ULL << (v - 1);
        near[v - 1] |= 1ULL << (u - 1);
    }
    printf("%lld\n", teams(n == 64 ? ~0ULL : (1ULL << n) - 1, 0));
}
