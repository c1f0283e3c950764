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
    levels = [parent]
    for _ in range(max(1, n.bit_length())):
        last = levels[-1]
        levels.append([last[last[v]] for v in range(n + 1)])
    out = []
    for _ in range(q):
        x, y = data[at], data[at + 1]
        at += 2
        a, b = (x, y) if depth[x] >= depth[y] else (y, x)
        gap, k = depth[a] - depth[b], 0
        while gap:
            if gap & 1:
                a = levels[k][a]
            gap >>= 1
            k += 1
        if a != b:
            for level in reversed(levels):
                if level[a] != level[b]:
                    a, b = level[a], level[b]
            a = parent[a]
        out.append(depth[x] + depth[y] - 2 * depth[a])
    print("\n".join(map(str, out)))


main()
