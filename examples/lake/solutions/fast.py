import sys


def main():
    rows = sys.stdin.read().split()
    h, w = int(rows[0]), int(rows[1])
    free = [[c == "." for c in row] for row in rows[2:]]
    best = 0
    for i in range(h):
        for j in range(w):
            if not free[i][j]:
                continue
            free[i][j] = False
            lake = [(i, j)]
            for y, x in lake:
                for v, u in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                    if 0 <= v < h and 0 <= u < w and free[v][u]:
                        free[v][u] = False
                        lake.append((v, u))
            best = max(best, len(lake))
    print(best)


main()
