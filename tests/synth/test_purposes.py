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


def test_every_structure_has_words() -> None:
    missing = [
        (kind, label) for kind, table in GENERIC.items() for label in table
        if label != "random" and label not in FILLED[kind]
    ]  # fmt: skip

    assert missing == []
    assert all("\n" not in purpose_of(label, ()) for label in ("random", *STRUCTURES, *INTERPLAYS))
