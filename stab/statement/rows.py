"""Reads rows of data sets: one JSON object a line, plain or compressed (.xz, .gz)."""

from __future__ import annotations

import codecs
import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.names import legible
from stab.patterns import regex
from stab.records import Sample
from stab.statement.limits import time_limit
from stab.statement.samples import clean

ONE_OBJECT = "expected one JSON object a line"
_LONE = regex("[\ud800-\udfff]")
_MOST_NAMES = 20_000  # read for a hint
_SUFFIXES = (".jsonl", ".jsonl.xz", ".jsonl.gz", ".ndjson", ".ndjson.xz", ".ndjson.gz")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its number in the file; `data` is the parsed object, whose schema the readers know.

    A line that can't be read is a row too: without data, named by its line, with what is wrong as its fault.
    """

    id: str
    number: int  # 0-based
    file: Path
    data: Mapping[str, Any] = field(repr=False)
    line: int | None = None  # from 1
    fault: str = ""

    def check(self) -> None:
        """Raise InputError (file, line) for a line that could not be read."""
        if self.fault:
            raise InputError(self.fault, file=str(self.file), line=self.line, hint=ONE_OBJECT)


def split_source(source: str | Path) -> tuple[Path, str | None]:
    """Return file and row id of `file.jsonl#ID`; no id for a path without '#' or one that exists."""
    text = str(source)
    if "#" in text and not Path(text).exists():
        file, _, wanted = text.partition("#")
        while not is_row_file(file) and "#" in wanted:
            more, _, wanted = wanted.partition("#")
            file = f"{file}#{more}"
        if is_row_file(file):
            return Path(file), wanted
    return Path(text), None


def is_row_file(source: str | Path) -> bool:
    """Return whether the name is that of a file of rows."""
    return str(source).lower().endswith(_SUFFIXES)


def iter_rows(file: Path) -> Iterator[Row]:
    """Yield the rows of a file, broken ones with their fault. Raises InputError where the file is damaged."""
    for number, line_number, line in _numbered(file):
        yield _parsed(line, number, line_number, file)


def _numbered(file: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield (row number from 0, line number from 1, line) of the lines that are not blank."""
    number = 0
    for line_number, line in enumerate(_lines(file), 1):
        if not line.isspace():
            yield number, line_number, line
            number += 1


def _parsed(line: bytes, number: int, line_number: int, file: Path) -> Row:
    data: Any = None
    try:
        data = json.loads(line.decode())
        if b"\\ud" in line or b"\\uD" in line:  # halves of pairs are no text: nothing could be written
            data = json.loads(_LONE.sub("\ufffd", json.dumps(data, ensure_ascii=False)))
        fault = "" if isinstance(data, dict) else "this line is no JSON object"
    except UnicodeDecodeError:
        fault = "this line is not UTF-8 text"
    except json.JSONDecodeError as error:
        fault = f"this line is no JSON: {error.msg}: column {error.colno}"
    except ValueError:
        fault = "this line holds an integer of more digits than can be read"
    except RecursionError:
        fault = "this line is nested too deeply to be read"
    if fault:
        return Row(f"line {line_number}", number, file, {}, line_number, fault)
    return Row(row_name(data, number), number, file, data, line_number)


def _lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of the file. Raises InputError when it is missing, damaged, or in UTF-16."""
    import gzip
    import lzma
    import zlib

    if not file.is_file():
        raise InputError("no such file", file=str(file), hint="check the path before the '#'")
    opener: Any = {".xz": lzma.open, ".gz": gzip.open}.get(file.suffix.lower(), open)
    try:
        with opener(file, "rb") as stream:
            first = stream.readline().removeprefix(codecs.BOM_UTF8)
            if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise InputError(f"{file.name} is not UTF-8 text", file=str(file), hint="convert it to UTF-8")
            if first:
                yield first
            yield from stream
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise InputError(
            f"{file.name} can't be read: {error}", file=str(file), hint="is it complete?"
        ) from error


def row_name(data: Mapping[str, Any], number: int) -> str:
    """Return the row's id, its name, or its number in the file."""
    for key in ("id", "name", "task_id", "problem_id", "slug", "title"):
        value = data.get(key)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
            return legible(str(value))
    return str(number)


