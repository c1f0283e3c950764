// Problem: ranks
// Goes up from each person.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> parent(n + 1, 0);
    long long pairs = 0;
    for (int i = 2; i <= n; i++) {
        if (scanf("%d", &parent[i]) != 1) return 1;
        for (int at = parent[i]; at; at = parent[at]) pairs++;
    }
    printf("%lld\n", pairs);
}
