"""What `stab gen` says about what it made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from stab.cli.console import Console

MOST_FAULTS = 10  # that are shown; the report holds all

if TYPE_CHECKING:
    from stab.pipeline import Generation
    from stab.records import GeneratedTest, Measurement, ModelUse, Report


def show_report(console: Console, report: Report, output: Path, wanted: int) -> None:
    """Print what was written, what each test is meant to hurt, what was thrown away, and what to do next."""
    rows = [(t.file.name, f"{t.bytes:,}", t.generator.purpose) for t in report.tests]
    console.table("", ("test", "bytes", "meant to hurt"), rows)
    show_notes(console, report.tests)
    for gap in report.spec.extraction.unread:
        console.note(f"not read, line {gap.line}: {gap.quote} ({gap.reason})")
    show_suite_faults(console, report)
    for rejection in report.rejections:
        console.detail(f"rejected {rejection.subject} ({rejection.stage}): {rejection.reason}")
    if not report.tests:
        console.note(f"no valid input came out; {len(report.rejections)} were thrown away (-v shows why)")
        return
    if report.measurements:
        show_times(console, report)
    if report.score is not None:
        from stab.cli.scoring import show_score

        show_score(console, report.score)
    count = len(report.tests)
    console.line(f"\n{count} valid test{'s' * (count != 1)} in {output / 'tests'}")
    if count < wanted:
        console.line(f"{wanted} were asked for: no other input that fits could be composed")
    if count < wanted and report.rejections:
        console.line(f"{len(report.rejections)} candidates were refused; -v shows why")
    for step in next_steps(report, output):
        console.line(step)


def show_sizes(console: Console, made: Generation, output: Path) -> None:
    """Say which tests there are smaller inputs of, and why not of others."""
    families = {sized.family for sized in made.sized}
    count = len(made.sized) - len(families)
    console.line(f"{count} smaller input{'s' * (count != 1)} of {len(families)} tests in {output / 'sizes'}")
    fixed = [test.file.stem for test in made.report.tests if test.file.stem not in families]
    if fixed:
        console.note(f"of no smaller size (no bound to lower, or not composed): {', '.join(fixed)}")


def show_notes(console: Console, tests: Sequence[GeneratedTest]) -> None:
    """Say where generators had to deviate, and in which tests."""
    numbers: dict[str, list[str]] = {}
    for test in tests:
        for note in test.generator.notes:
            numbers.setdefault(note, []).append(test.file.name.partition("-")[0])
    for note, found in numbers.items():
        which = f"test{'s' * (len(found) > 1)} {', '.join(found)}"
        console.note(f"{'all tests' if len(found) == len(tests) else which}: {note}")


def show_suite_faults(console: Console, report: Report) -> None:
    """Say which existing tests the statement does not allow; all that solutions survive were compared."""
    for fault in report.suite_faults[:MOST_FAULTS]:
        console.note(f"suite fault: {fault.subject}: {fault.reason}")
    if len(report.suite_faults) > MOST_FAULTS:
        console.note(f"... and {len(report.suite_faults) - MOST_FAULTS} more, see report.json")
    if report.suite_faults:
        count = len(report.suite_faults)
        verb = "test breaks" if count == 1 else "tests break"
        console.note(f"{count} existing {verb} the statement as read; compared where all solutions survive")


def show_validators(console: Console, made: Generation) -> None:
    """Say which rules the validators beside validator.py do not check."""
    for shipped in made.validators if made.report.tests else ():
        if shipped.emitted is None:
            console.note(f"no {shipped.file}: {shipped.reason}")
        for text in shipped.left_out:
            console.note(f"{shipped.file} does not check {text}")


def show_invalid(console: Console, made: Generation, output: Path) -> None:
    """Say how many must-reject inputs there are, and which rules none breaks."""
    misses = made.near_misses
    if misses is None or not made.report.tests:
        return
    count, rules = len(misses.inputs), len({m.rule for m in misses.inputs})
    console.line(f"{count} inputs to be refused in {output / 'invalid'}, {rules} rules broken, one in each")
    for rule in misses.unbroken:
        console.note(f"no input breaks this alone: {rule.rule} ({rule.reason})")
    console.detail(f"{misses.dropped} tries broke nothing, or more than their rule")


def next_steps(report: Report, output: Path) -> list[str]:
    """Return what a setter does next, by what is known so far."""
    from stab.records import Decision

    if not report.measurements:
        return [f"next: time your solutions on them: stab gen ... -o {output} --force -s SOLUTIONS"]
    if report.score is None:
        return ["next: compare with the tests that you have: --existing TESTS"]
    longer = (Decision.SLOWER, Decision.TIMEOUT)
    slower = dict.fromkeys(t.test for t in report.score.by_test if t.decision in longer)
    if not slower:
        return [
            "next: no test is slower than all of yours for any solution; try --tests 30 or another --seed"
        ]
    return [f"next: add to your tests what takes longer than all of them: {', '.join(slower)}"]


def show_times(console: Console, report: Report) -> None:
    """Print for each solution its slowest generated test; a killed run is a lower bound."""
    from stab.cli.judging import show_compile_errors
    from stab.records import Verdict

    for fault in dict.fromkeys(
        r.detail for m in report.measurements for r in m.runs if r.verdict is Verdict.UNMEASURED
    ):
        console.note(fault)
    names = dict.fromkeys(m.solution for m in report.measurements)
    rows = [_slowest([m for m in report.measurements if m.solution == name]) for name in names]
    console.table("\nSlowest test of each solution (CPU)", ("solution", "time", "test", "verdicts"), rows)
    show_compile_errors(console, report.measurements)


def _slowest(own: Sequence[Measurement]) -> tuple[str, str, str, str]:
    """Return a solution, its longest time and on which test, and what else than OK there was."""
    from stab.records import Verdict

    verdicts = ", ".join(sorted({m.verdict.value for m in own} - {"OK"})) or "OK"
    timed = [m for m in own if m.runs and m.verdict is not Verdict.UNMEASURED]
    if not timed:
        return own[0].solution, "-", "-", verdicts
    slowest = max(timed, key=lambda m: median(r.cpu_s for r in m.runs))
    sign = "> " if slowest.verdict is Verdict.TIME else ""
    return slowest.solution, f"{sign}{median(r.cpu_s for r in slowest.runs):.2f} s", slowest.test, verdicts


def show_model(console: Console, made: Generation) -> int:
    """Say what asking a model took and why generators of its were refused; return its failure's exit code."""
    synthesis = made.synthesis
    for rejection in synthesis.rejections:
        console.note(f"refused {rejection.subject} ({rejection.stage}): {rejection.reason}")
    if synthesis.usage is not None:
        show_usage(console, [synthesis.usage])
    if synthesis.failure is None:
        return 0
    console.note(f"stab: {synthesis.failure.message}; the tests are those that came without it")
    if synthesis.failure.hint:
        console.note(f"      {synthesis.failure.hint}")
    return synthesis.failure.exit_code


def show_usage(console: Console, uses: Sequence[ModelUse]) -> None:
    """Print what asking a model took, in all."""
    columns = ("requests", "kept replies", "repairs", "prompt tokens", "reply tokens", "generators")
    counts = (
        (u.requests, u.cached, u.repairs, u.prompt_tokens, u.completion_tokens, u.accepted) for u in uses
    )
    totals = [f"{sum(of):,}" for of in zip(*counts, strict=True)]
    console.table(f"\nAsked of {uses[0].model} (kept replies cost nothing)", columns, [totals])