def find_row(file: Path, wanted: str | None) -> Row:
    """Return the row whose id or name is `wanted`, or with that 0-based number when no id is.

    Raises InputError naming near ids when there is none, or for a row that can't be read.
    """
    second: Row | None = None
    broken: Row | None = None
    marks = {text.encode(errors="replace") for text in (wanted or "", json.dumps(wanted or "")[1:-1])}
    for number, line_number, line in _numbered(file):
        if not wanted:
            break
        by_number = wanted.isdecimal() and number == int(wanted)
        by_line = wanted == f"line {line_number}"
        if not by_number and not by_line and not any(mark in line for mark in marks):
            continue  # its JSON can't hold the id: not worth parsing
        row = _parsed(line, number, line_number, file)
        if row.fault:
            broken = broken or row
            continue
        if row.id == wanted:
            return row
        named = wanted in (row.data.get("name"), row.data.get("title"))
        if named or (by_number and second is None):
            second = row
    if second is not None:
        return second
    if broken is not None:
        broken.check()
    raise _no_such_row(file, wanted)


def _no_such_row(file: Path, wanted: str | None) -> InputError:
    readable = (row.id for row in iter_rows(file) if not row.fault)
    names = list(islice(readable, _MOST_NAMES if wanted else 3))
    if not names:
        return InputError(f"{file.name} has no rows", file=str(file), hint=ONE_OBJECT)
    if not wanted:
        examples = ", ".join(f"{file.name}#{name}" for name in names)
        return InputError(
            f"{file.name} is a data set: which row?", file=str(file), hint=f"write FILE#ID, as in {examples}"
        )
    near = difflib.get_close_matches(wanted, names, n=3, cutoff=0.5)
    near += [name for name in names if wanted.lower() in name.lower() and name not in near]
    hint = f"near ones: {', '.join(near[:3])}" if near else f"ids look like: {', '.join(names[:3])}"
    return InputError(f"{file.name} has no row '{wanted}'", file=str(file), hint=hint)


# --- what a row says -----------------------------------------------------------------------------

_STATEMENT_KEYS = (
    "statement",
    "description",
    "problem_statement",
    "question",
    "question_content",
    "text",
    "content",
)
_ENGLISH = ("english", ".en.", "_en.", "en/", "en.")


def row_statement(row: Row) -> tuple[str, str]:
    """Return (file name or "", text) of the row's statement, an English one first.

    Raises InputError when the row has none.
    """
    texts = row.data.get("statements")
    if isinstance(texts, dict):
        named = {str(k): v for k, v in texts.items() if isinstance(v, str) and v.strip()}
        if named:
            name = preferred(named)
            return name, named[name]
    for key in _STATEMENT_KEYS:
        value = row.data.get(key)
        if isinstance(value, str) and value.strip():
            if key == "description" and isinstance(row.data.get("input_spec"), str):
                return "", json.dumps(dict(row.data))
            return "", value
    raise InputError(
        f"row '{row.id}' has no statement",
        file=str(row.file),
        hint="expected a key `statement`, `statements` or `description`",
    )


def preferred(names: Mapping[str, Any]) -> str:
    """Return the name that promises English: marked so, else unmarked, else the first in order."""
    ordered = sorted(names)
    for name in ordered:
        if any(mark in name.lower() for mark in _ENGLISH):
            return name
    for name in ordered:
        if name.count(".") < 2:
            return name
    return ordered[0]


