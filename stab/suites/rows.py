"""Reads a row of a JSONL file in the schema of CodeContests, and writes a new file with tests added to it."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.packages import row_solutions, row_tests
from stab.packages.solutions import load_solutions
from stab.records import NewTest, Suite, SuiteFormat
from stab.statement.rows import find_row, is_row_file, split_source
from stab.suites.programs import Given, checked

COLUMN = "generated_tests"
OWN = "stab"  # the key under which a row tells where added tests come from
_COLUMNS = ("public_tests", "private_tests", COLUMN)
_HINT = 'expected lists: "generated_tests": {"input": [...], "output": [...]}'


def is_row(source: str) -> bool:
    """Return whether the source names a row, or a file of rows."""
    file, wanted = split_source(source)
    return wanted is not None or (is_row_file(file) and file.is_file())


def read_row(source: str, scratch: Path, given: Given) -> Suite:
    """Return the suite in a row; its tests are written into `scratch`.

    Raises InputError for a row of another schema, without tests, or without solutions.
    """
    file, wanted = split_source(source)
    row = find_row(file, wanted)
    row.check()
    if not any(isinstance(row.data.get(name), dict) for name in _COLUMNS):
        raise InputError(
            f"row '{row.id}' has none of the tests of the CodeContests schema",
            file=str(file),
            line=row.line,
            hint=_HINT,
        )
    column = row.data.get(COLUMN)
    if column is not None and not _is_column(column):
        raise InputError(f"{COLUMN} holds no lists of tests", file=str(file), line=row.line, hint=_HINT)
    tests = row_tests(row, scratch)
    if not tests:
        raise InputError(f"row '{row.id}' holds no tests", file=str(file), line=row.line)
    found = row_solutions(row) if given.solutions is None else load_solutions(given.solutions)
    return Suite(
        format=SuiteFormat.CODECONTESTS,
        version="",
        root=file.resolve(),
        problem=given.problem or f"{file}#{row.id if wanted is None else wanted}",
        tests=tests,
        solutions=checked(found, given, given.solutions or source),
        inputs=str(row.line),
        states=(str(row.data[OWN]["state"]),) if _is_ours(row.data.get(OWN)) else (),
    )


def _is_ours(told: Any) -> bool:
    return isinstance(told, dict) and isinstance(told.get("tests"), list) and "state" in told


def _is_column(column: object) -> bool:
    return isinstance(column, dict) and all(
        isinstance(column.get(key), list) or column.get(key) is None for key in ("input", "output")
    )


def enriched_rows(suite: Suite, added: Sequence[NewTest], told: dict[str, Any]) -> Iterator[bytes]:
    """Yield the lines of the new file: all as they are but for the row of the suite.

    That one has the tests at the end of `generated_tests`, and under `stab` where they come from.
    """
    opener: Any = {".xz": lzma.open, ".gz": gzip.open}.get(suite.root.suffix.lower(), open)
    with opener(suite.root, "rb") as stream:
        for number, line in enumerate(stream, 1):
            yield line if number != int(suite.inputs) else _with_tests(line, added, told)


def _with_tests(line: bytes, added: Sequence[NewTest], told: dict[str, Any]) -> bytes:
    row = json.loads(line.decode())
    column = row.get(COLUMN) or {}
    inputs, outputs = list(column.get("input") or []), list(column.get("output") or [])
    outputs += [""] * (len(inputs) - len(outputs))
    first = len(inputs)
    inputs += [new.test.file.read_bytes().decode() for new in added]
    outputs += [new.answer.read_bytes().decode("utf-8", "replace") for new in added]
    row[COLUMN] = {**column, "input": inputs, "output": outputs}
    earlier = row[OWN]["tests"] if _is_ours(row.get(OWN)) else []
    tests = [
        {"column": COLUMN, "index": first + k, "name": new.name, "why": list(new.why), "from": new.provenance}
        for k, new in enumerate(added)
    ]
    row[OWN] = {**told, "tests": [*earlier, *tests]}
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"
