// Problem: brackets-longest
// From each opening bracket goes on until a bracket closes that was not opened.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    int n = s.size(), best = 0;
    for (int i = 0; i < n; i++) {
        int depth = 0;
        for (int j = i; j < n; j++) {
            depth += s[j] == '(' ? 1 : -1;
            if (depth < 0) break;
            if (depth == 0) best = std::max(best, j - i + 1);
        }
    }
    std::cout << best << "\n";
}
