// Problem: round-robin
// Serves the processes one unit at a time.
#include <cstdio>
#include <queue>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::queue<int> waiting;
    for (int i = 0; i < n; i++) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        waiting.push(x);
    }
    long long now = 0, sum = 0;
    while (!waiting.empty()) {
        int left = waiting.front() - 1;
        waiting.pop();
        now++;
        if (left)
            waiting.push(left);
        else
            sum += now;
    }
    printf("%lld\n", sum);
}
