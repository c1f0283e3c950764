"""`stab score` as a straight line: validate, time both suites, compare."""

from __future__ import annotations

from collections.abc import Sequence

from stab.execute import Protocol, environment, measure, open_sandbox
from stab.layout import bind, infer_layout, validate
from stab.pipeline.events import ProgressHook, silent
from stab.pipeline.measuring import RunHook, Timing
from stab.records import ExistingTest, Limits, Problem, Solution
from stab.saturate import extract
from stab.score import score, select_solutions

PER_LANGUAGE = 5  # the paper's five: fastest, slowest, three at random


def score_tests(
    problem: Problem,
    solutions: Sequence[Solution],
    existing: Sequence[ExistingTest],
    generated: Sequence[ExistingTest],
    limits: Limits,
    seed: int = 0,
    on_event: ProgressHook = silent,
) -> Timing:
    """Return the slowdown rate of the generated tests, for the paper's choice of solutions a language.

    Inputs that break layout or constraints count as failures. Raises what reading the statement raises,
    and SandboxError without isolation.
    """
    invalid = invalid_tests(problem, generated)
    protocol = Protocol(limits=limits)
    with open_sandbox() as sandbox:
        machine = environment(sandbox.isolation)
        before = measure(
            solutions, existing, protocol=protocol, sandbox=sandbox, on_event=RunHook("existing", on_event)
        )
        groups: dict[str, str] = {}
        for language in dict.fromkeys(s.language for s in solutions):
            own = {s.name for s in solutions if s.language is language}
            chosen = select_solutions(
                [m for m in before if m.solution in own], seed=seed, randoms=PER_LANGUAGE - 2
            )
            groups |= {c.solution: c.group for c in chosen}
        evaluated = [s for s in solutions if s.name in groups]
        after = measure(
            evaluated, generated, protocol=protocol, sandbox=sandbox, on_event=RunHook("measure", on_event)
        )
    kept = tuple(m for m in before if m.solution in groups)
    result = score(kept, after, groups=groups, invalid=invalid) if kept else None
    return Timing(after, kept, result, machine)


def invalid_tests(problem: Problem, tests: Sequence[ExistingTest]) -> frozenset[str]:
    """Return the names of the inputs that break the layout or a constraint."""
    extraction = extract(problem)
    layout = infer_layout(problem, extraction)
    binding = bind(layout, extraction, problem.samples)
    return frozenset(
        t.name for t in tests if not validate(layout, binding, t.input.read_bytes(), strict=False).ok
    )
