// Problem: distinct-keys
// A table of its own: chains of keys by their remainder modulo 100003.
#include <cstdio>
#include <vector>

int main() {
    int n, distinct = 0;
    if (scanf("%d", &n) != 1) return 1;
    const int MODULUS = 100003;
    std::vector<int> first(MODULUS, -1), next(n), key(n);
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &key[i]) != 1) return 1;
        int& head = first[key[i] % MODULUS];
        int at = head;
        while (at >= 0 && key[at] != key[i]) at = next[at];
        if (at < 0) {
            next[i] = head;
            head = i;
            distinct++;
        }
    }
    printf("%d\n", distinct);
}
