# Problem: distinct-keys
# Counts keys in a dict.
import sys


def main():
    data = sys.stdin.buffer.read().split()
    count = {}
    for word in data[1:]:
        key = int(word)
        count[key] = count.get(key, 0) + 1
    print(len(count))


main()
