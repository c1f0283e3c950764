// Problem: rising
// The least last elements by length, looked through from the longest one on.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> tails;
    while (n--) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        int k = tails.size();
        while (k > 0 && tails[k - 1] >= x) k--;
        if (k == (int)tails.size())
            tails.push_back(x);
        else
            tails[k] = x;
    }
    printf("%zu\n", tails.size());
}
