// Problem: predecessors
// A vector that is kept sorted: lower_bound, then insert.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> sorted;
    long long sum = 0;
    while (n--) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        auto place = std::lower_bound(sorted.begin(), sorted.end(), x);
        if (place != sorted.begin()) sum += *(place - 1);
        sorted.insert(place, x);
    }
    printf("%lld\n", sum);
}
