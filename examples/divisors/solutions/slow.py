def main():
    for _ in range(int(input())):
        x, count, d = int(input()), 0, 1
        while d * d <= x:
            if x % d == 0:
                count += 1 if d * d == x else 2
            d += 1
        print(count)


main()
