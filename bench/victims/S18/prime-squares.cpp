// Problem: prime-factors
// Trial division; a rest that is prime is recognised by the test of Miller and Rabin.
#include <iostream>

using u64 = unsigned long long;
using u128 = unsigned __int128;

static u64 power(u64 base, u64 exponent, u64 modulus) {
    u64 result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1) result = (u128)result * base % modulus;
        base = (u128)base * base % modulus;
    }
    return result;
}

static bool is_prime(u64 n) {
    if (n < 2) return false;
    for (u64 p : {2, 3, 5, 7, 11, 13, 17, 19, 23})
        if (n % p == 0) return n == p;
    u64 odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0) {
        odd /= 2;
        twos++;
    }
    for (u64 base : {2, 3, 5, 7, 11, 13, 17, 19, 23}) {
        u64 x = power(base, odd, n);
        if (x == 1 || x == n - 1) continue;
        int k = 1;
        for (; k < twos && x != n - 1; k++) x = (u128)x * x % n;
        if (x != n - 1) return false;
    }
    return true;
}

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        u64 x, factors = 0;
        std::cin >> x;
        for (u64 d = 2; x > 1 && !is_prime(x); d++) {
            while (x % d) d++;
            x /= d--;
            factors++;
        }
        std::cout << factors + (x > 1) << "\n";
    }
}
