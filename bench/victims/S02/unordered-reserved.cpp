// Problem: distinct-keys
// Counts keys in an unordered_map with room for all of them.
#include <cstdio>
#include <unordered_map>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::unordered_map<int, int> count;
    count.reserve(n);
    for (int i = 0; i < n; i++) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        count[x]++;
    }
    printf("%zu\n", count.size());
}
