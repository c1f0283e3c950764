// Problem: best-line
// Keeps the lines of the upper envelope and tries all of them for each x.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<std::pair<long long, long long>> lines(n), hull;
    for (auto& [p, f] : lines)
        if (scanf("%lld %lld", &p, &f) != 2) return 1;
    std::sort(lines.begin(), lines.end());
    for (auto line : lines) {
        if (!hull.empty() && hull.back().first == line.first) hull.pop_back();
        while (hull.size() >= 2) {
            auto [p1, f1] = hull[hull.size() - 2];
            auto [p2, f2] = hull.back();
            if ((__int128)(line.second - f1) * (p2 - p1) < (__int128)(f2 - f1) * (line.first - p1)) break;
            hull.pop_back();
        }
        hull.push_back(line);
    }
    while (q--) {
        long long x, best = -4000000000000000000LL;
        if (scanf("%lld", &x) != 1) return 1;
        for (auto [p, f] : hull) best = std::max(best, p * x + f);
        printf("%lld\n", best);
    }
}
