// Problem: cartesian
// Looks for the maximum, then goes on to both sides.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    struct Part {
        int left, right, round;
    };
    std::vector<Part> parts{{0, n, 1}};
    long long sum = 0;
    while (!parts.empty()) {
        auto [left, right, round] = parts.back();
        parts.pop_back();
        if (left == right) continue;
        int best = left;
        for (int i = left; i < right; i++)
            if (a[i] > a[best]) best = i;
        sum += round;
        parts.push_back({left, best, round + 1});
        parts.push_back({best + 1, right, round + 1});
    }
    printf("%lld\n", sum);
}
