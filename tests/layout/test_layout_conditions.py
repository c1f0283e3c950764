"""Side conditions that are no bounds: checked where one place is looked at, else said to be unbound."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from stab.expression import names, parse_comparison, render
from stab.layout import bind, emit_validator, parse_layout, validate
from stab.records import Constraint, ConstraintKind, Extraction, Origin, Sample

LAYOUT = "n\ng[n]\nrepeat n: u v\n"
GOOD = b"3\n1 5 1\n1 2\n2 3\n3 1\n"


@pytest.mark.parametrize(
    ("condition", "bad"),
    [
        ("u[i] != v[i]", b"3\n1 5 1\n1 2\n2 2\n3 1\n"),
        ("g[i] in {1, 5}", b"3\n1 4 1\n1 2\n2 3\n3 1\n"),
        ("g[i] != g[i + 1]", b"3\n1 5 5\n1 2\n2 3\n3 1\n"),
        ("g[1] == 1", b"3\n5 5 1\n1 2\n2 3\n3 1\n"),
        ("g[n] == 1", b"3\n1 5 5\n1 2\n2 3\n3 1\n"),
        ("g[1] <= g[n]", b"3\n5 5 1\n1 2\n2 3\n3 1\n"),
    ],
)
def test_condition_is_checked_by_both_validators(condition: str, bad: bytes, tmp_path: Path) -> None:
    layout = parse_layout(LAYOUT)
    binding = bind(layout, Extraction((), (condition,)))
    program = tmp_path / "validator.py"
    program.write_text(emit_validator(layout, binding, "t"), encoding="utf-8")

    assert binding.unbound == ()
    for data, ok in ((GOOD, True), (bad, False)):
        assert validate(layout, binding, data).ok is ok
        done = subprocess.run([sys.executable, program], input=data, capture_output=True, check=False)
        assert done.returncode == (42 if ok else 43), done.stderr


@pytest.mark.parametrize("condition", ["g[i] != g[j]", "g[n - 1] == 0", "g[7 * n] == 0"])
def test_condition_on_other_places_is_unbound(condition: str) -> None:
    binding = bind(parse_layout(LAYOUT), Extraction((), (condition,)))

    assert binding.unbound == (condition,)
    assert not any(rule.is_side_condition for rule in binding.rules)


@pytest.mark.parametrize(
    ("bound", "sample", "kept"),
    [
        ("1 <= g[i] <= 9", "3\n1 -1 4\n", {"-1 <= g[i]", "g[i] != 0", "g[i] <= 9"}),
        ("1 <= g[i] <= 9", "3\n0 5 0\n", {"0 <= g[i]", "g[i] <= 9"}),
        ("5 <= g[i] <= 9", "3\n-1 5 8\n", {"-1 <= g[i]", "(g[i] + 1) * (g[i] - 5) >= 0", "g[i] <= 9"}),
        ("1 <= g[i] <= 9", "3\n-1 -4 8\n", {"g[i] <= 9"}),  # several values: no range with one beside it
        ("1 <= g[i] <= 9", "3\n-7 5 8\n", {"g[i] <= 9"}),
        ("1 <= g[i] <= 9", "3\n1 5 9\n", {"1 <= g[i] <= 9"}),
    ],
)
def test_one_value_below_a_range_in_a_sample_stays_beside_it(bound: str, sample: str, kept: set[str]) -> None:
    layout = parse_layout("n\ng[n]\n")
    sample_ = Sample("1", sample, "")
    binding = bind(layout, _extraction(bound), (sample_,))

    assert {render(r.comparison) for r in binding.rules if "g" in r.fields} == kept
    assert validate(layout, binding, sample.encode()).ok


def test_what_is_taken_instead_is_told() -> None:
    binding = bind(parse_layout("n\ng[n]\n"), _extraction("1 <= g[i]"), (Sample("1", "2\n-1 4\n", ""),))

    assert [u.reason.rpartition("; ")[2] for u in binding.withdrawn] == [
        "taken instead: -1 <= g[i] and g[i] != 0"
    ]
    assert not validate(parse_layout("n\ng[n]\n"), binding, b"1\n-2\n").ok


def _extraction(bound: str) -> Extraction:
    comparison = parse_comparison(bound)
    constraint = Constraint(
        bound, ConstraintKind.INDEXED_RANGE, names(comparison), bound, 1, Origin.NOTATION, comparison
    )
    return Extraction((constraint,))
