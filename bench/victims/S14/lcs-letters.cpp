// Problem: common-letters
// Hunt and Szymanski: the places of each letter, then a longest increasing subsequence over all matches.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    std::vector<std::vector<int>> places(256);
    for (int i = 0; i < (int)t.size(); i++) places[(int)t[i]].push_back(i);
    std::vector<int> tails;
    for (char c : s) {
        const auto& own = places[(int)c];
        for (int k = own.size() - 1; k >= 0; k--) {
            auto at = std::lower_bound(tails.begin(), tails.end(), own[k]);
            if (at == tails.end())
                tails.push_back(own[k]);
            else
                *at = own[k];
        }
    }
    std::cout << tails.size() << "\n";
}
