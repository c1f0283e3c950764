// Problem: overlaps
// Sorted by their beginnings; each meeting is compared with those behind it that begin before it ends.
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
    std::vector<int> common(q, 0);
    for (int i = 0; i < q; i++)
        for (int j = i + 1; j < q && meetings[j].first <= meetings[i].second; j++) common[j]++;
    long long pairs = 0;
    for (int c : common) pairs += c;
    printf("%lld\n", pairs);
}
