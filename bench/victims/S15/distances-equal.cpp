// Problem: round-trip
// Tries every order and leaves off where the cost so far exceeds that of the best trip.
#include <iostream>
#include <vector>

static int n, best = 1 << 30;
static std::vector<std::vector<int>> d;
static std::vector<bool> seen;

static void travel(int at, int visited, int cost) {
    if (cost > best) return;
    if (visited == n) {
        best = std::min(best, cost + d[at][0]);
        return;
    }
    for (int next = 1; next < n; next++)
        if (!seen[next]) {
            seen[next] = true;
            travel(next, visited + 1, cost + d[at][next]);
            seen[next] = false;
        }
}

int main() {
    std::cin >> n;
    d.assign(n, std::vector<int>(n));
    seen.assign(n, false);
    for (auto& row : d)
        for (int& x : row) std::cin >> x;
    travel(0, 1, 0);
    std::cout << best << "\n";
}
