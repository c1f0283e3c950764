"""What `bench/effect.py` measures of one problem: generate, time, compare, by the pipeline itself."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from stab.errors import StabError
from stab.packages import load_tests
from stab.packages.solutions import row_solutions
from stab.pipeline import Generation, Settings, generate
from stab.pipeline.comparing import Baseline, baseline, repeated, screen_first
from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import LocalCrew
from stab.pipeline.measuring import limits_for
from stab.pipeline.scoring import score_suites
from stab.pipeline.workbench import Workbench
from stab.records import ExistingTest, Language, Limits, Measurement, Metric, Problem, Solution, Verdict
from stab.score import Screen, times
from stab.statement.loading import problem_from_row
from stab.statement.rows import Row
from stab.synth import Part

VARIANTS: Mapping[str, tuple[Part, ...]] = {
    "stab": (),
    "no saturation": (Part.SIZES,),
    "no catalog": (Part.CATALOG,),
    "random at full size": (Part.CATALOG, Part.STRUCTURES),
    "random only": tuple(Part),
}
SLOW = "time_limit_exceeded"
SEPARATED = 2.0  # times the slowest accepted submission of the language, and ...
LEAST_S = 0.5  # ... so many seconds: below, start-up and noise decide
SPEND_S = 40.0  # CPU seconds of a slow submission on a suite
_FAMILY = {Language.C: "native", Language.CPP: "native", Language.PYTHON: "python", Language.PYPY: "python"}


@dataclass(frozen=True, slots=True)
class Task:
    """One problem with one variant of the composer; `store` keeps runs of solutions."""

    part: str  # "tiny": against a suite of tiny tests; "strong": against an official suite
    variant: str
    row: Row
    seed: int
    store: Path
    accepted: int  # accepted solutions a language, at most
    official: int  # existing tests, at most: the largest
    limit_s: float | None = None
    seconds: float | None = None  # of interleaved rounds


@dataclass(frozen=True, slots=True)
class Pair:
    """A solution on a generated test: what was decided."""

    test: str
    solution: str
    decision: str
    raw: bool
    rule: str
    cpu_s: float
    reference_s: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Largest:
    """A solution's largest times: on the official tests and on the generated ones."""

    solution: str
    language: str
    official_s: float
    official_test: str
    official_bytes: int
    generated_s: float
    generated_test: str
    failed: str = ""  # a verdict that is neither a time nor a time-out

    @property
    def ratio(self) -> float:
        """The largest time on generated tests over that on official ones."""
        return self.generated_s / max(self.official_s, 1e-4)


