// Problem: fewest-coins
// Tries the largest coins first and leaves off where the best count can't be bettered.
#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>

static std::vector<int> a;
static int best = 1 << 30;

static void pay(size_t at, int left, int count) {
    if (left == 0) {
        best = std::min(best, count);
        return;
    }
    if (at == a.size() || count + (left + a[at] - 1) / a[at] >= best) return;
    for (int k = left / a[at]; k >= 0; k--) pay(at + 1, left - k * a[at], count + k);
}

int main() {
    int n, s;
    std::cin >> n >> s;
    a.resize(n);
    for (int& x : a) std::cin >> x;
    std::sort(a.begin(), a.end(), std::greater<int>());
    pay(0, s, 0);
    std::cout << (best == 1 << 30 ? -1 : best) << "\n";
}
