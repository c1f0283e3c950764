# Problem: call-signs
# A regular expression with one repetition inside another.
import re
import sys

s = sys.stdin.readline().strip()
print("YES" if re.fullmatch(r"(a+c?)+", s) else "NO")
