"""The output of `stab gen` as a new suite: pairs, a package, a zip for DOMjudge, a CodeContests row."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.records import Addition, Language, Markup, Problem, Solution, SuiteFormat
from stab.statement import problem_from_text
from stab.suites.places import GENERATORS, SECRET

_SCHEMA = "stab/report/1"
_VERDICTS = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")  # folders of every version
_CODES = {Language.CPP: 2, Language.PYTHON: 3, Language.JAVA: 4}  # of CodeContests
_HINT = "give the folder that stab gen -o wrote"


@dataclass(frozen=True, slots=True)
class MadeTest:
    """A test of an output: its name, files, and where it comes from."""

    name: str
    input: Path
    answer: Path | None
    about: str


@dataclass(frozen=True, slots=True)
class Output:
    """What `stab gen` wrote, as far as a suite needs it."""

    folder: Path
    tests: tuple[MadeTest, ...]
    problem: Problem


@dataclass(frozen=True, slots=True)
class Exported:
    """The files of a new suite, the solutions that could not be put into it, and what is left to do."""

    files: tuple[Addition, ...]
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_output(folder: Path, problem: Problem | None = None) -> Output:
    """Return an output folder; without `problem` the statement is the one that was kept in it.

    Raises InputError for a folder that is none, or that lacks a file its report lists.
    """
    try:
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        spec = json.loads((folder / "spec.json").read_text(encoding="utf-8"))
        if report["schema"] != _SCHEMA:
            raise InputError("this is no output of stab gen", file=str(folder), hint=_HINT)
        tests = tuple(_test(folder, own) for own in report["tests"])
        title, id_, text = str(spec["problem"]["title"]), str(spec["problem"]["id"]), str(spec["statement"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise InputError(
            f"this is no whole output of stab gen: {error}", file=str(folder), hint=_HINT
        ) from error
    if not tests:
        raise InputError("this output holds no test", file=str(folder))
    return Output(folder, tests, problem or problem_from_text(text, id=id_, title=title))


def _test(folder: Path, own: dict[str, Any]) -> MadeTest:
    file = folder / str(own["file"])
    if not (file.is_file() and file.resolve().is_relative_to(folder.resolve())):
        raise InputError("report.json lists it among the tests, and it is not there", file=str(file))
    answer = file.with_suffix(".ans")
    parts = [f"scenario {own['scenario']}"] if own["scenario"] else []
    parts += [f"boundary {own['boundary']}", f"{Path(own['generator']).name} {own['seed']}"]
    return MadeTest(file.stem, file, answer if answer.is_file() else None, "; ".join(parts))


def exported(output: Output, format_: SuiteFormat, solutions: Sequence[Solution] = ()) -> Exported:
    """Return the files of the new suite, below its folder; a row and a zip are put together elsewhere.

    Raises InputError where the format asks for what is not there: answers, an accepted solution, samples'
    answers.
    """
    if format_ is SuiteFormat.PAIRS:
        return Exported(tuple(_pairs(output)))
    _require(output, solutions)
    if format_ is SuiteFormat.CODECONTESTS:
        left = tuple(s.name for s in solutions if s.language not in _CODES or s.others)
        return Exported((Addition("row", _row(output, solutions), "the row"),), left)
    known = [s for s in solutions if s.expected in _VERDICTS]
    files = (
        *_description(output, format_),
        *_samples(output.problem),
        *_secret(output, format_),
        *_programs(output.folder),
        *(file for solution in known for file in _submission(solution)),
    )
    left = tuple(s.name for s in solutions if s.expected not in _VERDICTS)
    return Exported(files, left, tuple(_left_to_do(output.problem, format_)))


def _left_to_do(problem: Problem, format_: SuiteFormat) -> Iterator[str]:
    if format_ is not SuiteFormat.LEGACY:
        return
    if problem.markup is not Markup.LATEX:
        yield "legacy packages want a LaTeX statement: make problem_statement/problem.tex out of problem.md"
    elif "\\problemname" not in problem.text:
        yield "legacy packages want \\problemname{...} at the top of problem_statement/problem.tex"


def _require(output: Output, solutions: Sequence[Solution]) -> None:
    missing = [test.name for test in output.tests if test.answer is None]
    if missing:
        raise InputError(
            f"{len(missing)} of {len(output.tests)} tests have no answer ({missing[0]} first)",
            file=str(output.folder),
            hint="generate with two accepted solutions: stab gen ... -s DIR",
        )
    if not any(s.expected == "accepted" for s in solutions):
        raise InputError(
            "this format wants an accepted solution", file=str(output.folder), hint="give it with -s DIR"
        )
    if any(sample.output is None for sample in output.problem.samples):
        raise InputError(
            "a sample has no answer", file=str(output.folder), hint="name the statement with --problem"
        )


def _pairs(output: Output) -> Iterator[Addition]:
    for test in output.tests:
        yield Addition(f"{test.name}.in", test.input, test.about)
        if test.answer is not None:
            yield Addition(f"{test.name}.ans", test.answer, f"answer of {test.name}")


def _description(output: Output, format_: SuiteFormat) -> Iterator[Addition]:
    """Yield problem.yaml, the statement, and the time limit where the format keeps it elsewhere."""
    problem = output.problem
    is_new = format_ is SuiteFormat.ICPC
    told = {
        "problem_format_version": "2025-09" if is_new else "legacy",
        "name": problem.title or problem.id,
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, problem.text)),
    }
    limits = {
        **({"time_limit": problem.time_limit_s} if is_new and problem.time_limit_s else {}),
        **({"memory": problem.memory_limit_mb} if problem.memory_limit_mb else {}),
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in told.items()]
    lines += ["limits:", *(f"  {key}: {value}" for key, value in limits.items())] if limits else []
    yield Addition("problem.yaml", "\n".join([*lines, ""]).encode(), "description")
    ending = "tex" if problem.markup is Markup.LATEX else "md"
    place = f"statement/problem.en.{ending}" if is_new else f"problem_statement/problem.{ending}"
    yield Addition(place, problem.text.encode(), "statement")
    if not is_new and problem.time_limit_s:
        yield Addition(".timelimit", f"{problem.time_limit_s:g}\n".encode(), "time limit in seconds")
        if format_ is SuiteFormat.DOMJUDGE:
            text = f"timelimit = {problem.time_limit_s:g}\n"
            yield Addition("domjudge-problem.ini", text.encode(), "time limit in seconds")


def _samples(problem: Problem) -> Iterator[Addition]:
    for number, sample in enumerate(problem.samples, 1):
        yield Addition(f"data/sample/{number}.in", _text(sample.input), "sample")
        yield Addition(f"data/sample/{number}.ans", _text(sample.output or ""), "sample")


def _text(text: str) -> bytes:
    return (text if text.endswith("\n") else text + "\n").encode()


def _secret(output: Output, format_: SuiteFormat) -> Iterator[Addition]:
    for test in output.tests:
        base = f"{SECRET}/{test.name}"
        yield Addition(f"{base}.in", test.input, test.about)
        if test.answer is not None:
            yield Addition(f"{base}.ans", test.answer, f"answer of {test.name}")
        if format_ is SuiteFormat.ICPC:
            text = f"description: {json.dumps(f'stab: {test.about}', ensure_ascii=False)}\n"
            yield Addition(f"{base}.yaml", text.encode(), "provenance")
        else:
            yield Addition(f"{base}.desc", f"stab: {test.about}\n".encode(), "provenance")


def _programs(folder: Path) -> Iterator[Addition]:
    validator = folder / "validator.py"
    if validator.is_file():
        yield Addition("input_validators/validator.py", validator, "input validator")
    for file in sorted((folder / "generators").glob("*.py")):
        yield Addition(f"{GENERATORS}/{file.name}", file, "generator")


def _submission(solution: Solution) -> Iterator[Addition]:
    """Yield a solution's files below its verdict; one of several files has a folder of its own."""
    name = "-".join(part for part in Path(solution.name).parts if part not in ("..", "/", solution.expected))
    place = f"submissions/{solution.expected}/{name}"
    main = f"{place}/{solution.file}" if solution.others else place
    yield Addition(main, solution.source.encode(errors="surrogateescape"), solution.expected)
    for other in solution.others:
        yield Addition(
            f"{place}/{other.name}", other.text.encode(errors="surrogateescape"), solution.expected
        )


