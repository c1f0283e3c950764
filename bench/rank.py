"""Eight sorting programs whose growth is known: are order, groups and exponents right, each time?

python bench/rank.py [--repetitions 10] [--json FILE]

The programs make n numbers themselves, sort them and print a checksum: n (counting), n log n (libraries, a
merge sort) and n^2 (selection) in C++, Python and Java, and one n^2 program twice under two names, which
must share a rank. A call that was ended goes on behind the repetitions in FILE.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from machine import machine

from stab.pipeline.conditions import Measuring
from stab.pipeline.ranking import rank_solutions
from stab.records import ExistingTest, Language, Limits, Ranking, SizedTest, Solution

FULL = 30_000
SIZES = (16, *(round(2 ** (k / 2)) for k in range(18, 35)), *(1 << k for k in range(18, 25)))
CPP = """#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; if (scanf("%%d", &n) != 1) return 1;
    vector<int> a(n); unsigned x = 12345;
    for (auto &v : a) { x = x * 1664525u + 1013904223u; v = x >> 1; }
    %s
    long long s = 0; for (int i = 0; i < n; i++) s = (s * 31 + (a[i] >> 21)) %% 1000003;
    printf("%%lld\\n", s);
}
"""
PYTHON = """n = int(input())
a, x = [], 12345
for _ in range(n):
    x = (x * 1664525 + 1013904223) % 4294967296
    a.append(x >> 1)
%s
s = 0
for v in a: s = (s * 31 + (v >> 21)) %% 1000003
print(s)
""".replace("% 4294967296", "%% 4294967296")
JAVA = """class Main { public static void main(String[] z) {
    int n = new java.util.Scanner(System.in).nextInt(), x = 12345; int[] a = new int[n];
    for (int i = 0; i < n; i++) { x = x * 1664525 + 1013904223; a[i] = x >>> 1; }
    %s
    long s = 0; for (int v : a) s = (s * 31 + (v >> 21)) %% 1000003;
    System.out.println(s);
} }
"""
SELECT = (
    "for (int i = 0; i < n; i++) { int k = i; for (int j = i + 1; j < n; j++) if (a[j] < a[k]) k = j; %s }"
)
PYTHON_SELECT = (
    "for i in range(n):\n    k = i\n    for j in range(i + 1, n):\n        if a[j] < a[k]: k = j\n"
    "    a[i], a[k] = a[k], a[i]"
)
COUNT = (  # the checksum is of the upper ten bits alone
    "int c[1024] = {}; for (int v : a) c[v >> 21]++;"
    " int p = 0; for (int v = 0; v < 1024; v++) while (c[v]--) a[p++] = v << 21;"
)
MERGE = (  # Arrays.sort is so large that compiling it takes a second of run time, spread over all sizes
    "int[] b = new int[n]; for (int w = 1; w < n; w *= 2) { for (int l = 0; l < n; l += 2 * w) {"
    " int m = Math.min(l + w, n), r = Math.min(l + 2 * w, n), i = l, j = m, k = l;"
    " while (k < r) b[k++] = j >= r || i < m && a[i] <= a[j] ? a[i++] : a[j++]; }"
    " int[] t = a; a = b; b = t; }"
)


@dataclass(frozen=True, slots=True)
class Known:
    """A program with its place among the others and the exponent of its time."""

    solution: Solution
    group: int
    exponent: float


def programs() -> list[Known]:
    """Return the eight programs; the groups are those at FULL numbers."""
    swap_cpp, swap_java = "swap(a[i], a[k]);", "int t = a[i]; a[i] = a[k]; a[k] = t;"
    made = [
        ("count.cpp", Language.CPP, CPP % COUNT, 1, 1.0),
        ("library.cpp", Language.CPP, CPP % "sort(a.begin(), a.end());", 2, 1.07),
        ("library.py", Language.PYTHON, PYTHON % "a.sort()", 3, 1.07),
        ("merge.java", Language.JAVA, JAVA % MERGE, 4, 1.07),
        ("select.cpp", Language.CPP, CPP % (SELECT % swap_cpp), 5, 2.0),
        ("select-again.cpp", Language.CPP, "// the same\n" + CPP % (SELECT % swap_cpp), 5, 2.0),
        ("select.java", Language.JAVA, JAVA % (SELECT % swap_java), 6, 2.0),
        ("select.py", Language.PYTHON, PYTHON % PYTHON_SELECT, 7, 2.0),
    ]
    return [Known(Solution(n, lang, src), group, exponent) for n, lang, src, group, exponent in made]


def faults(ranking: Ranking, known: list[Known]) -> list[str]:
    """Return what is wrong with a ranking."""
    wanted = {k.solution.name: k for k in known}
    found = []
    for own in ranking.solutions:
        is_ = wanted[own.solution]
        if own.rank_group != is_.group:
            found.append(f"{own.solution}: rank {own.rank_group}, not {is_.group} ({own.median} s)")
        if own.growth is None:
            found.append(f"{own.solution}: no growth")
        elif abs(own.growth.exponent - is_.exponent) > 0.2:
            found.append(f"{own.solution}: exponent {own.growth.exponent:.2f}, not {is_.exponent}")
    return found


def repetition(number: int, known: list[Known], folder: Path) -> dict[str, Any]:
    """Return what one ranking found: what is wrong with it, the exponents, the times, the machine."""
    for size in (FULL, *SIZES):
        (folder / f"{size}.in").write_text(f"{size}\n")
    full = ExistingTest("full", folder / f"{FULL}.in")
    sized = [SizedTest("", size, ExistingTest(str(size), folder / f"{size}.in")) for size in SIZES]
    began = time.monotonic()
    settings = Measuring(limits=Limits(time_s=4.0), seed=number)
    ranking = rank_solutions([k.solution for k in known], [full], settings, resize=lambda names: sized)
    growths = {r.solution: r.growth for r in ranking.solutions}
    return {
        "number": number,
        "wrong": faults(ranking, known),
        "exponents": {name: None if g is None else round(g.exponent, 3) for name, g in growths.items()},
        "seconds": {r.solution: r.median for r in ranking.solutions},
        "took_s": round(time.monotonic() - began),
        "machine": machine(),
    }


def main() -> int:
    """Print each repetition, write the results where asked; 0 if all are right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--json", type=Path, help="also keeps each repetition: the same call goes on")
    options = parser.parse_args()
    known = programs()
    rows = (
        json.loads(options.json.read_text())["repetitions"] if options.json and options.json.exists() else []
    )
    document = {
        "schema": "stab/bench/rank/1",
        "right": sum(not row["wrong"] for row in rows),
        "repetitions": rows,
    }
    for number in range(len(rows), options.repetitions):
        with tempfile.TemporaryDirectory() as name:
            rows.append(repetition(number, known, Path(name)))
        print(f"repetition {number + 1}: {'; '.join(rows[-1]['wrong']) or 'right'}", flush=True)
        document["right"] = sum(not row["wrong"] for row in rows)
        if options.json:
            options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(document, indent=1))
    return 0 if all(not row["wrong"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
