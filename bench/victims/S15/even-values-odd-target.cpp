// Problem: exact-sum
// Takes each coin or leaves it, as long as the price can still be reached.
#include <iostream>
#include <vector>

static std::vector<int> a, rest;

static bool pays(size_t at, int left) {
    if (left == 0) return true;
    if (left < 0 || left > rest[at]) return false;
    return pays(at + 1, left - a[at]) || pays(at + 1, left);
}

int main() {
    int n, s;
    std::cin >> n >> s;
    a.resize(n);
    rest.resize(n + 1);
    for (int& x : a) std::cin >> x;
    for (int i = n - 1; i >= 0; i--) rest[i] = rest[i + 1] + a[i];
    std::cout << (pays(0, s) ? "YES" : "NO") << "\n";
}
