import sys
from collections import Counter


def main():
    rows = sys.stdin.read().split()
    h, w = int(rows[0]), int(rows[1])
    mark = [[i * w + j if rows[2 + i][j] == "." else -1 for j in range(w)] for i in range(h)]
    changed = True
    while changed:
        changed = False
        for i in range(h):
            for j in range(w):
                if mark[i][j] < 0:
                    continue
                for y, x in ((i - 1, j), (i, j - 1), (i + 1, j), (i, j + 1)):
                    if 0 <= y < h and 0 <= x < w and mark[y][x] > mark[i][j]:
                        mark[i][j] = mark[y][x]
                        changed = True
    count = Counter(m for row in mark for m in row if m >= 0)
    print(max(count.values(), default=0))


main()
