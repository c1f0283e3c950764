"""`stab gen` as a straight line: specification -> generators -> inputs -> validated tests -> times."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from stab import __version__
from stab.errors import InputError, MachineError, ModelError
from stab.layout import describe_fault, emit_validator, near_misses, validate
from stab.model import ModelChoice
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.outcomes import Synthesis, Timing
from stab.pipeline.runners import GeneratorFailed, Runner, TrustingRunner, derive_seed, run_here
from stab.pipeline.settings import STANDARD, Settings, Synth
from stab.pipeline.shipping import Shipped, other_validators
from stab.pipeline.suite import suite_faults
from stab.pipeline.understanding import remarks, understand
from stab.records import (
    Check,
    FaultKind,
    GeneratedTest,
    GenerationSpec,
    Generator,
    ModelUse,
    NearMisses,
    Problem,
    Rejection,
    Report,
    SizedTest,
)
from stab.synth import Composition, compose


@dataclass(frozen=True, slots=True)
class Generation:
    """What `stab gen` writes: the report, the validator's source, and answers by test name.

    `synthesis` tells of the model; its `failure` is why the tests are composed alone.
    """

    report: Report
    validator: str
    answers: dict[str, bytes]
    synthesis: Synthesis = field(default_factory=Synthesis)
    notes: tuple[str, ...] = ()  # what to know of the times: who could not be compared, and why
    near_misses: NearMisses | None = None  # must-reject inputs, where wanted
    validators: tuple[Shipped, ...] = ()  # beside validator.py
    sized: tuple[SizedTest, ...] = ()  # where wanted: families of tests, with smaller inputs of each


def generate(
    problem: Problem,
    folder: Path,
    settings: Settings = STANDARD,
    on_event: ProgressHook = silent,
) -> Generation:
    """Return valid stress inputs for a problem; their files lie in `folder`, named NN-NAME.in.

    Raises what `understand` raises; UsageError for a route without a model; SandboxError when programs of
    others are to be run and can't be isolated; ModelError when only a model could have written the tests
    and it can't be reached.
    """
    route = settings.route
    on_event(Progress("understand", 0, 1))
    spec = understand(problem, catalog=settings.catalog, encoder=settings.encoder)
    on_event(Progress("understand", 1, 1))
    composition, synthesis = Composition(()), Synthesis()
    if route is not Synth.LLM:
        composition = compose(spec, tests=settings.tests, seed=settings.seed, without=settings.without)
    with TrustingRunner(composition.candidates) as runner:
        if route is not Synth.COMPOSE:
            synthesis = ask_model(spec, settings, runner, on_event)
        candidates = (*settings.generators, *_alternating(synthesis.generators, composition.candidates))
        tests, rejections = materialise(spec, candidates, folder, settings, on_event, runner)
    if synthesis.failure is not None and not tests:
        raise synthesis.failure
    rejections = (*synthesis.rejections, *composition.rejections, *rejections)
    faults = suite_faults(spec.layout, spec.binding, settings.existing)
    timing = _timed(problem, tests, settings, faults, on_event)
    validator = emit_validator(spec.layout, spec.binding, problem.title or problem.id)
    report = _report(spec, settings, tests, rejections, timing, synthesis.usage)
    report = replace(report, suite_faults=faults)
    misses = must_reject(spec, tests) if settings.invalid else None
    sized = smaller(report, folder / "sizes") if settings.sizes else ()
    notes = (*remarks(spec.extraction, spec.binding), *timing.notes)
    shipped = other_validators(spec)
    return Generation(report, validator, timing.answers, synthesis, notes, misses, shipped, sized)


def must_reject(spec: GenerationSpec, tests: Sequence[GeneratedTest]) -> NearMisses:
    """Return inputs that break one rule each, made from the samples and the smallest tests."""
    small = sorted(tests, key=lambda test: test.bytes)[:4]
    samples = [sample.input.encode("utf-8", "replace") for sample in spec.problem.samples]
    return near_misses(spec.layout, spec.binding, [*samples, *(test.file.read_bytes() for test in small)])


def smaller(report: Report, folder: Path) -> tuple[SizedTest, ...]:
    """Return the families of all tests that the composer can write smaller, the test itself in each."""
    from stab.pipeline.growing import resized

    families: dict[str, dict[int, SizedTest]] = {}
    for sized in resized(report, {test.file.stem for test in report.tests}, folder):
        families.setdefault(sized.family, {}).setdefault(sized.size, sized)
    return tuple(s for family in families.values() if len(family) > 1 for s in family.values())


def _timed(
    problem: Problem,
    tests: Sequence[GeneratedTest],
    settings: Settings,
    faults: Sequence[Rejection],
    on_event: ProgressHook,
) -> Timing:
    if not (tests and settings.solutions):
        return Timing()
    from stab.pipeline.conditions import Measuring
    from stab.pipeline.measuring import limits_for, measure_tests

    limits = limits_for(problem, settings.time_s)
    measuring = Measuring(
        limits=limits,
        seed=settings.seed,
        store=settings.store,
        fresh=settings.fresh,
        seconds=settings.seconds,
        runs=settings.runs,
    )
    return measure_tests(
        settings.solutions, tests, settings.existing, measuring, faults=faults, on_event=on_event
    )


def _report(
    spec: GenerationSpec,
    settings: Settings,
    tests: tuple[GeneratedTest, ...],
    rejections: tuple[Rejection, ...],
    timing: Timing,
    usage: ModelUse | None,
) -> Report:
    return Report(
        version=__version__,
        seed=settings.seed,
        spec=spec,
        generators=tuple({t.generator.name: t.generator for t in tests}.values()),
        tests=tests,
        rejections=rejections,
        measurements=timing.measurements,
        score=timing.score,
        environment=timing.environment,
        model=usage,
    )


def ask_model(
    spec: GenerationSpec, settings: Settings, runner: TrustingRunner, on_event: ProgressHook = silent
) -> Synthesis:
    """Return what the model of the settings wrote; a missing model or isolation is the result's failure."""
    from stab.pipeline.llm_route import MODEL_LIMITS, synthesize

    limit = settings.tests if settings.route is Synth.LLM else (settings.tests + 1) // 2
    limits = replace(MODEL_LIMITS, time_s=settings.generator_time_s or MODEL_LIMITS.time_s)
    choice = settings.model
    assert choice is not None  # or Settings.route had raised
    try:
        sandbox = runner.sandbox()  # first: without it no reply could be used
        model = choice.open() if isinstance(choice, ModelChoice) else choice
        return synthesize(
            spec, model, sandbox, limit=limit, seed=settings.seed, limits=limits, on_event=on_event
        )
    except MachineError as error:
        stage = "model" if isinstance(error, ModelError) else "run"
        rejection = Rejection("llm", stage, error.message)
        return Synthesis((), (rejection,), ModelUse(choice.name, shortfall=error.message), error)