@dataclass(frozen=True, slots=True)
class Separation:
    """A slow submission: its largest time over that of the slowest accepted one, on either suite."""

    solution: str
    language: str
    official: float
    generated: float
    by_official: bool
    by_generated: bool
    official_test: str = ""
    generated_test: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one problem; `state` is "measured", or why it is not."""

    id: str
    state: str
    message: str = ""
    tests: int = 0
    largest_bytes: tuple[int, int] = (0, 0)  # of existing and generated tests
    scenarios: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    largest: tuple[Largest, ...] = ()
    slow: tuple[Separation, ...] = ()
    left_out: tuple[str, ...] = ()  # slow submissions without an accepted one of their language

    def document(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return asdict(self)


def outcome_of(document: Mapping[str, Any]) -> Outcome:
    """Return the outcome that a document holds."""
    own = dict(document)
    own["pairs"] = tuple(Pair(**p) for p in own["pairs"])
    own["largest"] = tuple(Largest(**p) for p in own["largest"])
    own["slow"] = tuple(Separation(**p) for p in own["slow"])
    for name in ("scenarios", "notes", "left_out", "largest_bytes"):
        own[name] = tuple(own[name])
    return Outcome(**own)


def run(task: Task) -> Outcome:
    """Take one problem through the line; what fails becomes its state."""
    try:
        problem = problem_from_row(task.row)
        with tempfile.TemporaryDirectory(prefix="stab-") as name:
            return _measured(task, problem, Path(name))
    except StabError as error:
        return Outcome(task.row.id, error.kind, error.message)
    except Exception as error:  # one broken row must not end the work on hundreds
        return Outcome(task.row.id, "crash", f"{type(error).__name__}: {error}")


def _measured(task: Task, problem: Problem, scratch: Path) -> Outcome:
    settings = Settings(seed=task.seed, without=VARIANTS[task.variant])
    made = generate(problem, scratch / "tests", settings)
    tests = [ExistingTest(t.file.stem, t.file) for t in made.report.tests]
    found = load_tests(f"{task.row.file}#{task.row.number}", scratch / "existing")
    existing = [replace(t, answer=None) for t in largest_of(found, task.official)]
    told = _told(task, made, existing, tests)
    if not tests:
        reasons = sorted({f"{r.stage}: {r.reason}" for r in made.report.rejections})
        return replace(told, state="no test", message="; ".join(reasons[:2]))
    measuring = Measuring(
        limits=limits_for(problem, task.limit_s), seed=task.seed, store=task.store, seconds=task.seconds
    )
    if task.part == "strong":  # largest times, no decisions: the slowest three tests run once more
        measuring = replace(measuring, screen=Screen(runs=2, references=1))
    solutions = row_solutions(task.row)
    slow = [s for s in solutions if s.expected == SLOW] if task.part == "strong" else []
    families = {_family(s) for s in slow}
    accepted = [s for s in solutions if s.expected == "accepted" and _family(s) in (families or {_family(s)})]
    accepted = sampled(accepted, task.accepted, task.seed)
    if task.part == "tiny":
        return _scored(told, accepted, existing, tests, measuring)
    with Workbench(measuring) as bench:
        bases = [_bases(s, existing, tests, bench) for s in accepted]
        sizes = {t.name: t.input.stat().st_size for t in existing}
        largest = [own for b in bases if (own := _largest(b, sizes, measuring.limits)) is not None]
        apart = _separations(slow, (existing, tests), bases, bench)
    missing = [s.name for s in slow if s.name not in {f.solution for f in apart}]
    return replace(told, largest=tuple(largest), slow=tuple(apart), left_out=tuple(missing))


def _told(
    task: Task, made: Generation, existing: Sequence[ExistingTest], tests: Sequence[ExistingTest]
) -> Outcome:
    notes = dict.fromkeys(note for t in made.report.tests for note in t.generator.notes)
    return Outcome(
        id=task.row.id,
        state="measured",
        tests=len(tests),
        largest_bytes=(_most_bytes(existing), _most_bytes(tests)),
        scenarios=tuple(m.scenario.id for m in made.report.spec.retrieval.matches),
        notes=tuple(notes)[:4],
    )


def _most_bytes(tests: Iterable[ExistingTest]) -> int:
    return max((t.input.stat().st_size for t in tests), default=0)


def largest_of(tests: Sequence[ExistingTest], most: int) -> list[ExistingTest]:
    """Return the tests with most bytes, of equally long ones those with larger numbers at the beginning."""

    def size(test: ExistingTest) -> tuple[int, list[int]]:
        with test.input.open("rb") as file:
            head = file.read(60).split()
        return test.input.stat().st_size, sorted((int(w) for w in head if w.isdigit()), reverse=True)

    kept = {t.name for t in sorted(tests, key=size, reverse=True)[:most]}
    return [t for t in tests if t.name in kept]


def sampled(solutions: Sequence[Solution], most: int, seed: int) -> list[Solution]:
    """Return at most so many solutions of each language, drawn by a digest of seed and name."""

    def place(solution: Solution) -> bytes:
        return hashlib.sha256(f"{seed}:{solution.name}".encode()).digest()

    kept = []
    for language in dict.fromkeys(s.language for s in solutions):
        kept += sorted((s for s in solutions if s.language is language), key=place)[:most]
    return kept


# --- against tiny suites: decisions ----------------------------------------------------------


def _scored(
    told: Outcome,
    accepted: Sequence[Solution],
    existing: Sequence[ExistingTest],
    tests: Sequence[ExistingTest],
    measuring: Measuring,
) -> Outcome:
    with Workbench(measuring) as bench:
        scoring = score_suites(accepted, existing, tests, LocalCrew(bench))
    sizes = {t.name: t.input.stat().st_size for t in tests}
    pairs = tuple(
        Pair(
            test=s.test,
            solution=s.solution,
            decision=s.decision.value,
            raw=s.raw_success,
            rule=s.rule,
            cpu_s=_middle(s.cpu_s),
            reference_s=_middle(s.reference_cpu_s),
            bytes=sizes[s.test],
        )
        for s in scoring.score.by_test
    )
    base = {s.solution: s for s in scoring.score.by_solution if s.asr is not None}
    pairs = tuple(p for p in pairs if p.solution in base)
    if not pairs:
        return replace(told, state="nothing to compare with", message="; ".join(scoring.notes[:2])[:200])
    top = _existing_tops(accepted, existing, measuring)
    largest = tuple(
        Largest(name, "", top[name], "", 0, max(p.cpu_s for p in pairs if p.solution == name), "")
        for name in base
    )
    notes = (*told.notes, *scoring.notes[:3])
    return replace(told, pairs=pairs, largest=largest, notes=notes)


def _existing_tops(
    accepted: Sequence[Solution], existing: Sequence[ExistingTest], measuring: Measuring
) -> dict[str, float]:
    """Return each solution's largest time on existing tests; the store has the runs of the comparison."""
    found = {}
    with Workbench(measuring) as bench:
        for solution in accepted:
            first = screen_first([solution], existing, bench, "existing")
            base = baseline(solution, existing, first, bench)
            found[solution.name] = _top(base, first, measuring.limits)[0]
    return found


def _middle(figures: Sequence[float]) -> float:
    return median(figures) if figures else 0.0


# --- against official suites: largest times, and who is told apart ---------------------------


@dataclass(frozen=True, slots=True)
class _Bases:
    solution: Solution
    official: Baseline | None
    generated: Baseline | None
    official_first: tuple[Measurement, ...]
    generated_first: tuple[Measurement, ...]


