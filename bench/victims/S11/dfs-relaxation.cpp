// Problem: maze-distances
// Enters a cell again whenever it finds a shorter way.
#include <iostream>
#include <string>
#include <vector>

static int h, w;
static std::vector<std::string> rows;
static std::vector<std::vector<int>> best;

static void enter(int i, int j, int steps) {
    if (i < 0 || j < 0 || i >= h || j >= w || rows[i][j] == '#' || steps >= best[i][j]) return;
    best[i][j] = steps;
    enter(i, j + 1, steps + 1);
    enter(i + 1, j, steps + 1);
    enter(i, j - 1, steps + 1);
    enter(i - 1, j, steps + 1);
}

int main() {
    std::cin >> h >> w;
    rows.resize(h);
    for (auto& row : rows) std::cin >> row;
    const int FAR = 1 << 30;
    best.assign(h, std::vector<int>(w, FAR));
    enter(0, 0, 0);
    long long sum = 0;
    for (auto& row : best)
        for (int steps : row)
            if (steps < FAR) sum += steps;
    std::cout << sum << "\n";
}
