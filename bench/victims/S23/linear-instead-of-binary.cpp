// Problem: least-half
// Tries one answer after another.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    int c = 0, few = 1;
    while (few) {
        c++;
        int count = 0;
        for (int x : a) count += x <= c;
        few = 2 * count < n;
    }
    printf("%d\n", c);
}
