"""The model writes, we check, run, validate and ask again: with a scripted model in place of a server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from stab.errors import BudgetError, ModelError, UsageError
from stab.execute import open_sandbox
from stab.model import Parameters
from stab.pipeline import Settings, Synth, generate, understand
from stab.pipeline.llm_route import MAX_REPAIRS, SHOWN_FAULTS, synthesize
from stab.records import Limits, Message, ModelUse, Reply
from stab.statement import problem_from_text

STATEMENT = (Path(__file__).parents[1] / "cases" / "sums.md").read_text()


def program(expression: str, before: str = "") -> str:
    return (
        "```python\nimport random\nimport numpy as np\nfrom stab import build\n"
        f"def generate(seed):\n    rng = np.random.RandomState(seed)\n    {before or 'pass'}\n"
        f"    values = {expression}\n"
        "    return f'{len(values)}\\n' + ' '.join(map(str, values)) + '\\n'\n```"
    )


GOOD = program("rng.randint(0, 101, 1000)")
OTHER = program("build.seq_sorted(1000, 0, 100, rng)")
CRASH = program("[1] * 5", "rng.no_such_method()")
TOO_LARGE = program("[1, 2, 101, 3]")
BAD_LAYOUT = "```python\ndef generate(seed):\n    return '3\\n1 2\\n'\n```"
UNSEEDED = program("[random.randrange(100) for _ in range(1000)]")
UNSEEN = program("[int(d) for d in str(id(object()) >> 12)] * 9")
UNORDERED = program("list({str(x) for x in range(100)})")
NO_TEXT = "```python\ndef generate(seed):\n    found = [1]\n    return found\n```"
LOUD = "```python\ndef generate(seed):\n    return '1 ' * 2**23\n```"
NOTHING = "```python\ndef generate(seed):\n    return ''\n```"
ONE_LINE_MORE = "```python\ndef generate(seed):\n    return '2\\n1 2\\n3\\n'\n```"
ARRAY_TEXT = program("[1]").replace("' '.join(map(str, values))", "str(np.arange(1))")
ENDLESS = program("[1]", "while True: pass")
FAST = Limits(time_s=1.0, wall_s=4.0, memory_mb=1024, output_mb=4)


class Scripted:
    """Answers from a list and remembers what it was asked; an error in the list is raised."""

    name = "scripted"

    def __init__(self, *answers: str | Reply | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message], parameters: Parameters = Parameters()) -> Reply:  # noqa: B008
        self.asked.append(messages)
        answer = self.answers.pop(0) if self.answers else ModelError("the script is over")
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, "stop", 10, 5)


@pytest.fixture(scope="module")
def problem():
    return problem_from_text(STATEMENT, id="sums")


@pytest.fixture(scope="module")
def spec(problem):
    return understand(problem)


@pytest.fixture(scope="module")
def sandbox():
    with open_sandbox() as box:
        yield box


def test_a_good_program_becomes_a_generator(spec, sandbox):
    model = Scripted(GOOD)
    made = synthesize(spec, model, sandbox, limit=1)

    (generator,) = made.generators
    assert generator.author == "scripted"
    assert generator.boundary == spec.saturation.boundaries[0].name
    assert "stab import" not in generator.source
    assert made.usage == ModelUse("scripted", requests=1, accepted=1, prompt_tokens=10, completion_tokens=5)
    assert made.rejections == () and made.failure is None


@pytest.mark.parametrize(
    ("bad", "stage", "told"),
    [
        ("I would rather not.", "static", "no code block"),
        (Reply(GOOD[:60], "length"), "static", "cut off"),
        (CRASH, "run", "no_such_method"),
        (ENDLESS, "run", "more than 1 s of CPU time"),
        (UNSEEDED, "static", "random.randrange does not know the seed"),
        (UNSEEN, "run", "two runs with the same seed"),
        (UNORDERED, "run", "two runs with the same seed"),
        (NO_TEXT, "run", "generate gave a list: return the whole input as one str"),
        (LOUD, "run", "more than 4 MiB of output"),
        (NOTHING, "run", "printed nothing"),
        (BAD_LAYOUT, "layout", "line 2"),
        (ONE_LINE_MORE, "layout", "line 3, column 1: the end of the file was expected"),
        (TOO_LARGE, "constraint", "line 2, column 5: 101 breaks"),
        (ARRAY_TEXT, "layout", "line 2, column 1"),
    ],
)
def test_a_bad_program_is_repaired_with_the_actual_error(spec, sandbox, bad, stage, told):
    model = Scripted(bad, GOOD)
    made = synthesize(spec, model, sandbox, limit=1, limits=FAST)

    assert len(made.generators) == 1
    shown = model.asked[1][-1].content
    assert f"Stage: {stage}" in shown and told in shown
    assert model.asked[1][:2] == model.asked[0]


def test_repairs_and_kept_replies_are_counted(spec, sandbox):
    model = Scripted(BAD_LAYOUT, Reply(GOOD, "stop", 70, 30, cached=True), OTHER)
    made = synthesize(spec, model, sandbox, limit=2)

    assert made.usage == ModelUse(
        "scripted", requests=2, cached=1, repairs=1, accepted=2, prompt_tokens=20, completion_tokens=10
    )
    assert made.usage.tokens == 30


def test_several_faults_are_shown(spec, sandbox):
    model = Scripted(program("[101] * 1000"), GOOD)
    synthesize(spec, model, sandbox, limit=1)

    assert model.asked[1][-1].content.count("101 breaks") == SHOWN_FAULTS


def test_repairs_end(spec, sandbox):
    model = Scripted(*[TOO_LARGE] * 10)
    made = synthesize(spec, model, sandbox, limit=1)

    assert len(model.asked) == 1 + MAX_REPAIRS
    assert made.generators == ()
    (rejection,) = made.rejections
    assert rejection.stage == "constraint" and "101 breaks" in rejection.reason


def test_a_spent_budget_keeps_what_came_and_is_no_failure(spec, sandbox):
    made = synthesize(spec, Scripted(GOOD, BudgetError("spent")), sandbox, limit=5)

    assert len(made.generators) == 1
    assert [r.stage for r in made.rejections] == ["model"]
    assert made.failure is None
    assert made.usage.shortfall == "spent"


def test_a_lost_model_ends_the_work_and_tells_the_fault_before(spec, sandbox):
    made = synthesize(spec, Scripted(GOOD, CRASH, ModelError("gone")), sandbox, limit=5)

    assert len(made.generators) == 1
    assert [r.stage for r in made.rejections] == ["run", "model"]
    assert made.failure is not None and made.failure.message == "gone"


def test_both_routes_share_the_tests(problem, tmp_path):
    made = generate(problem, tmp_path, Settings(tests=4, model=Scripted(GOOD, OTHER)))

    authors = [t.generator.author for t in made.report.tests]
    assert authors == ["scripted", "compose", "scripted", "compose"]


def test_the_model_alone(problem, tmp_path):
    made = generate(problem, tmp_path, Settings(tests=2, model=Scripted(GOOD, OTHER), synth=Synth.LLM))

    assert [t.generator.author for t in made.report.tests] == ["scripted", "scripted"]
    assert made.report.tests[0].values == {"n": 1000}


def test_a_lost_model_never_costs_the_composed_tests(problem, tmp_path):
    made = generate(problem, tmp_path, Settings(tests=4, model=Scripted()))

    assert {t.generator.author for t in made.report.tests} == {"compose"}
    assert len(made.report.tests) == 4
    assert made.synthesis.failure is not None
    assert any(r.stage == "model" for r in made.report.rejections)


def test_a_lost_model_alone_is_an_error_and_a_useless_one_is_none(problem, tmp_path):
    with pytest.raises(ModelError):
        generate(problem, tmp_path / "a", Settings(tests=1, model=Scripted(), synth=Synth.LLM))

    useless = Scripted(*["no"] * 4)
    made = generate(problem, tmp_path / "b", Settings(tests=1, model=useless, synth=Synth.LLM))
    assert made.report.tests == ()
    assert [r.stage for r in made.report.rejections] == ["static"]


def test_a_model_called_compose_is_not_trusted(problem, tmp_path):
    witness = Path("/tmp") / f"stab-witness-{tmp_path.name}"
    model = Scripted(program("[1] * 9", f"values = [7]; getattr(np, 'save')({str(witness)!r}, values)"))
    model.name = "compose"

    made = generate(problem, tmp_path, Settings(tests=1, model=model, synth=Synth.LLM))

    assert len(made.report.tests) == 1
    assert not witness.exists()


def test_a_route_without_a_model_makes_no_sense(problem, tmp_path):
    with pytest.raises(UsageError, match="needs a model"):
        generate(problem, tmp_path, Settings(synth=Synth.LLM))
