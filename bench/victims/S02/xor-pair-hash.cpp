// Problem: distinct-pairs
// An unordered_set of points whose hash is the xor of their parts.
#include <cstdio>
#include <functional>
#include <unordered_set>
#include <utility>

struct PairHash {
    size_t operator()(const std::pair<int, int>& p) const {
        return std::hash<int>()(p.first) ^ std::hash<int>()(p.second);
    }
};

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::unordered_set<std::pair<int, int>, PairHash> seen;
    for (int i = 0; i < n; i++) {
        int x, y;
        if (scanf("%d %d", &x, &y) != 2) return 1;
        seen.insert({x, y});
    }
    printf("%zu\n", seen.size());
}