def _alternating(first: Sequence[Generator], second: Sequence[Generator]) -> Iterator[Generator]:
    for pair in zip_longest(first, second):
        yield from (generator for generator in pair if generator is not None)


def materialise(
    spec: GenerationSpec,
    candidates: Sequence[Generator],
    folder: Path,
    settings: Settings,
    on_event: ProgressHook = silent,
    run: Runner = run_here,
) -> tuple[tuple[GeneratedTest, ...], tuple[Rejection, ...]]:
    """Run generators in order and keep the first `settings.tests` inputs that are valid and new.

    Nothing a generator writes is kept before the validator accepted it. Raises InputError where a file of
    that name is there already.
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
            data = run(generator, seed)
        except GeneratorFailed as error:
            rejections.append(Rejection(generator.name, "run", str(error)))
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
            _write_new(file, data)
            tests.append(_test(spec, generator, seed, file, check, digest))
            on_event(Progress("generate", len(tests), settings.tests, file.name))
    return tuple(tests), tuple(rejections)


def _write_new(file: Path, data: bytes) -> None:
    """Write a file that is not there. Raises InputError for one that is: it may be the user's."""
    try:
        with file.open("xb") as out:
            out.write(data)
    except FileExistsError as error:
        raise InputError("this file is there already", file=str(file), hint="give a new folder") from error


def _test(
    spec: GenerationSpec, generator: Generator, seed: int, file: Path, check: Check, digest: str
) -> GeneratedTest:
    boundary = next((b for b in spec.saturation.boundaries if b.name == generator.boundary), None)
    return GeneratedTest(
        file=file,
        bytes=file.stat().st_size,
        generator=generator,
        seed=seed,
        values={} if boundary is None else dict(boundary.values),
        hits=check.hits,
        digest=digest,
    )


def _invalid(generator: Generator, check: Check) -> Rejection:
    fault = check.faults[0]
    stage = "layout" if fault.kind is FaultKind.LAYOUT else "constraint"
    return Rejection(generator.name, stage, describe_fault(fault))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
