"""Suites that can't be used as they are: each said plainly by every command that runs solutions."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

SUM = "n = int(input())\nprint(sum(map(int, input().split())))\n"
STATEMENT = (Path(__file__).parents[1] / "cases" / "total.md").read_text()
SUITE = {
    "problem.md": STATEMENT,
    "sol/right.py": SUM,
    "tests/small.in": "2\n1 2\n",
    "tests/small.ans": "3\n",
    "tests/large.in": "900\n" + "5 " * 900 + "\n",
    "tests/large.ans": "4500\n",
}
CALLS = {
    "judge": ("judge", "tests", "-s", "sol"),
    "score": ("score", "problem.md", "-s", "sol", "--existing", "tests", "--generated", "tests"),
    "rank": ("rank", "problem.md", "-s", "sol", "--tests", "tests"),
    "gen": ("gen", "problem.md", "-s", "sol", "-o", "out", "--tests", "1"),
}
FILE = Path(__file__).resolve().parents[1] / "cases" / "judging_bad_input.toml"
CASES = tomllib.loads(FILE.read_text())["case"]


@pytest.mark.parametrize(
    ("case", "command"),
    [pytest.param(c, name, id=f"{name}: {c['name']}") for c in CASES for name in CALLS if name in c],
)
def test_it_is_said_plainly(stab, tmp_path: Path, monkeypatch, case: dict[str, Any], command: str):
    for name, text in {**SUITE, **case.get("files", {})}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text != "-":
            path.write_text(text)
        else:
            path.unlink(missing_ok=True)
    if "languages" in case:
        (tmp_path / "languages.toml").write_text(case["languages"])
        monkeypatch.setenv("STAB_LANGUAGES", str(tmp_path / "languages.toml"))
    if "path" in case:
        monkeypatch.setenv("PATH", case["path"])
    budget = () if command in ("judge", "gen") else ("--budget", "0runs")
    wanted = case[command]
    done = stab(*CALLS[command], *budget, "--store", "runs.sqlite", *case.get("options", ()))

    assert done.code == wanted["code"], done.err
    told, shown = (" ".join(text.split()) for text in (done.err, done.out))
    assert [words for words in wanted.get("says", ()) if words not in told] == [], done.err
    assert [words for words in wanted.get("shows", ()) if words not in shown] == [], done.out
