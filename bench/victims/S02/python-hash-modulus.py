# Problem: huge-keys
# Puts keys into a set.
import sys


def main():
    data = sys.stdin.buffer.read().split()
    seen = set()
    for word in data[1:]:
        seen.add(int(word))
    print(len(seen))


main()
