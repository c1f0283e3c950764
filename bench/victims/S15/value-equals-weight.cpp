// Problem: small-knapsack
// Branch and bound; the bound fills the rest of the rucksack with parts of the items.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<std::pair<int, int>> items;
static long long best = 0;

static void choose(size_t at, int left, long long value) {
    best = std::max(best, value);
    double bound = value;
    int room = left;
    for (size_t k = at; k < items.size() && room > 0; k++) {
        int part = std::min(room, items[k].first);
        bound += (double)part * items[k].second / items[k].first;
        room -= part;
    }
    if (bound < best + 1 - 1e-9) return;
    if (at == items.size()) return;
    if (items[at].first <= left) choose(at + 1, left - items[at].first, value + items[at].second);
    choose(at + 1, left, value);
}

int main() {
    int n, capacity;
    std::cin >> n >> capacity;
    items.resize(n);
    for (auto& [w, v] : items) std::cin >> w >> v;
    std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
        return (long long)a.second * b.first > (long long)b.second * a.first;
    });
    choose(0, capacity, 0);
    std::cout << best << "\n";
}
