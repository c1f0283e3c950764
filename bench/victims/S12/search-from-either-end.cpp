// Problem: text-and-pattern
// Compares the pattern at every place of the text, from the right.
#include <iostream>
#include <string>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    int n = s.size(), m = t.size(), found = 0;
    for (int i = 0; i + m <= n; i++) {
        int k = m - 1;
        while (k >= 0 && s[i + k] == t[k]) k--;
        found += k < 0;
    }
    std::cout << found << "\n";
}
