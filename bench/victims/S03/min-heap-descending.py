# Problem: thousand-least
# Keeps the best in a heap of negated numbers and replaces the worst of them.
import heapq
import sys


def main():
    data = sys.stdin.buffer.read().split()
    best = []
    for word in data[1:]:
        x = -int(word)
        if len(best) < 1000:
            heapq.heappush(best, x)
        elif x > best[0]:
            heapq.heappop(best)
            heapq.heappush(best, x)
    print(-sum(best))


main()
