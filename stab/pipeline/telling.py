"""What the user should know about runs: where solutions disagree, what was measured before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from stab.errors import InputError, MachineError, StabError
from stab.execute import agree, blames_checker
from stab.records import Measurement, Verdict

_MOST_NAMES = 5  # of tests in one message
NO_ANSWER = "no answer tells who is right"


def refused(measured: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Return for each solution that does not compile its first measurement, with the compiler's text."""
    found = {m.solution: m for m in reversed(measured) if m.verdict is Verdict.COMPILE_ERROR}
    return tuple(found[name] for name in dict.fromkeys(m.solution for m in measured) if name in found)


def reuse(reused: int) -> Iterator[str]:
    """Say how many runs came from the store."""
    if reused:
        runs = "1 run was" if reused == 1 else f"{reused} runs were"
        yield f"{runs} measured before (--fresh measures them anew)"


def first_of(lines: Sequence[str], what: str) -> Iterator[str]:
    """Yield the first lines, and how many there are where that is not all."""
    yield from lines[:_MOST_NAMES]
    if len(lines) > _MOST_NAMES:
        yield f"{len(lines)} {what} in all"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A test on which solutions that finish print different things: who prints the same, most first."""

    test: str
    camps: tuple[tuple[str, ...], ...]

    @property
    def who(self) -> str:
        """Return who stands against whom, in words."""
        first, *others = self.camps
        if len(first) > max(len(camp) for camp in others):
            odd = ", ".join(name for camp in others for name in camp)
            return f"{odd} against {len(first)} that print the same"
        return " against ".join(" and ".join(camp) for camp in self.camps)


def disagreements(
    measured: Sequence[Measurement], solutions: Collection[str], tests: Sequence[str]
) -> list[Disagreement]:
    """Return those of the tests on which solutions that finish print different things."""
    found = []
    for name in tests:
        camps: list[tuple[bytes, list[str]]] = []
        for m in measured:
            if m.test == name and m.solution in solutions and m.runs[0].verdict is Verdict.OK:
                output = m.runs[0].stdout
                own = next((names for other, names in camps if agree([other, output])), None)
                if own is None:
                    camps.append((output, [m.solution]))
                else:
                    own.append(m.solution)
        if len(camps) > 1:
            named = sorted((tuple(names) for _, names in camps), key=lambda names: -len(names))
            found.append(Disagreement(name, tuple(named)))
    return found


def in_words(disagreements: Sequence[Disagreement], so: str) -> Iterator[str]:
    """Say once for each way to disagree on which tests it is so, and what follows from it."""
    tests: dict[str, list[str]] = {}
    for own in disagreements:
        tests.setdefault(own.who, []).append(own.test)
    for who, names in tests.items():
        which = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
        yield f"accepted solutions disagree on {which}: {who}; {so}"


def nothing_measured(measured: Sequence[Measurement]) -> StabError:
    """Return the error for runs none of which has a verdict: of the checker, or of this machine."""
    run = next((run for own in measured for run in own.runs), None)
    reason = "nothing could be measured" + (f": {run.detail}" if run is not None and run.detail else "")
    if run is not None and blames_checker(run):
        return InputError(reason, hint="mend the checker, or take it out of the package")
    return MachineError(reason, hint="stab doctor shows what is missing")
