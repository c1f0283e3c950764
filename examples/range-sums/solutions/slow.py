import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]
    a = data[2 : 2 + n]
    rest = data[2 + n :]
    for i in range(q):
        print(sum(a[rest[2 * i] - 1 : rest[2 * i + 1]]))


main()
