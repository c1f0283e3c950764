"""The paper's generator synthesis (section 4.3): a model writes, we check, run, validate and ask again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stab.errors import BudgetError, MachineError, ModelError, SandboxError
from stab.execute import GENERATOR_LIMITS, Sandbox, run_generator_in_sandbox
from stab.layout import describe_fault, render_layout, validate
from stab.model import Model, Parameters
from stab.pipeline.events import Progress, ProgressHook, silent
from stab.pipeline.outcomes import Synthesis
from stab.pipeline.runners import derive_seed
from stab.records import (
    Fault,
    FaultKind,
    GenerationSpec,
    Generator,
    Limits,
    ModelUse,
    Rejection,
    Reply,
    Run,
    Verdict,
)
from stab.report import spec_document
from stab.synth.check import check_reply
from stab.synth.prompt import Repair, Target, choose_targets, first_messages, repair_messages
from stab.synth.standalone import standalone

MAX_REPAIRS = 3
STDERR_TAIL = 2000  # characters of a crash that the model is shown
MODEL_LIMITS = replace(GENERATOR_LIMITS, output_mb=64)  # no input is as long; a runaway program's output is
SHOWN_FAULTS = 5
HASH_SEEDS = (0, 1)  # of the two runs: an input that depends on the order of a set shows


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a program was not taken: the stage and the actual error."""

    stage: str
    error: str


def synthesize(
    spec: GenerationSpec,
    model: Model,
    sandbox: Sandbox,
    *,
    limit: int,
    seed: int = 0,
    limits: Limits = MODEL_LIMITS,
    on_event: ProgressHook = silent,
) -> Synthesis:
    """Return the generators that a model writes for at most `limit` targets.

    Each was run twice in the sandbox with the seed of its test, with the same valid input both times.
    Nothing is raised for what the model writes; when it can't be reached the work ends with a failure.
    """
    route = _Route(spec, model, sandbox, seed, limits)
    targets = choose_targets(spec, limit)
    for number, target in enumerate(targets, 1):
        try:
            route.ask(target)
        except MachineError as error:
            is_model = isinstance(error, ModelError)
            route.rejections.append(Rejection(target.name, "model" if is_model else "run", error.message))
            route.failure = None if isinstance(error, BudgetError) else error
            route.usage = replace(route.usage, shortfall=error.message)
            break
        on_event(Progress("model", number, len(targets), target.name))
    return Synthesis(tuple(route.generators), tuple(route.rejections), route.usage, route.failure)


class _Route:
    """The work on one specification: what came out so far."""

    def __init__(
        self, spec: GenerationSpec, model: Model, sandbox: Sandbox, seed: int, limits: Limits
    ) -> None:
        self.generators: list[Generator] = []
        self.rejections: list[Rejection] = []
        self.usage = ModelUse(model.name)
        self.failure: MachineError | None = None
        self._spec = spec
        self._model = model
        self._sandbox = sandbox
        self._seed = seed
        self._limits = limits
        self._document = spec_document(spec, render_layout(spec.layout))

    def ask(self, target: Target) -> None:
        """Ask for a generator, with repairs; keep it or say why not."""
        first = messages = first_messages(self._document, target, self._limits.time_s)
        refusal: Refusal | None = None
        for number in range(1, 2 + MAX_REPAIRS):
            try:
                reply = self._model.complete(messages, Parameters(seed=self._seed % 2**31))
            except MachineError:
                if refusal is not None:  # why there had to be another request
                    self.rejections.append(Rejection(target.name, refusal.stage, refusal.error))
                raise
            self.usage = counted(self.usage, reply, is_repair=refusal is not None)
            found = self._tried(target, reply)
            if isinstance(found, Generator):
                self.generators.append(found)
                self.usage = replace(self.usage, accepted=len(self.generators))
                return
            refusal = found
            messages = repair_messages(
                first, reply.text, Repair(found.stage, found.error, number, MAX_REPAIRS)
            )
        assert refusal is not None
        reason = f"after {MAX_REPAIRS} repairs: {refusal.error}"
        self.rejections.append(Rejection(target.name, refusal.stage, reason))

    def _tried(self, target: Target, reply: Reply) -> Generator | Refusal:
        checked = check_reply(reply.text, reply.finish_reason)
        if checked.source is None or not checked.ok:
            return Refusal("static", "\n".join(checked.faults))
        generator = self._generator(target, checked.source)
        seed = derive_seed(self._seed, generator)
        runs: list[bytes] = []
        for hash_seed in HASH_SEEDS:
            run = run_generator_in_sandbox(
                generator.source, seed, limits=self._limits, sandbox=self._sandbox, hash_seed=hash_seed
            )
            if isinstance(run, Run):
                if run.verdict is Verdict.UNMEASURED:  # no fault of the program
                    raise SandboxError(f"a generator could not be run: {run.detail}", hint="stab doctor")
                return Refusal("run", told(run))
            runs.append(run)
        if runs[0] != runs[1]:
            return Refusal(
                "run",
                "two runs with the same seed gave different inputs; take all randomness from "
                "np.random.RandomState(seed), and do not depend on the order of a set",
            )
        check = validate(self._spec.layout, self._spec.binding, runs[0])
        return generator if check.ok else refusal_of(check.faults)

    def _generator(self, target: Target, source: str) -> Generator:
        boundary, principle = target.boundary, target.principle
        values = ", ".join(f"{k} = {v}" for k, v in boundary.values.items()) or "none"
        purpose = "a structure that the model chose"
        if principle is not None:
            purpose = f"{principle.title}: {principle.hurts}"
        lines = [
            f"Problem {self._spec.problem.id}. Boundary {boundary.name}: {values}.",
            f"Meant to hurt: {purpose}.",
            f"Written by the model {self._model.name}.",
        ]
        return Generator(
            name=target.name,
            source=standalone(source, "\n".join(lines)),
            boundary=boundary.name,
            scenario=None if target.scenario is None else target.scenario.id,
            principle=None if principle is None else principle.id,
            author=self._model.name,
            purpose=" ".join(purpose.split()),
        )


def counted(use: ModelUse, reply: Reply, *, is_repair: bool) -> ModelUse:
    """Return what was taken with one more reply; a kept one costs no tokens."""
    use = replace(use, repairs=use.repairs + is_repair)
    if reply.cached:
        return replace(use, cached=use.cached + 1)
    return replace(
        use,
        requests=use.requests + 1,
        prompt_tokens=use.prompt_tokens + reply.prompt_tokens,
        completion_tokens=use.completion_tokens + reply.completion_tokens,
    )


def told(run: Run) -> str:
    """Return what a failed run says to whoever has to repair the program."""
    tail = run.stderr.strip()[-STDERR_TAIL:]
    return f"{run.verdict.value}: {run.detail}" + (f"\n{tail}" if tail else "")


def refusal_of(faults: Sequence[Fault]) -> Refusal:
    """Return the validator's faults as a refusal: place, token and rule of each."""
    stage = "layout" if faults[0].kind is FaultKind.LAYOUT else "constraint"
    return Refusal(stage, "\n".join(describe_fault(fault) for fault in faults[:SHOWN_FAULTS]))
