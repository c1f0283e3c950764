// Problem: thousand-largest
// Keeps the best in a priority_queue and replaces the worst of them.
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>

static int next_number() {
    int c = getchar_unlocked(), x = 0;
    while (c < '0') c = getchar_unlocked();
    for (; c >= '0'; c = getchar_unlocked()) x = 10 * x + c - '0';
    return x;
}

int main() {
    int n = next_number();
    std::priority_queue<int, std::vector<int>, std::greater<int>> best;
    for (int i = 0; i < n; i++) {
        int x = next_number();
        if (best.size() < 1000) {
            best.push(x);
        } else if (x > best.top()) {
            best.pop();
            best.push(x);
        }
    }
    long long sum = 0;
    for (; !best.empty(); best.pop()) sum += best.top();
    printf("%lld\n", sum);
}
