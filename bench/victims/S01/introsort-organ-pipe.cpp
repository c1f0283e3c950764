// Problem: many-numbers
// std::sort.
#include <algorithm>
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
    std::vector<int> a(n);
    for (int& x : a) x = next_number();
    std::sort(a.begin(), a.end());
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + (i + 1LL) * a[i]) % 998244353;
    printf("%lld\n", sum);
}
