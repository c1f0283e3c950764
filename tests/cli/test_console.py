"""What the console draws: tables in 80 columns of which nothing is lost, signs of life without a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.cli import console as module
from stab.cli.console import WIDTH, Console
from stab.pipeline import Progress

TEXT = st.text("abc 0123456789", max_size=120)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=4))
def test_tables_lose_nothing(rows: list[tuple[str, str, str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        drawn: list[str] = []
        patch.setattr(module.sys.stdout, "write", drawn.append)
        Console().table("", ("first", "second", "third"), rows)
    lines = "".join(drawn).splitlines()
    assert max(map(len, lines)) <= WIDTH
    for digit in "abc0123456789":
        told = sum(cell.count(digit) for row in rows for cell in row)
        assert "".join(lines[1:]).count(digit) == told


def test_long_work_shows_that_it_lives(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 1.0, 30.0, 31.0, 60.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    with Console(bar=False).progress() as hook:
        for done in range(1, 5):
            hook(Progress("measure", done, 4))
    assert capsys.readouterr().err.splitlines() == ["measure: 2 of 4", "measure: 4 of 4"]
