// Problem: long-walks
// Tries every walk.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

static int h, w;
static std::vector<std::string> rows;

static int walk(int i, int j) {
    if (i < 0 || j < 0 || i >= h || j >= w || rows[i][j] == '#') return 0;
    rows[i][j] = '#';
    int best = std::max({walk(i, j + 1), walk(i + 1, j), walk(i, j - 1), walk(i - 1, j)});
    rows[i][j] = '.';
    return best + 1;
}

int main() {
    std::cin >> h >> w;
    rows.resize(h);
    for (auto& row : rows) std::cin >> row;
    std::cout << walk(0, 0) << "\n";
}
