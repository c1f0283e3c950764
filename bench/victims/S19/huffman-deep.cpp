// Problem: code-lengths
// Builds Huffman's tree, then climbs from each leaf to the root.
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    using Item = std::pair<long long, int>;
    std::priority_queue<Item, std::vector<Item>, std::greater<Item>> heap;
    std::vector<long long> weight(n);
    std::vector<int> parent(2 * n, -1);
    for (int i = 0; i < n; i++) {
        if (scanf("%lld", &weight[i]) != 1) return 1;
        heap.push({weight[i], i});
    }
    for (int next = n; heap.size() > 1; next++) {
        auto [first, a] = heap.top();
        heap.pop();
        auto [second, b] = heap.top();
        heap.pop();
        parent[a] = parent[b] = next;
        heap.push({first + second, next});
    }
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        long long length = 0;
        for (int at = i; parent[at] >= 0; at = parent[at]) length++;
        sum = (sum + weight[i] % 998244353 * length) % 998244353;
    }
    printf("%lld\n", sum);
}
