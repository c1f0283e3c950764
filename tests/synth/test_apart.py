"""Special vertices of which no two hang together."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("corner_cases", Path(__file__).with_name("test_corners.py"))
assert _SPEC is not None and _SPEC.loader is not None
corner_cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(corner_cases)

LAYOUT = "n m k\nc[k]\nrepeat m: u v\n@edges u v of n\n@simple u v\n@distinct c"
RULES = "1 <= n <= 60; 0 <= m <= 800; 1 <= k <= n; 1 <= c[i] <= n; 1 <= u, v <= n"


def joined(text: str) -> list[bool]:
    """Return of each input whether two of its special vertices hang together."""
    found = corner_cases.made(corner_cases.spec(LAYOUT, RULES, "4 1 2\n1 3\n1 2\n", text))
    assert len(set(map(tuple, found.values()))) >= 5
    assert max(int(lines[0].split()[1]) for lines in found.values()) == 800
    answers = []
    for lines in found.values():
        (n, m, _), special, *edges = [list(map(int, line.split())) for line in lines]
        root = list(range(n + 1))
        for u, v in edges:
            old, new = root[u], root[v]
            root = [new if r == old else r for r in root]
        assert len({frozenset(e) for e in edges}) == m and all(u != v for u, v in edges)
        answers.append(len({root[c] for c in special}) < len(special))
    return answers


@pytest.mark.parametrize(
    "text",
    [
        "For any two towns with a mint, there is no path between those two towns.",
        "It is guaranteed that no two of the castles are connected.",
        "Initially there is no way between any two harbours.",
    ],
)
def test_special_vertices_stay_apart(text: str) -> None:
    assert not any(joined(text))


@pytest.mark.parametrize("text", ["", "Print 0 if there is no path between the two towns."])
def test_vertices_may_hang_together_where_nothing_is_promised(text: str) -> None:
    assert any(joined(text))
