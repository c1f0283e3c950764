"""Retrieval against the tags of real problems: python bench/retrieval.py codecontests.jsonl.xz [--write].

A scenario returned for a problem is right when one of the problem's tags allows it; it is missed when a tag
demands it and it is not returned. Tags are coarse and incomplete, so the figures rank routes; they are no
absolute quality. Scenarios that no tag tells (grids, volume of input) are left out.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stab.inject import load_catalog
from stab.inject.encoders import make_encoder
from stab.inject.keyword import keyword_matches
from stab.inject.knn import centroids
from stab.inject.wording import spoken
from stab.records import Problem, Scenario
from stab.statement import problem_from_text

# The statements list their tags in a section of their own: the answer, so it must go.
TAG_SECTION = re.compile(r"(?m)^## Categories\n(?:(?!##)[^\n]*\n)*")

# scenario: (tags that demand it, further tags that allow it)
TAGS: dict[str, tuple[set[str], set[str]]] = {
    "S01": ({"sortings"}, {"greedy", "two pointers", "data structures"}),
    "S02": ({"hashing"}, {"data structures", "strings", "sortings", "implementation"}),
    "S03": (set(), {"data structures", "trees"}),
    "S04": ({"data structures"}, set()),
    "S05": ({"trees"}, {"dfs and similar"}),
    "S06": (set(), {"trees"}),
    "S07": ({"shortest paths"}, {"graphs"}),
    "S08": ({"dsu"}, {"graphs", "dfs and similar"}),
    "S09": ({"graphs"}, {"dfs and similar", "dsu", "2-sat"}),
    "S10": ({"flows", "graph matchings"}, set()),
    "S12": ({"strings"}, {"hashing", "string suffix structures"}),
    "S13": ({"string suffix structures"}, {"strings", "hashing"}),
    "S14": ({"dp"}, {"games", "probabilities"}),
    "S15": ({"meet-in-the-middle"}, {"dp", "bitmasks"}),
    "S16": ({"brute force"}, {"constructive algorithms", "meet-in-the-middle"}),
    "S17": ({"geometry"}, set()),
    "S18": ({"number theory"}, {"math", "chinese remainder theorem"}),
    "S19": (set(), {"greedy", "implementation", "sortings"}),
    "S20": ({"expression parsing"}, {"implementation", "strings"}),
    "S23": ({"binary search"}, {"ternary search"}),
    "S24": ({"two pointers"}, {"binary search", "data structures", "sortings"}),
    "S25": ({"bitmasks"}, {"meet-in-the-middle"}),
    "S26": ({"combinatorics", "probabilities"}, {"math", "matrices", "fft"}),
}


@dataclass
class Count:
    right: int = 0
    wrong: int = 0
    found: int = 0
    missed: int = 0

    def precision(self) -> str:
        return _share(self.right, self.right + self.wrong)

    def recall(self) -> str:
        return _share(self.found, self.found + self.missed)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "-"


Row = tuple[Problem, set[str]]
Finder = Callable[[Problem], Sequence[str]]


def count(rows: Sequence[Row], find: Finder) -> tuple[dict[str, Count], float, float]:
    """Return counts by scenario, the share of problems with an answer, and seconds a problem."""
    counts = {scenario: Count() for scenario in TAGS}
    answered, start = 0, time.perf_counter()
    for problem, tags in rows:
        returned = find(problem)
        answered += bool(returned)
        for scenario, (demanding, allowing) in TAGS.items():
            entry, hit = counts[scenario], scenario in returned
            if hit:
                entry.right += bool(tags & (demanding | allowing))
                entry.wrong += not tags & (demanding | allowing)
            if tags & demanding:
                entry.found += hit
                entry.missed += not hit
    return counts, answered / len(rows), (time.perf_counter() - start) / len(rows)


def knn_finder(rows: Sequence[Row], catalog: Sequence[Scenario], name: str) -> Finder:
    """Return a finder that looks up the two nearest scenarios, all texts embedded beforehand."""
    encoder = make_encoder(name, [text for scenario in catalog for text in scenario.anchors])
    texts = ["\n".join(text for _, text in spoken(problem)) for problem, _ in rows]
    similarity = encoder.encode(texts) @ centroids(catalog, encoder).T
    best = {
        problem.id: [catalog[i].id for i in row.argsort()[::-1][:2]]
        for (problem, _), row in zip(rows, similarity, strict=True)
    }
    return lambda problem: best[problem.id]


def table(results: dict[str, tuple[dict[str, Count], float, float]], catalog: Sequence[Scenario]) -> str:
    """Return precision / recall by scenario and route as Markdown."""
    routes = list(results)
    lines = [
        "| scenario | " + " | ".join(f"{route} P / R" for route in routes) + " |",
        "| --- |" + " --- |" * len(routes),
    ]
    for scenario in catalog:
        if scenario.id in TAGS:
            cells = [results[route][0][scenario.id] for route in routes]
            shown = " | ".join(f"{c.precision()} / {c.recall()} ({c.right + c.wrong})" for c in cells)
            lines.append(f"| {scenario.id} {scenario.name} | {shown} |")
    totals = []
    for route in routes:
        counts = list(results[route][0].values())
        whole = Count(
            *(sum(getattr(c, key) for c in counts) for key in ("right", "wrong", "found", "missed"))
        )
        totals.append(f"{whole.precision()} / {whole.recall()} ({whole.right + whole.wrong})")
    lines.append("| all | " + " | ".join(totals) + " |")
    lines.append("| problems with an answer | " + " | ".join(f"{results[r][1]:.2f}" for r in routes) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", action="store_true", help="save bench/results/retrieval.md")
    parser.add_argument("--no-model", action="store_true", help="leave MiniLM out")
    parser.add_argument("--every", type=int, default=1, help="use each K-th problem only")
    options = parser.parse_args()
    catalog = load_catalog()
    rows: list[Row] = []
    with lzma.open(options.corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            text = TAG_SECTION.sub("", row["statements"]["statement.md"])
            problem = problem_from_text(text, id=row["id"])
            rows.append((problem, set(row.get("tags", ()))))
    rows = rows[:: options.every]
    results = {
        rule: count(rows, lambda p, rule=rule: [m.scenario.id for m in keyword_matches(p, catalog, rule)])
        for rule in ("scored", "plain")
    }
    for name in ["lexical"] + ([] if options.no_model else ["minilm"]):
        results[f"KNN {name}"] = count(rows, knn_finder(rows, catalog, name))
    text = table(results, catalog)
    print(text)
    print(f"keyword route: {1000 * results['scored'][2]:.1f} ms a statement")
    if options.write:
        head = (
            f"# Retrieval against tags\n\n`python bench/retrieval.py {options.corpus.name}`, {len(rows)} "
            "problems. P: share of returned scenarios that a tag allows; R: share of the scenarios a tag "
            "demands that were returned; in brackets the number returned. KNN: two for every problem, here "
            "without the keyword route before it.\n\n"
        )
        target = Path(__file__).parent / "results" / "retrieval.md"
        target.write_text(head + text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
