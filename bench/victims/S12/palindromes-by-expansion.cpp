// Problem: palindromes
// Expands around each centre.
#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    int n = s.size();
    long long found = 0;
    for (int centre = 0; centre < 2 * n; centre++) {
        int left = centre / 2, right = (centre + 1) / 2;
        while (left >= 0 && right < n && s[left] == s[right]) {
            found++;
            left--;
            right++;
        }
    }
    std::cout << found << "\n";
}
