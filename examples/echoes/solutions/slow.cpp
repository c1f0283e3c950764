#include <iostream>
#include <string>

int main() {
    std::string s, p;
    std::cin >> s >> p;
    int count = 0;
    for (size_t i = 0; i + p.size() <= s.size(); i++) {
        size_t j = 0;
        while (j < p.size() && s[i + j] == p[j]) j++;
        if (j == p.size()) count++;
    }
    std::cout << count << "\n";
}
