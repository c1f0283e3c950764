# Problem: letters-once
# For each start a set of the letters seen, until one comes again.
import sys


def main():
    s = sys.stdin.readline().strip()
    best = 0
    for start in range(len(s)):
        seen = set()
        for letter in s[start : start + 27]:
            if letter in seen:
                break
            seen.add(letter)
        best = max(best, len(seen))
    print(best)


main()
