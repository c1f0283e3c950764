"""Emitted validators under mutations of judges' tools: `python bench/packaged.py ROWS --tools DIR [--write]`.

Of each row with a proved layout, all its tests of up to 8 KiB have to be accepted by the emitted
validator.py, and refused: each generic mutation that `bt validate --generic invalid_input` (of bapctools)
makes of its first two samples, each junk input and each applicable modification that `verifyproblem` (of
problemtools) tries. DIR is the bin folder of the environment in which both are installed; its Python writes
the mutations.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from machine import machine
from validators import run_all

from stab.errors import StabError
from stab.layout import emit_validator
from stab.pipeline import read_input
from stab.statement.loading import problem_from_row
from stab.statement.rows import Row, iter_rows

RESULT = Path(__file__).parent / "results" / "packaged.md"
LARGEST = 1 << 13  # bytes of a test
VALID, INVALID = 42, 43
MUTATE = """
import sys
from pathlib import Path
from bapctools.validate import InputValidator
from bapctools.validator_tests import INVALID_GENERATORS
from problemtools.checks.validators import _JUNK_CASES, _JUNK_MODIFICATIONS
out, *samples = map(Path, sys.argv[1:])
number = 0
def keep(tool, name, data):
    global number
    (out / f"{number:03}-{tool}").write_bytes(data)
    (out / f"{number:03}-{tool}.name").write_text(name)
    number += 1
for name, made, classes in INVALID_GENERATORS:
    if InputValidator in classes:
        if isinstance(made, bytes):
            keep("bt", name, made)
        else:
            for sample in samples:
                data = made(sample.read_bytes())
                if data is not None:
                    keep("bt", name, data)
for name, data in _JUNK_CASES:
    keep("verifyproblem", name, data)
for name, applies, change in _JUNK_MODIFICATIONS:
    for sample in samples:
        text = sample.read_text()
        if applies(text) and change(text) != text:
            keep("verifyproblem", name, change(text).encode())
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the validator said of a row's tests and of the tools' mutations."""

    row: str
    tests: int
    accepted: int
    mutations: dict[str, int]
    taken: tuple[str, ...]  # mutations that the validator takes


def measure(row: Row, folder: Path, tools: Path) -> Outcome | None:
    """Try the validator of one row; None where no layout is proved."""
    try:
        _, layout, binding = read_input(problem_from_row(row))
    except StabError as error:
        print(f"  {error.message}", file=sys.stderr)
        return None
    folder.mkdir()
    script = folder / "validator.py"
    script.write_text(emit_validator(layout, binding, row.id), encoding="utf-8")
    tests: Any = row.data["tests"]
    pairs = zip(tests["name"], tests["input"], strict=True)
    given = [(name, text.encode()) for name, text in pairs if len(text) <= LARGEST]
    samples = [folder / f"sample{number}" for number in range(2)]
    chosen = [data for name, data in given if "sample" in name][:2]
    for file, data in zip(samples, chosen, strict=False):
        file.write_bytes(data)
    out = folder / "mutations"
    out.mkdir()
    command = [tools / "python", "-c", MUTATE, out, *samples[: len(chosen)]]
    subprocess.run(command, check=True, timeout=300)
    files = [file for file in sorted(out.iterdir()) if file.suffix != ".name"]
    validator = [sys.executable, script]
    codes = run_all(validator, [data for _, data in given], folder)
    said = run_all(validator, [file.read_bytes() for file in files], folder)
    taken = tuple(
        f"{file.name.partition('-')[2]}: {Path(f'{file}.name').read_text()}"
        for file, code in zip(files, said, strict=True)
        if code != INVALID
    )
    counts = {tool: sum(file.name.endswith(tool) for file in files) for tool in ("bt", "verifyproblem")}
    return Outcome(row.id, len(given), sum(code == VALID for code in codes), counts, taken)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the Markdown table."""
    made = sum(sum(o.mutations.values()) for o in outcomes)
    taken = sum(len(o.taken) for o in outcomes)
    tests, accepted = sum(o.tests for o in outcomes), sum(o.accepted for o in outcomes)
    lines = [
        f"{len(outcomes)} problems: {accepted} of {tests} tests accepted, {made - taken} of {made} mutations "
        "refused.",
        "",
        "| row | tests accepted | mutations of bt | of verifyproblem | accepted ones |",
        "|---|---|---|---|---|",
    ]
    for o in outcomes:
        tools = f"{o.mutations['bt']} | {o.mutations['verifyproblem']}"
        lines.append(f"| {o.row} | {o.accepted} of {o.tests} | {tools} | {'; '.join(o.taken) or '-'} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path)
    parser.add_argument("--tools", type=Path, required=True, help="bin folder of bt and verifyproblem")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every N-th row")
    parser.add_argument("--write", action="store_true", help=f"write the table to {RESULT.name}")
    args = parser.parse_args()
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as scratch:
        for number, row in enumerate(iter_rows(args.rows)):
            if number % args.every == 0:
                print(row.id, file=sys.stderr, flush=True)
                found = measure(row, Path(scratch) / str(number), args.tools.absolute())
                outcomes += [found] if found is not None else []
    text = table(outcomes)
    print(text)
    if args.write:
        command = f"python bench/packaged.py {args.rows.name} --every {args.every} --tools DIR --write"
        title = "# Emitted validators under judges' tools"
        RESULT.write_text(f"{title}\n\n`{command}`\n\n{machine()}\n\n{text}\n")


if __name__ == "__main__":
    main()
