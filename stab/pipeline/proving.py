"""`stab catalog check`: does a construction slow its victim down as the catalog claims?

Each goes the way of any test: the statement is understood, the composer writes the construction and random
data of the same sizes, both are validated, and the victim runs on both in turn.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stab.errors import StabError
from stab.pipeline.conditions import Measuring
from stab.pipeline.confirming import Claim, Settled, confirm
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.generating import materialise
from stab.pipeline.ledger import Order
from stab.pipeline.settings import Settings
from stab.pipeline.understanding import understand
from stab.pipeline.victims import Victim
from stab.pipeline.workbench import Workbench
from stab.records import (
    Decision,
    Environment,
    ExistingTest,
    GeneratedTest,
    GenerationSpec,
    Principle,
    Proof,
    Proving,
    Trial,
    Verdict,
)
from stab.score import Pairs, Plan, claimed, figure, screened, undecided
from stab.statement import load_problem
from stab.store import key_of
from stab.synth import Composition, compose_alone

TIME_S = 4.0  # CPU time of a run, after which the victim has been slowed down enough
_FIRST = 3  # rounds after which all runs beyond the claim settle it
_LOOKS = (10, 20)
_SLOWER = 1.05  # what is measured against where nothing is claimed

TrialHook = Callable[[Trial, Environment], None]


def _ignore(trial: Trial, machine: Environment) -> None:
    pass


def prove(
    victims: Sequence[Victim],
    measuring: Measuring,
    *,
    known: Mapping[str, Trial] | None = None,
    on_trial: TrialHook = _ignore,
    on_event: ProgressHook = silent,
) -> Proving:
    """Return a trial for each victim; one whose key is `known` is not run again.

    `on_trial` is told of each as it is done, with the machine that measured. Raises SandboxError where
    nothing can be run.
    """
    before = known or {}
    trials = []
    kept = 0
    with Workbench(measuring) as bench, tempfile.TemporaryDirectory(prefix="stab-") as scratch:
        prover = _Prover(bench, Path(scratch))
        for number, victim in enumerate(victims):
            on_event(Progress("prove", number, len(victims), victim.name))
            trial = prover.trial(victim, before)
            kept += trial is before.get(trial.key)
            trials.append(trial)
            on_trial(trial, bench.environment)
        on_event(Progress("prove", len(victims), len(victims)))
        return Proving(tuple(trials), bench.environment, kept)


def untried(principles: Sequence[Principle], victims: Sequence[Victim]) -> tuple[Trial, ...]:
    """Return the principles that claim something and have no victim."""
    tried = {v.principle.id for v in victims}
    return tuple(
        Trial(p.id, Proof.UNTRIED, claim=claimed(p), retracted=p.unproven)
        for p in principles
        if p.id not in tried and claimed(p) is not None
    )


def holds(trial: Trial, asked: Collection[str] = ()) -> bool:
    """Tell whether a trial leaves the catalog as it stands: the claim is met, there is none, or it says so.

    A claim that the catalog retracted itself counts only where it was asked for by its id.
    """
    if trial.proof in (Proof.MET, Proof.UNCLAIMED):
        return True
    return trial.retracted and trial.principle not in asked


@dataclass(slots=True)
class _Prover:
    bench: Workbench
    scratch: Path
    specs: dict[Path, GenerationSpec | StabError] = field(default_factory=dict)
    count: int = 0

    def trial(self, victim: Victim, known: Mapping[str, Trial]) -> Trial:
        """Return what became of a victim, or what was known of the same one on the same inputs."""
        blank = Trial(
            principle=victim.principle.id,
            proof=Proof.UNFIT,
            victim=victim.name,
            problem=victim.problem.stem,
            language=victim.solution.language,
            claim=claimed(victim.principle),
            retracted=victim.principle.unproven,
        )
        spec = self._spec(victim.problem)
        if isinstance(spec, StabError):
            return replace(blank, detail=f"{victim.problem.name}: {spec.message}")
        made = compose_alone(spec, victim.scenario, victim.principle)
        blank = replace(blank, sizes=made.sizes, key=self._key(victim, spec, made))
        if blank.key in known:
            return known[blank.key]
        self.count += 1
        tests = self._tests(spec, made)
        if isinstance(tests, str):
            return replace(blank, detail=tests)
        fault = self._sample_fault(victim, spec)
        if fault:
            return replace(blank, proof=Proof.FAULTY, detail=fault)
        return self._raced(victim, blank, *tests)

    def _spec(self, file: Path) -> GenerationSpec | StabError:
        if file not in self.specs:
            try:
                self.specs[file] = understand(load_problem(file), encoder="lexical")
            except StabError as error:  # the other victims' problems are still good
                self.specs[file] = error
        return self.specs[file]

    def _key(self, victim: Victim, spec: GenerationSpec, made: Composition) -> str:
        """Return a digest of the victim, its inputs and what it runs with; a generator is its input."""
        language = victim.solution.language.value
        return key_of(
            victim.principle.id,
            (claimed(victim.principle), victim.principle.unproven),
            (language, victim.solution.source),
            [(s.input, s.output) for s in spec.problem.samples],
            [g.source for g in made.candidates],
            [r.reason for r in made.rejections],
            self.bench.environment.toolchains.get(language),
            self.bench.measuring.limits,
        )

    def _tests(self, spec: GenerationSpec, made: Composition) -> tuple[ExistingTest, ExistingTest] | str:
        """Return the construction and the random input as files; what is wrong where one is missing."""
        if len(made.candidates) < 2:
            if made.candidates:
                return "the construction is what random data is here anyway"
            return next((r.reason for r in made.rejections), "nothing was composed")
        folder = self.scratch / str(self.count)
        tests, rejections = materialise(spec, made.candidates, folder, Settings(tests=2))
        if len(tests) < 2:
            first = rejections[0]
            return f"{first.subject} ({first.stage}): {first.reason}"
        return _as_test("construction", tests[0]), _as_test("random", tests[1])

    def _sample_fault(self, victim: Victim, spec: GenerationSpec) -> str:
        """Return how the victim fails on a sample of its problem, "" where it does not."""
        for number, sample in enumerate(spec.problem.samples, 1):
            file = self.scratch / f"{self.count}-sample-{number}.in"
            answer = file.with_suffix(".ans")
            file.write_text(sample.input, encoding="utf-8")
            answer.write_text(sample.output or "", encoding="utf-8")
            test = ExistingTest(f"sample {number}", file, answer)
            run = self.bench.run(Order(victim.solution, test, f"prove {self.count}"))
            if run.verdict is not Verdict.OK:
                return f"{run.verdict.value} on sample {number}: {run.detail or run.stderr[:200]}"
        return ""

    def _raced(self, victim: Victim, blank: Trial, hard: ExistingTest, plain: ExistingTest) -> Trial:
        """Return the trial after three rounds where they settle it, else after as many as it takes."""
        claim = Claim("construction", ("random",))
        entrants = {"construction": (victim.solution, hard), "random": (victim.solution, plain)}
        margin = blank.claim or _SLOWER
        series = f"prove {self.count}"
        first = confirm(entrants, [claim], self.bench, series, plan=Plan(margin=margin, looks=(_FIRST,)))[
            claim
        ]
        if first.rule in ("limit", "verdict"):
            return self._stopped(victim, blank, hard, plain, first)
        screen = replace(self.bench.measuring.screen, far=margin)
        seen = screened(first.upper, [first.lower], screen)
        if seen is not None and seen.decision is Decision.SLOWER:
            return _measured(blank, first, is_slower=True)
        plan = Plan(margin=margin, looks=_LOOKS)
        settled = confirm(entrants, [claim], self.bench, series, plan=plan)[claim]
        if settled.rule in ("limit", "verdict"):
            return self._stopped(victim, blank, hard, plain, settled)
        return _measured(blank, settled, is_slower=settled.comparison.decision is Decision.SLOWER)

    def _stopped(
        self, victim: Victim, blank: Trial, hard: ExistingTest, plain: ExistingTest, settled: Settled
    ) -> Trial:
        """Return the trial of a victim that was killed: on the construction for its time, or at fault."""
        series = f"prove {self.count}"
        orders = [Order(victim.solution, plain, f"{series} random", number) for number in range(_FIRST)]
        runs = [self.bench.run(order) for order in orders]
        bad = next((run for run in runs if run.verdict is not Verdict.OK), None)
        if bad is not None:
            detail = f"{bad.verdict.value} on random input {bad.detail}".strip()
            return replace(blank, proof=Proof.FAULTY, detail=detail)
        if settled.comparison.decision is not Decision.TIMEOUT:
            run = self.bench.run(Order(victim.solution, hard, f"{series} construction"))
            detail = f"{run.verdict.value} on the construction {run.detail}".strip()
            return replace(blank, proof=Proof.FAULTY, detail=detail)
        metric, limit = self.bench.measuring.metric, self.bench.measuring.limits.time_s
        taken = tuple(value for run in runs if (value := figure(run, metric)) is not None)
        least = limit / max(max(taken), 1e-6)
        return replace(
            blank,
            proof=_proof(blank, is_slower=blank.claim is not None and least >= blank.claim),
            ratio=least,
            random_s=taken,
            construction_s=(limit,),
            is_killed=True,
            rounds=settled.rounds,
        )


def _measured(blank: Trial, settled: Settled, *, is_slower: bool) -> Trial:
    seen = undecided([Pairs(settled.upper, settled.lower)])
    return replace(
        blank,
        proof=_proof(blank, is_slower=is_slower),
        ratio=seen.ratio,
        ci=seen.ci,
        random_s=settled.lower,
        construction_s=settled.upper,
        rounds=settled.rounds,
    )


def _proof(blank: Trial, *, is_slower: bool) -> Proof:
    if blank.claim is None:
        return Proof.UNCLAIMED
    return Proof.MET if is_slower else Proof.UNPROVEN


def _as_test(name: str, test: GeneratedTest) -> ExistingTest:
    return ExistingTest(name, test.file)
