// Problem: tasks-in-time
// Each day takes the field with the earliest end out of a list of those that are ripe.
#include <cstdio>
#include <vector>

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<std::vector<int>> ends(n + 1);
    while (q--) {
        int l, r;
        if (scanf("%d %d", &l, &r) != 2) return 1;
        ends[l].push_back(r);
    }
    std::vector<int> ripe;
    int done = 0;
    for (int day = 1; day <= n; day++) {
        for (int r : ends[day]) ripe.push_back(r);
        int best = -1;
        for (int k = 0; k < (int)ripe.size(); k++) {
            if (ripe[k] < day) {
                ripe[k--] = ripe.back();
                ripe.pop_back();
            } else if (best < 0 || ripe[k] < ripe[best]) {
                best = k;
            }
        }
        if (best >= 0) {
            ripe[best] = ripe.back();
            ripe.pop_back();
            done++;
        }
    }
    printf("%d\n", done);
}
