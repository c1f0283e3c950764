// Problem: overlaps
// In order of beginnings: drops what has ended from a list, then counts the rest.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<std::pair<int, int>> meetings(q);
    for (auto& [l, r] : meetings)
        if (scanf("%d %d", &l, &r) != 2) return 1;
    std::sort(meetings.begin(), meetings.end());
    std::vector<int> active;
    long long pairs = 0;
    for (auto [l, r] : meetings) {
        int first = l;
        active.erase(std::remove_if(active.begin(), active.end(), [&](int end) { return end < first; }),
                     active.end());
        pairs += active.size();
        active.push_back(r);
    }
    printf("%lld\n", pairs);
}
