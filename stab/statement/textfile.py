"""Reads text files as people have them: UTF-8 with or without a mark, UTF-16 with one, else refused."""

from __future__ import annotations

import codecs
from pathlib import Path

from stab.errors import InputError

LARGEST = 50_000_000  # bytes of a file that is read as text
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text_file(file: Path) -> str:
    """Return the text of the file.

    Other encodings are refused, not guessed: a wrong guess would silently change signs such as `≤`.
    Raises InputError for a folder, an unreadable, endless, binary or wrongly encoded file (with the line).
    """
    data = _content(file)
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and (b"\0" in data or data.startswith(b"%PDF")):
        raise InputError(
            f"{file.name} is a binary file, not a statement",
            file=str(file),
            hint="give its text: Markdown, plain text, LaTeX or HTML",
        )
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{file.name} is not UTF-8 text",
            file=str(file),
            line=line,
            hint="convert it, for example: iconv -f WINDOWS-1252 -t UTF-8",
        ) from error


def read_program(file: Path) -> str:
    """Return the source of a program; bytes that are no UTF-8 come back by `surrogateescape`.

    Whether it is a program at all is for its compiler to say.
    Raises InputError for a folder, an unreadable or an endless file.
    """
    return _content(file).removeprefix(codecs.BOM_UTF8).decode(errors="surrogateescape")


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise InputError(
            f"{file} can't be read: {error.strerror}", file=str(file), hint="check name and permissions"
        ) from error
    if len(data) > LARGEST:
        raise InputError(
            f"{file.name} is larger than {LARGEST // 10**6} MB",
            file=str(file),
            hint="give the text alone, without large data",
        )
    return data
