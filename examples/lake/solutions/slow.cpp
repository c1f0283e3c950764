#include <iostream>
#include <string>
#include <vector>

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> map(h);
    for (auto& row : map) std::cin >> row;
    std::vector<int> mark(h * w, -1), count(h * w, 0);
    for (int i = 0; i < h * w; i++)
        if (map[i / w][i % w] == '.') mark[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                int& own = mark[i * w + j];
                if (own < 0) continue;
                const int step[5] = {0, 1, 0, -1, 0};
                for (int k = 0; k < 4; k++) {
                    int y = i + step[k], x = j + step[k + 1];
                    if (y >= 0 && y < h && x >= 0 && x < w && mark[y * w + x] > own)
                        own = mark[y * w + x], changed = true;
                }
            }
    }
    int best = 0;
    for (int m : mark)
        if (m >= 0 && ++count[m] > best) best = count[m];
    std::cout << best << "\n";
}
