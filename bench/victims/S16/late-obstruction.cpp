// Problem: two-shares
// Gives each coin to one heir or the other, ends at the first division that can't be bettered.
#include <cstdlib>
#include <iostream>
#include <vector>

static std::vector<int> a;
static long long total = 0, best;

static bool divide(size_t at, long long first) {
    if (2 * first > total + best) return false;
    if (at == a.size()) {
        best = std::min(best, std::llabs(total - 2 * first));
        return best == total % 2;
    }
    return divide(at + 1, first + a[at]) || divide(at + 1, first);
}

int main() {
    int n;
    std::cin >> n;
    a.resize(n);
    for (int& x : a) {
        std::cin >> x;
        total += x;
    }
    best = total;
    divide(0, 0);
    std::cout << best << "\n";
}
