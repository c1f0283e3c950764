#include <iostream>
#include <string>
#include <vector>

int main() {
    int h, w, best = 0;
    std::cin >> h >> w;
    std::vector<std::string> map(h);
    for (auto& row : map) std::cin >> row;
    std::vector<int> stack;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int size = 0;
            if (map[i][j] == '.') map[i][j] = '#', stack.push_back(i * w + j);
            while (!stack.empty()) {
                int y = stack.back() / w, x = stack.back() % w;
                stack.pop_back();
                size++;
                const int step[5] = {0, 1, 0, -1, 0};
                for (int k = 0; k < 4; k++) {
                    int v = y + step[k], u = x + step[k + 1];
                    if (v >= 0 && v < h && u >= 0 && u < w && map[v][u] == '.')
                        map[v][u] = '#', stack.push_back(v * w + u);
                }
            }
            if (size > best) best = size;
        }
    std::cout << best << "\n";
}
