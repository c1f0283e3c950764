// Problem: closest-pair
// A grid of about n cells over the extent of the points; each point is compared with its cell and those around.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &x[i], &y[i]) != 2) return 1;
    if (n == 1) {
        puts("0");
        return 0;
    }
    long long left = *std::min_element(x.begin(), x.end()), low = *std::min_element(y.begin(), y.end());
    long long width = *std::max_element(x.begin(), x.end()) - left + 1;
    long long height = *std::max_element(y.begin(), y.end()) - low + 1;
    long long side = std::max(width, height), columns = std::max(1, (int)std::sqrt(n));
    std::vector<std::vector<int>> cells(columns * columns);
    auto column_of = [&](long long offset) { return offset * columns / side; };
    for (int i = 0; i < n; i++) cells[column_of(y[i] - low) * columns + column_of(x[i] - left)].push_back(i);
    long long best = 4000000000000000000LL;
    for (int i = 0; i < n; i++) {
        long long c = column_of(x[i] - left), r = column_of(y[i] - low);
        for (long long rr = std::max(0LL, r - 1); rr <= std::min(columns - 1, r + 1); rr++)
            for (long long cc = std::max(0LL, c - 1); cc <= std::min(columns - 1, c + 1); cc++)
                for (int j : cells[rr * columns + cc])
                    if (j != i)
                        best = std::min(best, (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
    }
    if (best == 4000000000000000000LL)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                best = std::min(best, (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
    printf("%lld\n", best);
}
