// Problem: versions
// Follows the chain of versions from the newest one back to the one that is wanted.
#include <cstdio>
#include <vector>

struct Version {
    int added;
    const Version* before;
};

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<Version*> versions(n);
    for (int i = 0; i < n; i++) {
        versions[i] = new Version{0, i ? versions[i - 1] : nullptr};
        if (scanf("%d", &versions[i]->added) != 1) return 1;
    }
    while (q--) {
        int k;
        if (scanf("%d", &k) != 1) return 1;
        long long sum = 0;
        for (const Version* at = versions.back(); at != versions[k - 1]->before; at = at->before) sum += at->added;
        printf("%lld\n", sum % 1000003);
    }
}
