import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]
    near = [[] for _ in range(n + 1)]
    at = 2
    for _ in range(n - 1):
        u, v = data[at], data[at + 1]
        near[u].append(v)
        near[v].append(u)
        at += 2
    parent, depth, order = [1] * (n + 1), [0] * (n + 1), [1]
    seen = [False] * (n + 1)
    seen[1] = True
    for u in order:
        for v in near[u]:
            if not seen[v]:
                seen[v] = True
                parent[v], depth[v] = u, depth[u] + 1
                order.append(v)
    for _ in range(q):
        x, y = data[at], data[at + 1]
        at += 2
        steps = 0
        while x != y:
            if depth[x] < depth[y]:
                x, y = y, x
            x = parent[x]
            steps += 1
        print(steps)


main()
