// Problem: text-and-pattern
// Compares the pattern at every place of the text, from the left.
#include <iostream>
#include <string>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    int n = s.size(), m = t.size(), found = 0;
    for (int i = 0; i + m <= n; i++) {
        int k = 0;
        while (k < m && s[i + k] == t[k]) k++;
        found += k == m;
    }
    std::cout << found << "\n";
}
