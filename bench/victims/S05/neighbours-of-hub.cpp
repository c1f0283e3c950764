// Problem: common-friends
// Every pair of neighbours of every vertex.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        near[u].push_back(v);
        near[v].push_back(u);
    }
    long long sum = 0;
    for (const auto& own : near)
        for (size_t i = 0; i < own.size(); i++)
            for (size_t j = 0; j < i; j++) sum += std::abs(own[i] - own[j]);
    printf("%lld\n", sum);
}
