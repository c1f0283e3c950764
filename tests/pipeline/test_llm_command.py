"""`stab gen --model` as a user calls it, with recorded replies."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STATEMENT = (Path(__file__).parents[1] / "cases" / "sums.md").read_text()
GOOD = """```python
from stab import build
import numpy as np

def generate(seed: int) -> str:
    values = build.seq_sorted(1000, 0, 100, np.random.RandomState(seed))
    return f"{len(values)}\\n" + " ".join(map(str, values))
```"""
STAB = str(Path(sys.executable).with_name("stab"))


@pytest.fixture
def gen(tmp_path):
    (tmp_path / "problem.md").write_text(STATEMENT, encoding="utf-8")
    (tmp_path / "replies").mkdir()

    def call(*options, replies=()):
        for number, text in enumerate(replies, 1):
            (tmp_path / "replies" / f"{number:03d}.txt").write_text(text)
        done = subprocess.run(
            [STAB, "gen", "problem.md", "-o", "out", *options],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=200,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return call


def inputs(folder: Path) -> list[bytes]:
    return [p.read_bytes() for p in sorted((folder / "out" / "tests").glob("*.in"))]


def test_replayed_replies_give_tests_and_their_generators_stand_alone(gen, tmp_path):
    done = gen("--model", "replay:replies", "--tests", "2", "--json", replies=[GOOD])

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert [t["author"] for t in report["tests"]] == ["replay:replies", "compose"]
    test = report["tests"][0]
    alone = subprocess.run(
        [sys.executable, tmp_path / "out" / test["generator"], str(test["seed"])],
        capture_output=True, check=True,
    )  # fmt: skip
    assert alone.stdout == inputs(tmp_path)[0]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--synth", "llm"], 2, "needs a model"),
        (["--synth", "magic"], 2, "one of compose, llm, both"),
        (["--max-tokens-total", "9"], 2, "--model"),
        (["--model", "replay:nowhere", "--synth", "llm"], 4, "there is no folder nowhere"),
        (["--model", "m", "--base-url", "here"], 2, "is not the URL"),
    ],
)
def test_calls_that_can_not_work(gen, options, code, said):
    done = gen(*options)

    assert done.returncode == code
    assert said in done.stderr
