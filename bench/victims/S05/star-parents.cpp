// Problem: colleagues
// Every pair of children of every person.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::vector<int>> children(n + 1);
    for (int i = 2; i <= n; i++) {
        int p;
        if (scanf("%d", &p) != 1) return 1;
        children[p].push_back(i);
    }
    long long sum = 0;
    for (const auto& own : children)
        for (size_t i = 0; i < own.size(); i++)
            for (size_t j = 0; j < i; j++) sum += own[i] - own[j];
    printf("%lld\n", sum);
}
