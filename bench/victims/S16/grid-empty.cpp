// Problem: dominoes
// Covers the first free cell in both ways and goes on.
#include <iostream>
#include <string>
#include <vector>

static int h, w;
static std::vector<std::string> rows;

static long long ways(int at) {
    while (at < h * w && rows[at / w][at % w] == '#') at++;
    if (at == h * w) return 1;
    int i = at / w, j = at % w;
    long long found = 0;
    rows[i][j] = '#';
    if (j + 1 < w && rows[i][j + 1] == '.') {
        rows[i][j + 1] = '#';
        found += ways(at + 1);
        rows[i][j + 1] = '.';
    }
    if (i + 1 < h && rows[i + 1][j] == '.') {
        rows[i + 1][j] = '#';
        found += ways(at + 1);
        rows[i + 1][j] = '.';
    }
    rows[i][j] = '.';
    return found;
}

int main() {
    std::cin >> h >> w;
    rows.resize(h);
    for (auto& row : rows) std::cin >> row;
    std::cout << ways(0) << "\n";
}
