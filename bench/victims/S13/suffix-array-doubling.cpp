// Problem: distinct-substrings
// Suffix array by doubling with std::sort, until all ranks differ; then neighbours by Kasai's algorithm.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

int main() {
    std::string s;
    std::cin >> s;
    int n = s.size();
    std::vector<int> order(n), rank(s.begin(), s.end()), next(n);
    std::iota(order.begin(), order.end(), 0);
    for (int length = 1;; length *= 2) {
        auto key = [&](int i) { return std::make_pair(rank[i], i + length < n ? rank[i + length] : -1); };
        std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
        next[order[0]] = 0;
        for (int i = 1; i < n; i++) next[order[i]] = next[order[i - 1]] + (key(order[i - 1]) < key(order[i]));
        rank = next;
        if (rank[order[n - 1]] == n - 1 || length > n) break;
    }
    int best = 0, common = 0;
    for (int i = 0; i < n; i++) {
        if (rank[i] == 0) {
            common = 0;
            continue;
        }
        int j = order[rank[i] - 1];
        while (i + common < n && j + common < n && s[i + common] == s[j + common]) common++;
        best = std::max(best, common);
        if (common) common--;
    }
    std::cout << best << "\n";
}