def _row(output: Output, solutions: Sequence[Solution]) -> bytes:
    """Return a line in the CodeContests schema; what the output does not tell is unknown there, too."""
    problem = output.problem
    fit = [s for s in solutions if s.language in _CODES and not s.others]
    right = [s for s in fit if s.expected == "accepted"]
    wrong = [s for s in fit if s.expected != "accepted"]
    seconds = problem.time_limit_s or 0
    row = {
        "name": problem.id,
        "description": problem.text,
        "public_tests": {
            "input": [s.input for s in problem.samples],
            "output": [s.output for s in problem.samples],
        },
        "private_tests": {"input": [], "output": []},
        "generated_tests": {
            "input": [t.input.read_bytes().decode() for t in output.tests],
            "output": [t.answer.read_bytes().decode() for t in output.tests if t.answer is not None],
        },
        "source": 0,
        "difficulty": 0,
        "solutions": _column(right),
        "incorrect_solutions": _column(wrong),
        "time_limit": {"seconds": int(seconds), "nanos": round(seconds % 1 * 1e9)} if seconds else None,
        "memory_limit_bytes": (problem.memory_limit_mb or 0) << 20,
        "input_file": "",
        "output_file": "",
    }
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def _column(solutions: Sequence[Solution]) -> dict[str, list[Any]]:
    return {"language": [_CODES[s.language] for s in solutions], "solution": [s.source for s in solutions]}
