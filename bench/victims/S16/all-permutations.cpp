// Problem: arrangements
// next_permutation, every plan looked at.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> a(n);
    for (int& x : a) std::cin >> x;
    std::sort(a.begin(), a.end());
    long long found = 0;
    do {
        int worst = 0;
        for (int i = 1; i < n; i++) worst = std::max(worst, std::abs(a[i] - a[i - 1]));
        found += worst <= 6;
    } while (std::next_permutation(a.begin(), a.end()));
    std::cout << found << "\n";
}
