// Problem: digit-walks
// Looks at every house.
#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int x, found = 0;
        if (scanf("%d", &x) != 1) return 1;
        for (int i = 1; i <= x; i++) {
            int digits = 0;
            for (int rest = i; rest; rest /= 10) digits += rest % 10;
            found += digits % 7 == 0;
        }
        printf("%d\n", found);
    }
}
