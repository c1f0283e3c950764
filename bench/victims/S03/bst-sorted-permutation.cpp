// Problem: permutation-predecessors
// A binary search tree that is never balanced, as arrays, walked by a loop.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> key(n), left(n, -1), right(n, -1);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &key[i]) != 1) return 1;
        int below = 0, at = i ? 0 : -1;
        while (at >= 0) {
            bool is_right = key[at] < key[i];
            if (is_right) below = key[at];
            int& next = is_right ? right[at] : left[at];
            if (next < 0) {
                next = i;
                break;
            }
            at = next;
        }
        sum += below;
    }
    printf("%lld\n", sum);
}
