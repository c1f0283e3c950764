def main():
    s, p = input(), input()
    count = 0
    for i in range(len(s) - len(p) + 1):
        if s[i : i + len(p)] == p:
            count += 1
    print(count)


main()
