"""Which rows of a data set are done already: only what would be made the same way now."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stab.errors import BudgetError, ModelError
from stab.model import ModelChoice, Parameters
from stab.pipeline import Settings, Synth
from stab.pipeline.resuming import earlier_output, made_with
from stab.pipeline.rows import RowTask, run_row
from stab.records import Reply
from stab.statement import Row

STATEMENT = """# Sums

## Input

The first line contains an integer n (1 ≤ n ≤ 50).
The second line contains n integers a_1, ..., a_n (0 ≤ a_i ≤ 100). Sort them with quicksort.

## Sample Input

```
3
1 2 3
```

## Sample Output

```
6
```
"""
PROGRAM = "```python\ndef generate(seed):\n    return '2\\n7 7\\n'\n```"


class Scripted:
    """A model that answers once and then fails."""

    name = "scripted"

    def __init__(self, error: Exception) -> None:
        self.answers: list[Reply | Exception] = [Reply(PROGRAM, "stop", 10, 5), error]

    def complete(self, messages: object, parameters: Parameters = Parameters()) -> Reply:  # noqa: B008
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def task(tmp_path: Path) -> RowTask:
    row = Row("sums", 0, tmp_path / "rows.jsonl", {"id": "sums", "statement": STATEMENT})
    return RowTask(row, tmp_path / "out", Settings(tests=2))


def files(task: RowTask) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in task.folder.rglob("*") if p.is_file()}


def test_a_finished_row_is_not_made_again(task):
    assert run_row(task).status == "ok"
    before = files(task)

    assert run_row(task).status == "done before"
    assert run_row(replace(task, force=True)).status == "done before"
    assert files(task) == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 1}, "seed was 0, is 1"),
        ({"tests": 3}, "tests was 2, is 3"),
        ({"encoder": "lexical"}, "encoder was auto, is lexical"),
        ({"time_s": 2.0}, "time_s was not given, is 2.0"),
        ({"catalog": ()}, "the catalog was another one"),
        ({"model": ModelChoice("m", "http://127.0.0.1:9/v1")}, "synth was compose, is both"),
        ({"model": ModelChoice("m"), "synth": Synth.COMPOSE}, "model was not given, is m"),
    ],
)
def test_other_settings_are_said_and_nothing_is_lost(task, changed, said):
    run_row(task)
    before = files(task)

    result = run_row(replace(task, settings=replace(task.settings, **changed)))

    assert result.status == "other settings"
    assert result.message == f"{said}; --force makes it anew"
    assert files(task) == before


def test_other_rows_and_wishes_are_said(task):
    run_row(task)

    changed = replace(task.row, data={**task.row.data, "statement": STATEMENT.replace("50", "60")})
    assert "the row was another one" in run_row(replace(task, row=changed)).message
    assert "solutions was False" in run_row(replace(task, with_solutions=True)).message
    assert "existing was False" in run_row(replace(task, with_existing=True)).message


def test_what_changes_no_test_makes_no_difference(task, monkeypatch):
    def of(**options):
        settings = replace(task.settings, model=ModelChoice("m", "http://127.0.0.1:9/v1", **options))
        return made_with(task.row, settings, solutions=False, existing=False)

    assert of() == of(max_tokens_total=9, timeout_s=1.0, retries=0, ledger=Path("x"))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    assert replace(of()) == made_with(
        task.row, replace(task.settings, model=ModelChoice("m")), solutions=False, existing=False
    )


def test_force_makes_it_anew(task):
    run_row(task)
    before = files(task)
    again = replace(task, settings=replace(task.settings, seed=1), force=True)

    assert run_row(again).status == "ok"
    assert files(task)["report.json"] != before["report.json"]
    assert run_row(again).status == "done before"


@pytest.mark.parametrize("harm", ["missing test", "claim", "damaged"])
def test_what_an_interruption_left_is_finished(task, harm):
    run_row(task)
    before = files(task)
    report = task.folder / "report.json"
    if harm == "missing test":
        next(task.folder.glob("tests/*.in")).unlink()
    elif harm == "claim":
        names = json.loads(report.read_text())["files"]
        report.write_text(json.dumps({"schema": "stab/report/1", "files": names}))
    else:
        report.write_text(report.read_text()[:100])

    result = run_row(task)
    if harm == "damaged":  # whose files these are can't be told any more
        assert result.status == "input" and "did not write" in result.message
    else:
        assert result.status == "ok"
        assert files(task) == before


@pytest.mark.parametrize(
    ("error", "status"), [(ModelError("gone"), "model"), (BudgetError("spent"), "budget")]
)
def test_a_row_that_the_model_left_short_is_no_finished_one(task, error, status):
    short = replace(task, settings=Settings(tests=4, model=Scripted(error)))
    result = run_row(short)

    assert (result.status, result.tests, result.message) == (status, 4, error.message)
    assert result.model is not None and (result.model.requests, result.model.accepted) == (1, 1)
    assert not earlier_output(
        short.folder, made_with(short.row, short.settings, solutions=False, existing=False)
    ).is_finished

    full = replace(short, settings=replace(short.settings, model=Scripted(ModelError("never"))))
    full.settings.model.answers = [Reply(PROGRAM.replace("7 7", f"7 {n}"), "stop", 10, 5) for n in (1, 2)] * 9
    assert run_row(full).status == "ok"
    assert run_row(full).status == "done before"


def test_an_output_of_one_problem_is_not_a_rows(task):
    run_row(task)
    report = task.folder / "report.json"
    document = json.loads(report.read_text())
    del document["made_with"]
    report.write_text(json.dumps(document))

    assert "not made by a run over a data set" in run_row(task).message


def test_someone_elses_report_is_not_touched(task):
    task.folder.mkdir()
    (task.folder / "report.json").write_text('{"schema": "mine/1", "tests": []}')

    assert run_row(task).status == "input"
    assert files(task) == {"report.json": b'{"schema": "mine/1", "tests": []}'}
