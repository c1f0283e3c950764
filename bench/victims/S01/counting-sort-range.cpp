// Problem: array-sort
// Bucket sort: n buckets of equal width between the least and the greatest element, insertion sort in each.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    long long low = *std::min_element(a.begin(), a.end()), high = *std::max_element(a.begin(), a.end());
    std::vector<std::vector<int>> buckets(n);
    for (int x : a) {
        auto& bucket = buckets[(x - low) * (n - 1) / std::max(1LL, high - low)];
        bucket.push_back(x);
        for (int j = bucket.size() - 1; j > 0 && bucket[j - 1] > bucket[j]; j--) std::swap(bucket[j - 1], bucket[j]);
    }
    long long sum = 0, place = 0;
    for (auto& bucket : buckets)
        for (int x : bucket) sum = (sum + ++place * x) % 998244353;
    printf("%lld\n", sum);
}
