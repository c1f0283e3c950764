// Problem: distinct-keys
// A table of its own: the low bits of the key, then the next free slot.
#include <cstdio>
#include <vector>

int main() {
    int n, distinct = 0;
    if (scanf("%d", &n) != 1) return 1;
    const int SIZE = 1 << 18;
    std::vector<int> slots(SIZE, 0);
    for (int i = 0; i < n; i++) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        int at = x & (SIZE - 1);
        while (slots[at] && slots[at] != x) at = (at + 1) & (SIZE - 1);
        if (!slots[at]) {
            slots[at] = x;
            distinct++;
        }
    }
    printf("%d\n", distinct);
}
