"""Answers of new tests: what accepted solutions print, where they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stab.errors import InputError
from stab.execute import Grader, Sandbox, compile_solution, grade
from stab.pipeline.comparing import screening_series
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.ledger import Order
from stab.pipeline.measuring import MIN_AGREEING
from stab.pipeline.workbench import Workbench
from stab.records import Checker, ExistingTest, Rejection, Run, Solution, TokenRules, Verdict

_SERIES = "answers alone"


@dataclass(frozen=True, slots=True)
class Answered:
    """The tests with their answers, and those without one, with the reason.

    `runs` are the graded runs that led there, as the first ones of the tests' comparisons.
    """

    tests: tuple[ExistingTest, ...] = ()
    held_back: tuple[Rejection, ...] = ()
    runs: tuple[tuple[Order, Run], ...] = ()


@dataclass(frozen=True, slots=True)
class Voting:
    """Who is asked, how answers are compared, and whether the first one asked is the reference."""

    solutions: tuple[Solution, ...]
    checker: Checker | TokenRules | None = None
    has_reference: bool = False


def answers(
    tests: Sequence[ExistingTest],
    voting: Voting,
    bench: Workbench,
    sandbox: Sandbox,
    folder: Path,
    on_event: ProgressHook = silent,
) -> Answered:
    """Return the tests with answers, written into `folder`; outputs are held for one test at a time.

    The answer is the reference's, else the first one of at least two solutions that finish; each other one
    that finishes must be right beside it, by the suite's own checker. Raises InputError for a checker that
    does not compile.
    """
    _require_checker(voting.checker, sandbox)
    folder.mkdir(parents=True, exist_ok=True)
    found, held_back, graded = [], [], []
    series = screening_series(bench, "generated")
    for number, test in enumerate(tests, 1):
        orders = [Order(solution, test, _SERIES, keep_output=True) for solution in voting.solutions]
        runs = dict(zip((s.name for s in voting.solutions), bench.run_all(orders, "answers"), strict=True))
        file = folder / f"{test.name}.ans"
        reason = _disagreement(test, runs, voting, sandbox, file)
        if reason:
            held_back.append(Rejection(test.name, "answers", reason))
        else:
            answered = ExistingTest(test.name, test.input, file)
            found.append(answered)
            graded += [
                (Order(solution, answered, series), replace(runs[solution.name], stdout=b"", stderr=""))
                for solution in voting.solutions
            ]
        on_event(Progress("answers", number, len(tests), test.name))
    return Answered(tuple(found), tuple(held_back), tuple(graded))


def _disagreement(
    test: ExistingTest, runs: dict[str, Run], voting: Voting, sandbox: Sandbox, file: Path
) -> str:
    """Write the answer that is agreed on; return why there is none, "" where there is one."""
    finished = {name: run for name, run in runs.items() if run.verdict is Verdict.OK}
    first = voting.solutions[0].name if voting.has_reference else next(iter(finished), "")
    if first not in finished:
        return (
            f"{'the reference' if voting.has_reference else 'no solution'} finishes: {_ends(runs)}".replace(
                "the reference finishes", "the reference does not finish"
            )
        )
    if not voting.has_reference and len(finished) < MIN_AGREEING:
        return f"only {first} finishes, and one alone is not trusted: {_ends(runs)}"
    file.write_bytes(finished[first].stdout)
    answered = ExistingTest(test.name, test.input, file)
    odd = []
    for name, run in finished.items():
        if name == first and not isinstance(voting.checker, Checker):
            continue
        graded = grade(run, answered, Grader(checker=voting.checker), sandbox)
        if graded.verdict is not Verdict.OK:
            odd.append(f"{name} ({graded.detail})" if graded.detail else name)
    if not odd:
        return ""
    if odd[0].startswith(first) and isinstance(voting.checker, Checker):
        return f"the suite's checker does not accept {odd[0]}"
    return f"accepted solutions disagree: {', '.join(odd)} against {first}"


def _ends(runs: dict[str, Run]) -> str:
    return ", ".join(f"{n} {r.verdict.value}" for n, r in runs.items() if r.verdict is not Verdict.OK)


def _require_checker(checker: Checker | TokenRules | None, sandbox: Sandbox) -> None:
    if not isinstance(checker, Checker):
        return
    made = compile_solution(checker.program, sandbox)
    if isinstance(made, Run):
        said = " ".join((made.stderr or made.detail).split())[:300]
        raise InputError(
            f"the suite's checker {checker.program.name} does not compile: {said}",
            hint="without it nobody knows which answers are right",
        )
