// Problem: distinct-substrings
// Sorts the suffixes letter by letter, then compares neighbours.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

static std::string s;

static int common(int a, int b) {
    int k = 0, n = s.size();
    while (a + k < n && b + k < n && s[a + k] == s[b + k]) k++;
    return k;
}

int main() {
    std::cin >> s;
    std::vector<int> order(s.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [](int a, int b) {
        int k = common(a, b), n = s.size();
        if (a + k == n || b + k == n) return a > b;
        return s[a + k] < s[b + k];
    });
    int best = 0;
    for (size_t i = 1; i < order.size(); i++) best = std::max(best, common(order[i - 1], order[i]));
    std::cout << best << "\n";
}
