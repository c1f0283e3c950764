// Problem: three-letters
// For each start counts the different letters on the way to the right.
#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    int n = s.size();
    long long found = 0;
    for (int i = 0; i < n; i++) {
        bool seen[26] = {};
        int different = 0;
        for (int j = i; j < n; j++) {
            if (!seen[s[j] - 'a']) {
                seen[s[j] - 'a'] = true;
                if (++different > 3) break;
            }
            found++;
        }
    }
    std::cout << found << "\n";
}
