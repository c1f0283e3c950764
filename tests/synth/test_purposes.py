"""A purpose speaks of what the input holds, of nothing else."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from stab.synth import compose
from stab.synth.purposes import FILLED, purpose_of
from stab.synth.styles import GENERIC, INTERPLAYS, STRUCTURES

_SPEC = importlib.util.spec_from_file_location("compose_cases", Path(__file__).with_name("test_compose.py"))
assert _SPEC is not None and _SPEC.loader is not None
cases = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(cases)

WORDS = {
    "tree": ("tree", "star", "path", "caterpillar", "broom", "leg"),
    "text": ("text", "letter", "palindrome", "mismatch"),
    "value": ("value",),
    "range": ("range", "prefixes"),
}


@pytest.mark.parametrize(
    ("layout", "rules", "sample", "held"),
    [
        ("n\na[n]", "1 <= n <= 90; 1 <= a[i] <= 10 ** 9", "2\n4 5\n", {"value"}),
        ('s:str(*, "a-z")', "1 <= len(s) <= 90", "ab\n", {"text"}),
        (
            "n\nrepeat n - 1: u v\n@tree u v of n",
            "2 <= n <= 90; 1 <= u, v <= n",
            "3\n1 2\n3 1\n",
            {"tree"},
        ),
    ],
)
def test_structures_tell_only_of_what_is_there(layout: str, rules: str, sample: str, held: set[str]) -> None:
    found = compose(cases.spec_of(layout, rules, "", (sample,)), tests=10).candidates
    told = [g.purpose for g in found if any(g.name == f"balanced-{label}" for label in STRUCTURES)]

    assert len(told) >= 5
    for kind in WORDS.keys() - held:
        words = [w for w in WORDS[kind] if w not in {"tree", "path"}]
        assert [t for t in told if any(word in t for word in words)] == [], kind


ROWS = {
    "words": ('n\nrepeat n: w:str(*, "a-z")', "1 <= n <= 50; 1 <= len(w[i]) <= 8", "2\nab\nzc\n"),
    "words-in-a-line": ('n\nw[n]:str(*, "xyz")', "1 <= n <= 50; 1 <= len(w[i]) <= 8", "2\nxy zx\n"),
    "different-words": (
        'n\nrepeat n: w:str(*, "a-z")\n@distinct w',
        "1 <= n <= 50; 1 <= len(w[i]) <= 8",
        "2\nab\nzc\n",
    ),
    "words-and-numbers": (
        'n\nrepeat n: w:str(*, "a-z") x',
        "1 <= n <= 50; 1 <= len(w[i]) <= 8; 1 <= x <= 99",
        "2\nab 3\nzc 4\n",
    ),
    "decimals": ("n\nrepeat n: x:real", "1 <= n <= 50; 0 <= x[i] <= 9", "2\n1.25\n3.10\n"),
    "ordered-pairs": ("n\nrepeat n: a b", "1 <= n <= 50; 1 <= a < b <= 99", "2\n1 2\n3 4\n"),
    "two-texts": (
        's:str(*, "ab")\np:str(*, "ab")\n@text s\n@pattern p',
        "1 <= len(s) <= 90; 1 <= len(p) <= 90",
        "ab\nb\n",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_different_inputs_tell_different_purposes(name: str) -> None:
    layout, rules, sample = ROWS[name]
    found = compose(cases.spec_of(layout, rules, "", (sample,)), tests=10).candidates

    told = {(g.purpose, g.boundary) for g in found}
    shared = [g.purpose for g in found if "rows in a pattern" in g.purpose]
    assert len(told) == len(found)
    assert shared == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("words", "w: length 8, 26 characters allowed"),
        ("words-in-a-line", "w: length 8, 3 characters allowed"),
        ("two-texts", "s: length 90, 2 characters allowed; p: length"),
    ],
)
def test_purposes_tell_lengths_and_alphabets(name: str, told: str) -> None:
    layout, rules, sample = ROWS[name]
    found = compose(cases.spec_of(layout, rules, "", (sample,)), tests=10).candidates

    assert all(told in g.purpose for g in found if g.name.startswith(("balanced-flat", "balanced-random")))
    shortest = [g.purpose for g in found if g.name == "balanced-low" and name.startswith("words")]
    assert all("w: length 1," in purpose for purpose in shortest)


def test_every_structure_has_words() -> None:
    missing = [
        (kind, label) for kind, table in GENERIC.items() for label in table
        if label != "random" and label not in FILLED[kind]
    ]  # fmt: skip

    assert missing == []
    assert all("\n" not in purpose_of(label, ()) for label in ("random", *STRUCTURES, *INTERPLAYS))
