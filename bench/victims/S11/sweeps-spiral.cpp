// Problem: maze
// Sweeps over the whole grid until no more cell gets wet.
#include <iostream>
#include <string>
#include <vector>

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> rows(h);
    for (auto& row : rows) std::cin >> row;
    int wet = 0;
    if (rows[0][0] == '.') {
        rows[0][0] = '~';
        wet = 1;
    }
    bool changed = wet > 0;
    while (changed) {
        changed = false;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                if (rows[i][j] != '.') continue;
                bool touched = (i > 0 && rows[i - 1][j] == '~') || (i + 1 < h && rows[i + 1][j] == '~') ||
                               (j > 0 && rows[i][j - 1] == '~') || (j + 1 < w && rows[i][j + 1] == '~');
                if (touched) {
                    rows[i][j] = '~';
                    wet++;
                    changed = true;
                }
            }
    }
    std::cout << wet << "\n";
}
