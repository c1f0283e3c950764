// Problem: rectangles
// For each cell as the lower right corner goes to the left as long as there is height.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    int h, w, best = 0;
    std::cin >> h >> w;
    std::vector<int> height(w, 0);
    std::string row;
    for (int i = 0; i < h; i++) {
        std::cin >> row;
        for (int j = 0; j < w; j++) height[j] = row[j] == '.' ? height[j] + 1 : 0;
        for (int j = 0; j < w; j++) {
            int least = height[j];
            for (int k = j; k >= 0 && height[k] > 0; k--) {
                least = std::min(least, height[k]);
                best = std::max(best, least * (j - k + 1));
            }
        }
    }
    std::cout << best << "\n";
}
