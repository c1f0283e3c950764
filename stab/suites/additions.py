"""What is to be written for the tests that are worth it, in the form of the suite."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from stab.records import Addition, Enrichment, NewTest, Suite, SuiteFormat
from stab.suites.generators_yaml import COPIES, FILE, merged
from stab.suites.places import SECRET, home_of
from stab.suites.rows import enriched_rows

_STAMP = (1980, 1, 1, 0, 0, 0)  # of all files in a zip: the same bytes each time


def new_file(suite: Suite) -> Path | None:
    """Return the file that is written beside a suite that is a file itself; None for a folder."""
    if suite.format is SuiteFormat.CODECONTESTS:
        stem = suite.root.name.lower().rpartition(".jsonl")[0] or suite.root.stem
        return suite.root.with_name(f"{suite.root.name[: len(stem)]}.stab.jsonl")
    if suite.format is SuiteFormat.DOMJUDGE:
        return suite.root.with_name(f"{suite.root.stem}-stab.zip")
    return None


def additions(suite: Suite, made: Enrichment, scratch: Path, target: str = "") -> tuple[Addition, ...]:
    """Return the files to write below the suite's root; `target` is the name of a new file beside it.

    That is what a row (a whole new file of rows) and a zip (which only adds) become. Large contents are put
    into `scratch`. Raises InputError for a generators.yaml that can't be added to.
    """
    if not made.added:
        return ()
    if suite.format is SuiteFormat.CODECONTESTS:
        return (_rows(suite, made, scratch / "rows", target),)
    if suite.format is SuiteFormat.DOMJUDGE:
        return (_zip(suite, made, scratch / "zip", target),)
    tests = _pairs(suite, made) if suite.format is SuiteFormat.PAIRS else _package(suite, made)
    return (*tests, *_programs(made, home_of(suite.root).relative_to(suite.root).as_posix()))


def _pairs(suite: Suite, made: Enrichment) -> Iterator[Addition]:
    given, told = suite.suffixes
    for new in made.added:
        why = "; ".join(new.why)
        yield Addition(_joined(suite.inputs, new.name + given), new.test.file, why)
        yield Addition(_joined(suite.answers, new.name + told), new.answer, f"answer of {new.name}")


def _joined(folder: str, name: str) -> str:
    return name if folder in ("", ".") else f"{folder}/{name}"


def _package(suite: Suite, made: Enrichment) -> Iterator[Addition]:
    """Yield the files of tests in data/secret, and in generators/ what its generators.yaml copies."""
    listing, place = suite.root / FILE, suite.inputs
    if listing.is_file():
        new = merged(listing, [own.name for own in made.added])
        old = sha256(listing.read_bytes()).hexdigest()
        place = f"{SECRET}/{new.group}" if new.group else SECRET
        yield Addition(FILE, new.text.encode(), f"{len(made.added)} entries added", merged=old)
        for own in made.added:
            yield from _files(suite, own, f"generators/{COPIES}", "copied by generators.yaml")
    for own in made.added:
        yield from _files(suite, own, place, "; ".join(own.why))


def _files(suite: Suite, new: NewTest, folder: str, why: str) -> Iterator[Addition]:
    yield Addition(f"{folder}/{new.name}.in", new.test.file, why)
    yield Addition(f"{folder}/{new.name}.ans", new.answer, f"answer of {new.name}")
    about = f"stab: {'; '.join(new.why)}. {new.provenance}"
    if suite.format is SuiteFormat.ICPC:
        text = f"description: {json.dumps(about, ensure_ascii=False)}\n"  # a JSON text is a YAML text, too
        yield Addition(f"{folder}/{new.name}.yaml", text.encode(), f"provenance of {new.name}")
    else:
        yield Addition(f"{folder}/{new.name}.desc", f"{about}\n".encode(), f"provenance of {new.name}")


def _programs(made: Enrichment, folder: str) -> Iterator[Addition]:
    """Yield the generators and, named after the first test, the validator: later runs have their own."""
    for new in made.added:
        source = new.test.generator.source.encode()
        yield Addition(
            f"{folder}/{new.name}.py", source, f"python3 {new.name}.py {new.test.seed} > {new.name}.in"
        )
    number = made.added[0].name.split("-")[1]
    yield Addition(
        f"{folder}/stab-{number}-validator.py", made.validator.encode(), "what the inputs were checked by"
    )


def _rows(suite: Suite, made: Enrichment, scratch: Path, target: str) -> Addition:
    told: dict[str, Any] = {"version": made.version, "seed": made.seed, "state": made.state}
    scratch.parent.mkdir(parents=True, exist_ok=True)
    with scratch.open("wb") as out:
        out.writelines(enriched_rows(suite, made.added, told))
    return Addition(target, scratch, f"all rows, one with {len(made.added)} more tests")


def _zip(suite: Suite, made: Enrichment, scratch: Path, target: str) -> Addition:
    scratch.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(scratch, "w", zipfile.ZIP_DEFLATED) as archive:
        for new in made.added:
            for own in _files(suite, new, SECRET, ""):
                add_to_zip(archive, own)
    return Addition(target, scratch, f"{len(made.added)} tests that DOMjudge adds to those it has")


def add_to_zip(archive: zipfile.ZipFile, own: Addition) -> None:
    """Add a file with the same bytes each time, whenever it is done."""
    entry = zipfile.ZipInfo(own.file, _STAMP)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    data = own.content if isinstance(own.content, bytes) else own.content.read_bytes()
    archive.writestr(entry, data)
