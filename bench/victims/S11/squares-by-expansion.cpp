// Problem: squares
// Extends a square from each cell as long as all its cells are free.
#include <iostream>
#include <string>
#include <vector>

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> rows(h);
    for (auto& row : rows) std::cin >> row;
    long long found = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            for (int side = 1; i + side <= h && j + side <= w; side++) {
                bool is_free = true;
                for (int k = 0; k < side && is_free; k++)
                    is_free = rows[i + k][j + side - 1] == '.' && rows[i + side - 1][j + k] == '.';
                if (!is_free) break;
                found++;
            }
    std::cout << found << "\n";
}
