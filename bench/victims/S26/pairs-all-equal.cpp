// Problem: equal-pairs
// Keeps the places of each value and goes through all of them.
#include <cstdio>
#include <unordered_map>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::unordered_map<int, std::vector<int>> places;
    long long sum = 0;
    for (int j = 0; j < n; j++) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        auto& before = places[x];
        for (int i : before) sum += j - i;
        before.push_back(j);
    }
    printf("%lld\n", sum);
}
