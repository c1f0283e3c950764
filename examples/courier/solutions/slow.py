import sys
from collections import deque


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m = data[0], data[1]
    near = [[] for _ in range(n + 1)]
    for i in range(m):
        u, v, w = data[2 + 3 * i : 5 + 3 * i]
        near[u].append((v, w))
        near[v].append((u, w))
    best = [float("inf")] * (n + 1)
    waiting = [False] * (n + 1)
    best[1] = 0
    queue = deque([1])
    while queue:
        u = queue.popleft()
        waiting[u] = False
        for v, w in near[u]:
            if best[u] + w < best[v]:
                best[v] = best[u] + w
                if not waiting[v]:
                    waiting[v] = True
                    queue.append(v)
    print(best[n])


main()
