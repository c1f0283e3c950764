# Problem: common-divisors
# Euclid's algorithm by remainders.
import sys


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    print(sum(map(gcd, data[1::2], data[2::2])) % 998244353)


main()
