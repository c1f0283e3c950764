#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string s, p;
    std::cin >> s >> p;
    std::string t = p + "#" + s;
    std::vector<int> z(t.size(), 0);
    int count = 0;
    for (int i = 1, l = 0, r = 0; i < (int)t.size(); i++) {
        if (i < r) z[i] = std::min(r - i, z[i - l]);
        while (i + z[i] < (int)t.size() && t[z[i]] == t[i + z[i]]) z[i]++;
        if (i + z[i] > r) l = i, r = i + z[i];
        if (z[i] == (int)p.size()) count++;
    }
    std::cout << count << "\n";
}
