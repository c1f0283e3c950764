# Problem: spans-small
# Walks back from each day.
def main():
    n = int(input())
    a = list(map(int, input().split()))
    total = 0
    for i in range(n):
        j = i
        while j >= 0 and a[j] <= a[i]:
            j -= 1
        total += i - j
    print(total)


main()
