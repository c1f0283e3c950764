# Problem: brackets-depth
# Takes away all innermost pairs, again and again, and counts the passes by depth.
import sys


def main():
    s = sys.stdin.readline().strip()
    deepest = depth = 0
    for c in s:
        depth += 1 if c == "(" else -1
        deepest = max(deepest, depth)
    left = s
    while "()" in left:
        left = left.replace("()", "")
    print(deepest if not left else -1)


main()
