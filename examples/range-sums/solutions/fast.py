import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]
    total = [0] * (n + 1)
    for i in range(n):
        total[i + 1] = total[i] + data[2 + i]
    rest = data[2 + n :]
    print("\n".join(str(total[rest[2 * i + 1]] - total[rest[2 * i] - 1]) for i in range(q)))


main()