def _bases(
    solution: Solution, existing: Sequence[ExistingTest], tests: Sequence[ExistingTest], bench: Workbench
) -> _Bases:
    first = screen_first([solution], existing, bench, "existing")
    then = screen_first([solution], tests, bench, "generated")
    return _Bases(
        solution,
        baseline(solution, existing, first, bench),
        baseline(solution, tests, then, bench),
        first,
        then,
    )


def _top(base: Baseline | None, first: Sequence[Measurement], limits: Limits) -> tuple[float, str]:
    """Return the largest median and its test; the limit where a run was killed: it is a lower bound."""
    killed = next((m.test for m in first if m.verdict is Verdict.TIME), None)
    if killed is not None:
        return limits.time_s, killed
    if base is None:
        return 0.0, ""
    name, own = max(base.times.items(), key=lambda item: _middle(item[1]))
    return _middle(own), name


def _largest(found: _Bases, sizes: Mapping[str, int], limits: Limits) -> Largest | None:
    """Return a solution's largest times; None where it fails on an official test, and says nothing."""
    fine = (Verdict.OK, Verdict.TIME, Verdict.WRONG_ANSWER)
    if any(m.verdict not in fine for m in found.official_first):
        return None
    bad = next((f"{m.verdict.value} on {m.test}" for m in found.generated_first if m.verdict not in fine), "")
    official, test = _top(found.official, found.official_first, limits)
    generated, other = _top(found.generated, found.generated_first, limits)
    return Largest(
        solution=found.solution.name,
        language=found.solution.language.value,
        official_s=official,
        official_test=test,
        official_bytes=sizes.get(test, 0),
        generated_s=generated,
        generated_test=other,
        failed=bad,
    )


def _separations(
    slow: Sequence[Solution],
    suites: tuple[Sequence[ExistingTest], Sequence[ExistingTest]],
    bases: Sequence[_Bases],
    bench: Workbench,
) -> list[Separation]:
    """Return what both suites say of slow submissions whose language has an accepted one."""
    found = []
    for solution in slow:
        peers = [b for b in bases if _family(b.solution) == _family(solution)]
        if not peers:
            continue
        official = _apart(solution, suites[0], [(p.official, p.official_first) for p in peers], bench)
        generated = _apart(solution, suites[1], [(p.generated, p.generated_first) for p in peers], bench)
        found.append(
            Separation(
                solution=solution.name,
                language=solution.language.value,
                official=official.ratio,
                generated=generated.ratio,
                by_official=official.is_separated,
                by_generated=generated.is_separated,
                official_test=official.test,
                generated_test=generated.test,
            )
        )
    return found


def _family(solution: Solution) -> str:
    return _FAMILY.get(solution.language, solution.language.value)


@dataclass(frozen=True, slots=True)
class _Apart:
    ratio: float
    is_separated: bool
    test: str


def _apart(
    solution: Solution,
    tests: Sequence[ExistingTest],
    peers: Sequence[tuple[Baseline | None, Sequence[Measurement]]],
    bench: Workbench,
) -> _Apart:
    """Return how far the slow submission is from its peers on a suite; it stops where it is beyond doubt.

    The tests that are hardest for the peers come first. A run is killed at four times the slowest peer. Where
    twice the slowest peer is beyond the time limit, nobody is told apart (0).
    """
    full = bench.measuring.limits
    reference = max(_top(base, first, full)[0] for base, first in peers)
    cap = min(full.time_s, max(1.0, 2 * SEPARATED * reference))
    if SEPARATED * reference >= full.time_s:  # no run may take so long
        return _Apart(0.0, False, "")
    hardest: dict[str, float] = {}
    for _, first in peers:
        for m in first:
            hardest[m.test] = max(hardest.get(m.test, 0.0), m.runs[0].cpu_s)
    ordered = sorted(tests, key=lambda t: -hardest.get(t.name, 0.0))
    own = replace(bench.measuring, limits=replace(full, time_s=cap))
    best, which, spent = 0.0, "", 0.0
    with Workbench(own) as capped:
        for test in ordered:
            measured = screen_first([solution], [test], capped, "slow")[0]
            seconds = cap if measured.verdict is Verdict.TIME else max(times(measured), default=0.0)
            if (
                best < seconds < cap
                and 1.4 < seconds / max(reference, 1e-4) < 2.8
                and seconds > 0.8 * LEAST_S
            ):
                runs = repeated(solution, [test], {test.name: measured.runs[0]}, capped, "slow")[test.name]
                again = times(Measurement(solution.name, test.name, Verdict.OK, runs), Metric.CPU)
                seconds = _middle(again) if again else seconds
            if seconds > best:
                best, which = seconds, test.name
            spent += measured.runs[0].cpu_s
            if best >= cap or spent > SPEND_S:
                break
    ratio = best / max(reference, 1e-4)
    return _Apart(ratio, ratio > SEPARATED and best > LEAST_S, which)
