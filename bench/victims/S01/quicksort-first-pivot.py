# Problem: array-sort
# Quicksort around the first element with lists and a stack of its own.
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    a = data[1:]
    stack = [a]
    done = []
    while stack:
        part = stack.pop()
        if len(part) < 2:
            done += part
            continue
        pivot = part[0]
        small = [x for x in part[1:] if x < pivot]
        large = [x for x in part[1:] if x >= pivot]
        stack.append(large)
        stack.append([pivot])
        stack.append(small)
    print(sum(i * x for i, x in enumerate(done, 1)) % 998244353)


main()
