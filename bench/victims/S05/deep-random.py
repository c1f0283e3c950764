# Problem: tree-depths-small
# Finds each vertex's depth by walking up to the root.
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n = data[0]
    near = [[] for _ in range(n + 1)]
    for u, v in zip(data[1::2], data[2::2], strict=True):
        near[u].append(v)
        near[v].append(u)
    parent = [0] * (n + 1)
    order = [1]
    for u in order:
        for v in near[u]:
            if v != parent[u]:
                parent[v] = u
                order.append(v)
    total = 0
    for v in range(1, n + 1):
        while parent[v]:
            total += 1
            v = parent[v]
    print(total)


main()
