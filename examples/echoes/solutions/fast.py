def main():
    s, p = input(), input()
    border = [0] * len(p)
    k = 0
    for i in range(1, len(p)):
        while k and p[i] != p[k]:
            k = border[k - 1]
        if p[i] == p[k]:
            k += 1
        border[i] = k
    k = count = 0
    for c in s:
        while k and (k == len(p) or c != p[k]):
            k = border[k - 1]
        if c == p[k]:
            k += 1
        if k == len(p):
            count += 1
            if k == 1:
                k = 0
    print(count)


main()
