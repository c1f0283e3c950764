// Problem: closest-pair
// Sorted by x; each point is compared with those behind it until they are too far away in x.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<std::pair<long long, long long>> p(n);
    for (auto& [x, y] : p)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    std::sort(p.begin(), p.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    long long best = 4000000000000000000LL;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            long long dx = p[j].first - p[i].first, dy = p[j].second - p[i].second;
            if (dx * dx >= best) break;
            best = std::min(best, dx * dx + dy * dy);
        }
    printf("%lld\n", n > 1 ? best : 0);
}