def row_limits(row: Row) -> tuple[float | None, int | None]:
    """Return time limit in seconds and memory limit in MiB where the row's own fields give them.

    Raises InputError for a field that holds no limit.
    """
    data = row.data
    value = data.get("time_limit_s", data.get("time_limit"))
    if isinstance(value, dict):
        parts = (
            _limit(row, f"the time limit's {unit}", value.get(unit)) or 0 for unit in ("seconds", "nanos")
        )
        time = sum(part * scale for part, scale in zip(parts, (1, 1e-9), strict=True)) or None
    elif isinstance(value, str) and value.strip():
        time = time_limit(f"time limit: {value}")  # "2.0 seconds"
        if time is None:
            raise _no_limit(row, "the time limit", value)
    else:
        time = _limit(row, "the time limit", value)
        if time is not None:
            time = time / 1e9 if time >= 1e6 else time / 1e3 if time >= 100 else time
    if time is None:
        time = _limit(row, "timelimit", data.get("timelimit"))
    size = _limit(row, "memory_limit_bytes", data.get("memory_limit_bytes"))
    megabytes = _limit(row, "memory_limit_mb", data.get("memory_limit_mb"))
    memory = size / 2**20 if size is not None else megabytes
    return time, None if memory is None else max(1, int(memory))


def _positive(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 < value < 1e18 else None


def _limit(row: Row, field: str, value: object) -> float | None:
    """Return a limit; None for null, 0 and -1, with which data sets say that there is none."""
    if value in (None, "", 0, -1) and not isinstance(value, bool):
        return None
    found = _positive(value)
    if found is None:
        raise _no_limit(row, field, value)
    return found


def _no_limit(row: Row, field: str, value: object) -> InputError:
    return InputError(
        f"{field} is {str(value)[:40]!r}",
        file=str(row.file),
        line=row.line,
        hint="expected a positive number, or null",
    )


def row_samples(row: Row) -> tuple[Sample, ...]:
    """Return the samples kept beside the statement: public tests, tests named sample…, example inputs."""
    found = list(pairs(row, "public_tests"))
    if not found:
        found = [p for p in pairs(row, "tests") if p[0].lower().startswith(("sample", "example"))]
    samples = [
        Sample(name.rsplit("/", 1)[-1], clean(given), None if a is None else clean(a))
        for name, given, a in found
    ]
    if samples:
        return tuple(samples)
    files = row.data.get("files")
    if isinstance(files, dict):
        for name in sorted(files):
            stem = name.rsplit("/", 1)[-1]
            if (
                stem.startswith(("example", "sample"))
                and stem.endswith(".in")
                and isinstance(files[name], str)
            ):
                samples.append(Sample(stem[:-3], clean(files[name])))
    return tuple(samples)


def pairs(row: Row, column: str) -> Iterator[tuple[str, str, str | None]]:
    """Yield (name, input, answer) of tests given as {name?, input, output} of lists or a list of objects.

    Raises InputError for a column of any other make-up.
    """
    tests = row.data.get(column)
    if tests is None:
        return
    if isinstance(tests, list):
        for number, test in enumerate(tests, 1):
            if not isinstance(test, dict) or not isinstance(test.get("input"), str):
                raise _odd(row, column, f"test {number} has no text as its input")
            answer = test.get("output")
            yield str(test.get("name", number)), test["input"], answer if isinstance(answer, str) else None
        return
    inputs = tests.get("input") if isinstance(tests, dict) else None
    if inputs is None and isinstance(tests, dict):
        return
    if not isinstance(inputs, list) or not all(isinstance(given, str) for given in inputs):
        raise _odd(row, column, "its inputs are no list of texts")
    names, answers = (v if isinstance(v := tests.get(key), list) else [] for key in ("name", "output"))
    if answers and len(answers) != len(inputs):
        raise _odd(row, column, f"{len(inputs)} inputs, but {len(answers)} outputs")
    for i, given in enumerate(inputs):
        name = str(names[i]) if i < len(names) else f"{i + 1:0{len(str(len(inputs)))}d}"
        answer = answers[i] if answers else None
        yield name, given, answer if isinstance(answer, str) else None


def _odd(row: Row, field: str, reason: str) -> InputError:
    return InputError(
        f"{field}: {reason}",
        file=str(row.file),
        line=row.line,
        hint="expected lists `input` and `output`, or objects with both",
    )
