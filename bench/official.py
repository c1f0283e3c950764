"""Generated inputs under official validators: `python bench/official.py ROWS.jsonl.xz [--write]`.

Of every row whose layout is proved and that has input validators which accept its official tests (of up to
1 MiB) without flags: what these say of the inputs that `stab gen` makes by the default route. C++ and Python
validators run in the sandbox; .ctd files, which are data, are read by pyctd (of the package checktestdata).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from machine import machine

from stab.errors import StabError
from stab.execute import Sandbox, compile_solution, open_sandbox
from stab.execute.recipes import Program, run_profile, start_command
from stab.pipeline import Settings, generate
from stab.records import Language, Limits, Run, Solution, SourceFile
from stab.statement.loading import problem_from_row
from stab.statement.rows import Row, iter_rows

RESULT = Path(__file__).parent / "results" / "official.md"
LIMITS = Limits(time_s=60.0, memory_mb=2048, output_mb=16)
LARGEST = 1 << 20  # bytes of an official test
VALID, VALID_CTD = 42, 0
UNITS = (".cpp", ".cc")


@dataclass(frozen=True, slots=True)
class Official:
    """An official validator that is ready to run: a program, or a .ctd file."""

    name: str
    program: Program | Path


@dataclass(slots=True)
class Result:
    """What became of one row."""

    row: str
    note: str = ""  # why nothing was counted
    validators: tuple[str, ...] = ()
    inputs: int = 0
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    unread: int = 0


def validators_of(row: Row, folder: Path, sandbox: Sandbox) -> Iterator[Official]:
    """Yield the row's input validators that can be built; a folder with C++ files is one of them."""
    groups: dict[Path, dict[str, str]] = defaultdict(dict)
    folder.mkdir(parents=True, exist_ok=True)
    for number, (path, text) in enumerate((row.data.get("input_validators") or {}).items()):
        place = Path(path)
        if place.suffix == ".ctd":
            (folder / f"{number}.ctd").write_text(text)
            yield Official(path, folder / f"{number}.ctd")
        elif place.suffix == ".py":
            yield from _built(Solution(path, Language.PYTHON, text), sandbox)
        else:
            groups[place.parent if place.parent.name else place][place.name] = text
    for place, files in groups.items():
        units = [name for name in files if name.endswith(UNITS)]
        others = tuple(SourceFile(name, text) for name, text in files.items() if name not in units[:1])
        if units:
            main = files[units[0]]
            yield from _built(Solution(str(place), Language.CPP, main, others=others, file=units[0]), sandbox)


def _built(solution: Solution, sandbox: Sandbox) -> Iterator[Official]:
    program = compile_solution(solution, sandbox)
    if isinstance(program, Run):
        print(f"  {solution.name} does not compile: {program.detail}", file=sys.stderr)
    else:
        yield Official(solution.name, program)


def says(official: Official, file: Path, sandbox: Sandbox, pyctd: str) -> str:
    """Return what a validator says against an input file; empty when it accepts it."""
    if isinstance(official.program, Path):
        command = [pyctd, str(official.program), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        words = " ".join((done.stdout + done.stderr).split())
        return "" if done.returncode == VALID_CTD else words[-160:] or "refused"
    command = start_command(official.program, LIMITS)
    outcome = sandbox.run(command, profile=run_profile(official.program), limits=LIMITS, stdin=file)
    if outcome.status == VALID:
        return ""
    words = " ".join((outcome.stderr + outcome.stdout).decode("utf-8", "replace").split())
    return f"{outcome.stopped or outcome.status} {words[-160:]}".strip()


def usable(row: Row, folder: Path, sandbox: Sandbox, pyctd: str) -> list[Official]:
    """Return the row's validators that accept its official tests."""
    tests: Any = row.data["tests"]
    files = []
    for number, text in enumerate(tests["input"]):
        if len(text) <= LARGEST:
            files.append(folder / f"official-{number}.in")
            files[-1].write_text(text)
    files.sort(key=lambda file: file.stat().st_size)  # a refusal is found soon
    built = validators_of(row, folder / "validators", sandbox)
    return [v for v in built if not any(says(v, file, sandbox, pyctd) for file in files)]


def measure(row: Row, folder: Path, sandbox: Sandbox, args: argparse.Namespace) -> Result:
    """Generate inputs for a row and ask its validators."""
    result = Result(row.id)
    folder.mkdir(parents=True)
    found = usable(row, folder, sandbox, args.pyctd)
    if not found:
        result.note = "no validator accepts the official tests without flags"
        return result
    try:
        made = generate(problem_from_row(row), folder / "tests", Settings(tests=args.tests))
    except StabError as error:
        result.note = f"nothing generated: {error.message}"[:100]
        return result
    result.validators = tuple(v.name for v in found)
    result.unread = len(made.report.spec.extraction.unread)
    for test in made.report.tests:
        words = [said for v in found if (said := says(v, test.file, sandbox, args.pyctd))]
        result.inputs += 1
        result.accepted += not words
        if words:
            result.refused.append(test.file.stem)
            print(f"  {test.file.name}: {words[0]}", file=sys.stderr)
    return result


def table(results: Sequence[Result]) -> str:
    """Return the Markdown table, rows that were not counted below."""
    counted = [r for r in results if not r.note]
    inputs, accepted = sum(r.inputs for r in counted), sum(r.accepted for r in counted)
    share = f"{accepted / inputs:.1%}" if inputs else "-"
    lines = [
        f"{accepted} of {inputs} generated inputs ({share}) of {len(counted)} problems accepted.",
        "",
        "| row | official validators | inputs | accepted | refused | told as not read |",
        "|---|---|---|---|---|---|",
    ]
    for r in counted:
        refused = ", ".join(r.refused) or "-"
        lines.append(
            f"| {r.row} | {', '.join(r.validators)} | {r.inputs} | {r.accepted} | {refused} | {r.unread} |"
        )
    lines += ["", "Not counted:", ""]
    lines += [f"- {r.row}: {r.note}" for r in results if r.note]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path)
    parser.add_argument("--tests", type=int, default=10, help="generated inputs a problem")
    parser.add_argument("--only", default="", help="rows whose id holds this")
    parser.add_argument("--pyctd", default="pyctd")
    parser.add_argument("--keep", type=Path, help="folder for the inputs (default: a temporary one)")
    parser.add_argument("--write", action="store_true", help=f"write the table to {RESULT.name}")
    args = parser.parse_args()
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as scratch, open_sandbox() as sandbox:
        root = args.keep or Path(scratch)
        Path(scratch).chmod(0o755)
        for row in iter_rows(args.rows):
            if args.only in row.id:
                print(row.id, file=sys.stderr, flush=True)
                results.append(measure(row, root / row.id.replace("/", "_"), sandbox, args))
    text = table(results)
    print(text)
    if args.write:
        only = f" --only {args.only}" if args.only else ""
        command = f"python bench/official.py {args.rows.name}{only} --tests {args.tests} --write"
        RESULT.write_text(
            f"# Generated inputs under official validators\n\n`{command}`\n\n{machine()}\n\n{text}\n"
        )


if __name__ == "__main__":
    main()
