"""What the user should know about runs: where solutions disagree, what was measured before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from stab.execute import agree
from stab.records import Measurement, Verdict


def refused(measured: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Return for each solution that does not compile its first measurement, with the compiler's text."""
    found = {m.solution: m for m in reversed(measured) if m.verdict is Verdict.COMPILE_ERROR}
    return tuple(found[name] for name in dict.fromkeys(m.solution for m in measured) if name in found)


def reuse(reused: int) -> Iterator[str]:
    """Say how many runs came from the store."""
    if reused:
        yield f"{reused} runs were measured before (--fresh measures them anew)"


def disagreements(
    measured: Sequence[Measurement], solutions: Collection[str], tests: Sequence[str]
) -> list[str]:
    """Return those of the tests on which solutions that finish print different things."""
    found = []
    for name in tests:
        runs = [m.runs[0] for m in measured if m.test == name and m.solution in solutions]
        outputs = [run.stdout for run in runs if run.verdict is Verdict.OK]
        if len(outputs) > 1 and not agree(outputs):
            found.append(name)
    return found
