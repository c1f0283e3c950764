"""Finds the tests that came with a problem: pairs of files, packages, rows of data sets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from stab.errors import InputError
from stab.names import legible
from stab.packages.access import require_readable
from stab.packages.ordering import natural_key
from stab.records import ExistingTest, SizedTest
from stab.statement.rows import Row, find_row, is_row_file, pairs, row_samples, split_source

_ANSWERS = (".ans", ".out", ".a", ".answer", ".sol")
_EXPECTED = "expected NAME.in with NAME.ans, .out or .a; or in/ and out/; or data/secret"
_FOLDERS = ("tests", "test", "testdata")
_SKIPPED = ("invalid_input", "invalid_output", "valid_output", "invalid_inputs", "invalid_answers")


def load_tests(source: str | Path, scratch: Path) -> tuple[ExistingTest, ...]:
    """Return the tests at `source` in natural order, samples first where a package has them.

    `source` is a folder of NAME.in with NAME.ans/.out/.a (or in/ and out/), a problem package (data/**), or
    `file.jsonl#ID`, whose tests are written into `scratch`.
    Raises InputError when there is no such source or it holds no test.
    """
    file, wanted = split_source(source)
    require_readable([file])
    if wanted is not None or (is_row_file(file) and file.is_file()):
        found = row_tests(find_row(file, wanted), scratch)
    elif file.is_dir():
        found = _from_folder(file.resolve())  # programs run elsewhere: a relative path would be lost
    else:
        reason = "this is a file, not a folder of tests" if file.exists() else "no such folder"
        raise InputError(reason, file=str(file), hint="give a folder with NAME.in and NAME.ans files")
    if not found:
        raise InputError(
            f"no tests in {source}",
            file=str(file),
            hint=_EXPECTED,
        )
    require_readable(path for test in found for path in (test.input, test.answer) if path is not None)
    return found


def load_sizes(source: str | Path) -> tuple[SizedTest, ...]:
    """Return the families of sizes that `stab gen --sizes` wrote into the output folder `source`; else none.

    Raises InputError for a list that names a file that is not there.
    """
    folder = Path(source)
    try:
        document = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        listed = document["sizes"] if document["schema"] == "stab/report/1" else []
        found = [(str(own["test"]), int(own["size"]), folder / str(own["file"])) for own in listed]
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return ()  # no output of ours, or one without sizes
    for _, _, file in found:
        if not (file.is_file() and file.resolve().is_relative_to(folder.resolve())):
            raise InputError(
                "report.json lists it among the sizes, and it is not there",
                file=str(file),
                hint="write the folder anew: stab gen ... --sizes --force",
            )
    return tuple(SizedTest(test, size, ExistingTest(f"{test} {size}", file)) for test, size, file in found)


def row_tests(row: Row, scratch: Path) -> tuple[ExistingTest, ...]:
    """Return the tests that a row carries, written into `scratch`; none is fine."""
    return tuple(_from_row(row, scratch))


def _from_folder(folder: Path) -> tuple[ExistingTest, ...]:
    """Return the tests of data/, in/ and out/, or the folder itself; else those of its folder of tests."""
    if (folder / "data").is_dir():
        return tuple(_named_pairs(folder / "data"))
    if (folder / "in").is_dir():
        return tuple(_in_and_out(folder))
    if not any(folder.glob("*.in")):
        for name in _FOLDERS:
            found = _from_folder(folder / name) if (folder / name).is_dir() else ()
            if found:
                return found
    return tuple(_named_pairs(folder)) or tuple(_polygon(folder))


def _named_pairs(root: Path) -> Iterator[ExistingTest]:
    """Yield NAME.in with its answer, in all subfolders but those of inputs that must be refused."""
    for file in sorted(root.rglob("*.in"), key=natural_key):
        relative = file.relative_to(root)
        if file.is_file() and not any(part in _SKIPPED for part in relative.parts):
            yield ExistingTest(
                legible(relative.with_suffix("").as_posix()), file, _answer(file.with_suffix(""))
            )


def _answer(base: Path) -> Path | None:
    return next((p for s in _ANSWERS if (p := base.with_name(base.name + s)).is_file()), None)


def _in_and_out(root: Path) -> Iterator[ExistingTest]:
    """Yield in/NAME with out/NAME, whatever the suffixes."""
    answers = {p.stem: p for p in sorted((root / "out").glob("*")) if p.is_file()}
    for file in sorted((root / "in").glob("*"), key=natural_key):
        if file.is_file() and not file.name.startswith("."):
            yield ExistingTest(legible(file.stem), file, answers.get(file.stem))


def _polygon(folder: Path) -> Iterator[ExistingTest]:
    """Yield the numbered files NN with NN.a of a Polygon package."""
    for file in sorted(folder.glob("*"), key=natural_key):
        if file.is_file() and re.fullmatch(r"\d{1,4}", file.name):
            yield ExistingTest(file.name, file, _answer(file))


# --- rows ----------------------------------------------------------------------------------------

_COLUMNS = ("tests", "public_tests", "private_tests", "generated_tests")


def _from_row(row: Row, scratch: Path) -> Iterator[ExistingTest]:
    scratch.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    for column in _COLUMNS:
        prefix = "" if column == "tests" else column.removesuffix("_tests") + "-"
        for name, given, answer in _in_order(row, column):
            stem = _stem(prefix + name, seen)
            file = scratch / f"{stem}.in"
            _write(file, given)
            if answer is not None:
                _write(file.with_name(stem + ".ans"), answer)
            yield ExistingTest(stem, file, file.with_name(stem + ".ans") if answer is not None else None)
    if not seen:
        for sample in row_samples(row):
            file = scratch / f"{_stem(sample.name, seen)}.in"
            _write(file, sample.input)
            yield ExistingTest(file.stem, file)


def _in_order(row: Row, column: str) -> list[tuple[str, str, str | None]]:
    return sorted(
        pairs(row, column), key=lambda test: (not test[0].startswith("sample"), natural_key(test[0]))
    )


def _write(file: Path, text: str) -> None:
    file.write_bytes(text.encode("utf-8", "surrogateescape"))


def _stem(name: str, seen: set[str]) -> str:
    """Return the test's name as a file name that no other test of the row has."""
    stem = re.sub(r"[^A-Za-z0-9_.-]", "-", name).strip(".-") or "test"
    unique, number = stem, 2
    while unique in seen:
        unique, number = f"{stem}-{number}", number + 1
    seen.add(unique)
    return unique
