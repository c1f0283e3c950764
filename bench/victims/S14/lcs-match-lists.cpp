// Problem: common-values
// Hunt and Szymanski: the places of each value, then a longest increasing subsequence over all matches.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n), b(n), tails;
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    std::map<int, std::vector<int>> places;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &b[i]) != 1) return 1;
        places[b[i]].push_back(i);
    }
    for (int x : a) {
        auto found = places.find(x);
        if (found == places.end()) continue;
        for (int k = found->second.size() - 1; k >= 0; k--) {
            int place = found->second[k];
            auto at = std::lower_bound(tails.begin(), tails.end(), place);
            if (at == tails.end())
                tails.push_back(place);
            else
                *at = place;
        }
    }
    printf("%zu\n", tails.size());
}
