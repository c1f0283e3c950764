"""`stab gen` as a straight line: specification -> generators -> inputs -> validated tests -> times."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stab import __version__
from stab.layout import emit_validator, validate
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.measuring import Timing, measure_tests
from stab.pipeline.understanding import understand
from stab.records import (
    Check,
    ExistingTest,
    FaultKind,
    GeneratedTest,
    GenerationSpec,
    Generator,
    Problem,
    Rejection,
    Report,
    Scenario,
    Solution,
)
from stab.synth import compose, run_generator


@dataclass(frozen=True, slots=True)
class Settings:
    """How to generate: at most `tests` inputs, everything random derived from `seed`."""

    tests: int = 10
    seed: int = 0
    encoder: str = "auto"
    catalog: tuple[Scenario, ...] | None = None
    solutions: tuple[Solution, ...] = ()
    existing: tuple[ExistingTest, ...] = ()
    generators: tuple[Generator, ...] = field(default=(), repr=False)  # written elsewhere, by a model say


@dataclass(frozen=True, slots=True)
class Generation:
    """What `stab gen` writes: the report, the validator's source, and answers by test name."""

    report: Report
    validator: str
    answers: dict[str, bytes]


def generate(
    problem: Problem,
    folder: Path,
    settings: Settings = Settings(),
    on_event: ProgressHook = silent,
) -> Generation:
    """Return valid stress inputs for a problem; their files lie in `folder`, named NN-NAME.in.

    Raises what `understand` raises; SandboxError when solutions are given and can't be isolated.
    """
    on_event(Progress("understand", 0, 1))
    spec = understand(problem, catalog=settings.catalog, encoder=settings.encoder)
    on_event(Progress("understand", 1, 1))
    composition = compose(spec, tests=settings.tests, seed=settings.seed)
    candidates = (*settings.generators, *composition.candidates)
    tests, rejections = materialise(spec, candidates, folder, settings, on_event)
    timing = measure_tests(settings.solutions, tests, settings.existing, on_event) if tests else Timing()
    report = Report(
        version=__version__,
        seed=settings.seed,
        spec=spec,
        generators=tuple({t.generator.name: t.generator for t in tests}.values()),
        tests=tests,
        rejections=(*composition.rejections, *rejections),
        measurements=timing.measurements,
        score=timing.score,
        environment=timing.environment,
    )
    title = problem.title or problem.id
    return Generation(report, emit_validator(spec.layout, spec.binding, title), timing.answers)


def materialise(
    spec: GenerationSpec,
    candidates: Sequence[Generator],
    folder: Path,
    settings: Settings,
    on_event: ProgressHook = silent,
) -> tuple[tuple[GeneratedTest, ...], tuple[Rejection, ...]]:
    """Run generators in order and keep the first `settings.tests` inputs that are valid and new.

    Nothing a generator writes is kept before the validator accepted it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tests: list[GeneratedTest] = []
    rejections: list[Rejection] = []
    digests = {_digest(s.input.encode()) for s in spec.problem.samples}
    for generator in candidates:
        if len(tests) == settings.tests:
            break
        seed = derive_seed(settings.seed, generator)
        try:
            data = run_generator(generator, seed)
        except (ValueError, ArithmeticError, LookupError, MemoryError, TypeError) as error:
            rejections.append(Rejection(generator.name, "run", f"{type(error).__name__}: {error}"))
            continue
        check = validate(spec.layout, spec.binding, data)
        digest = _digest(data)
        if not check.ok:
            rejections.append(_invalid(generator, check))
        elif digest in digests:
            rejections.append(Rejection(generator.name, "duplicate", "the same input came before"))
        else:
            digests.add(digest)
            file = folder / f"{len(tests) + 1:02d}-{generator.name}.in"
            file.write_bytes(data)
            tests.append(_test(spec, generator, seed, file, data, check))
            on_event(Progress("generate", len(tests), settings.tests, file.name))
    return tuple(tests), tuple(rejections)


def derive_seed(seed: int, generator: Generator) -> int:
    """Return the seed of a test: a digest of the user's seed and the generator's source."""
    text = f"{seed}\n{generator.source}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") >> 1


def _test(
    spec: GenerationSpec, generator: Generator, seed: int, file: Path, data: bytes, check: Check
) -> GeneratedTest:
    boundary = next((b for b in spec.saturation.boundaries if b.name == generator.boundary), None)
    return GeneratedTest(
        file=file,
        bytes=len(data),
        generator=generator,
        seed=seed,
        values={} if boundary is None else dict(boundary.values),
        hits=check.hits,
        digest=_digest(data),
    )


def _invalid(generator: Generator, check: Check) -> Rejection:
    fault = check.faults[0]
    stage = "layout" if fault.kind is FaultKind.LAYOUT else "constraint"
    return Rejection(
        generator.name,
        stage,
        f"line {fault.line}, column {fault.column}: {fault.token!r} breaks {fault.rule}",
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
