// Problem: text-and-pattern
// Rolling hash; a place with the right hash is compared letter by letter.
#include <iostream>
#include <string>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    int n = s.size(), m = t.size(), found = 0;
    const unsigned long long MODULUS = 1000000007, BASE = 911;
    unsigned long long wanted = 0, now = 0, power = 1;
    for (int i = 0; i < m; i++) {
        wanted = (wanted * BASE + t[i]) % MODULUS;
        now = (now * BASE + s[i]) % MODULUS;
        if (i) power = power * BASE % MODULUS;
    }
    for (int i = 0; i + m <= n; i++) {
        if (now == wanted) {
            int k = 0;
            while (k < m && s[i + k] == t[k]) k++;
            found += k == m;
        }
        if (i + m < n) now = ((now + MODULUS - power * s[i] % MODULUS) * BASE + s[i + m]) % MODULUS;
    }
    std::cout << found << "\n";
}
