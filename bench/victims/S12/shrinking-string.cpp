// Problem: vanishing-pairs
// Erases the first pair and starts over.
#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    bool found = true;
    while (found) {
        found = false;
        for (size_t i = 1; i < s.size(); i++)
            if (s[i] == s[i - 1]) {
                s.erase(i - 1, 2);
                found = true;
                break;
            }
    }
    std::cout << s.size() << "\n";
}
