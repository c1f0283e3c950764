// Problem: assignment
// The Hungarian method, one shortest augmenting path a worker.
#include <cstdio>
#include <vector>

static int next_number() {
    int c = getchar_unlocked(), x = 0;
    while (c < '0') c = getchar_unlocked();
    for (; c >= '0'; c = getchar_unlocked()) x = 10 * x + c - '0';
    return x;
}

int main() {
    int n = next_number();
    std::vector<std::vector<long long>> cost(n + 1, std::vector<long long>(n + 1, 0));
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) cost[i][j] = next_number();
    const long long FAR = 1LL << 60;
    std::vector<long long> row(n + 1, 0), column(n + 1, 0);
    std::vector<int> worker(n + 1, 0), way(n + 1, 0);
    for (int i = 1; i <= n; i++) {
        worker[0] = i;
        int at = 0;
        std::vector<long long> least(n + 1, FAR);
        std::vector<char> used(n + 1, 0);
        do {
            used[at] = 1;
            int own = worker[at], next = 0;
            long long delta = FAR;
            for (int j = 1; j <= n; j++)
                if (!used[j]) {
                    long long now = cost[own][j] - row[own] - column[j];
                    if (now < least[j]) {
                        least[j] = now;
                        way[j] = at;
                    }
                    if (least[j] < delta) {
                        delta = least[j];
                        next = j;
                    }
                }
            for (int j = 0; j <= n; j++)
                if (used[j]) {
                    row[worker[j]] += delta;
                    column[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            at = next;
        } while (worker[at]);
        do {
            int before = way[at];
            worker[at] = worker[before];
            at = before;
        } while (at);
    }
    printf("%lld\n", -column[0]);
}
