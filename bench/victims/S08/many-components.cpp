// Problem: component-count
// Looks for the next vertex not seen yet from the first one on.
#include <cstdio>
#include <vector>

static int next_number() {
    int c = getchar_unlocked(), x = 0;
    while (c < '0') c = getchar_unlocked();
    for (; c >= '0'; c = getchar_unlocked()) x = 10 * x + c - '0';
    return x;
}

int main() {
    int n = next_number(), m = next_number();
    std::vector<std::vector<int>> near(n + 1);
    while (m--) {
        int u = next_number(), v = next_number();
        near[u].push_back(v);
        near[v].push_back(u);
    }
    std::vector<char> seen(n + 1, 0);
    int components = 0;
    while (true) {
        int first = 1;
        while (first <= n && seen[first]) first++;
        if (first > n) break;
        components++;
        std::vector<int> stack{first};
        seen[first] = 1;
        while (!stack.empty()) {
            int u = stack.back();
            stack.pop_back();
            for (int v : near[u])
                if (!seen[v]) {
                    seen[v] = 1;
                    stack.push_back(v);
                }
        }
    }
    printf("%d\n", components);
}
