"""Inputs that break the form: white space, numbers written oddly, tokens and lines too many or too few."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from stab.layout.breaking.attempts import Attempt, Target
from stab.layout.breaking.subject import Change, Subject, is_line
from stab.layout.schema import Schema, Slot
from stab.patterns import regex
from stab.records import FieldType

_TRIES = 6  # places that are tried, from both ends of the input
_INTEGER = regex(r"-?[0-9]+")
_STRANGERS = "Aa0!#"


def form_targets(schema: Schema) -> Iterator[Target]:
    """Yield a target for every fault of the form; those of words only where a word is limited."""
    for name, what, edit in _EDITS:
        yield _target(name, what, partial(_lines, edit, what))
    for name, what, write in _NUMBERS:
        yield _target(name, what, partial(_numbers, write, what))
    for slot in schema.slots:
        if slot.name in schema.sizes and not slot.is_run and slot.field.type is FieldType.INT:
            for change, how in ((1, "large"), (-1, "small")):
                what = f"the count {slot.name} is one too {how}"
                yield _target(f"{slot.name}-one-too-{how}", what, partial(_counts, slot.number, change, what))
        if slot.field.alphabet is not None:
            what = f"a character of {slot.name} is not in its alphabet"
            yield _target(f"{slot.name}-wrong-letter", what, partial(_letters, slot.number, what))
        if slot.field.length is not None:
            for longer in (True, False):
                what = f"{slot.name} is one character too {'long' if longer else 'short'}"
                name = f"{slot.name}-too-{'long' if longer else 'short'}"
                yield _target(name, what, partial(_lengths, slot.number, longer, what))


def _target(name: str, what: str, attempts: Callable[[Subject], Iterator[Attempt]]) -> Target:
    return Target(f"form-{name}", "", what, "", attempts, lambda rule: False)


# --- lines ---

_Edit = Callable[[str], str | None]


def _lines(edit: _Edit, what: str, subject: Subject) -> Iterator[Attempt]:
    """Yield the input with one line edited, first ones and last ones in turn."""
    lines = subject.data.decode().split("\n")[:-1]
    order = sorted(range(len(lines)), key=lambda at: min(2 * at, 2 * (len(lines) - at) - 1))
    tried = 0
    for at in order:
        made = edit(lines[at])
        if made is not None and tried < _TRIES:
            tried += 1
            whole = "\n".join((*lines[:at], made, *lines[at + 1 :], ""))
            yield Attempt(whole.encode(), f"line {at + 1}: {what}")


def _ends(change: Callable[[bytes], bytes], what: str, subject: Subject) -> Iterator[Attempt]:
    yield Attempt(change(subject.data), what)


def _without_last_line(data: bytes) -> bytes:
    return data[: data.rstrip(b"\n").rfind(b"\n") + 1]


def _between(mark: str) -> _Edit:
    return lambda line: line.replace(" ", mark, 1) if " " in line else None


def _more_tokens(line: str) -> str | None:
    return f"{line} {line.rpartition(' ')[2]}" if line else None


def _fewer_tokens(line: str) -> str | None:
    return line.rpartition(" ")[0] if line else None


_EDITS: tuple[tuple[str, str, _Edit], ...] = (
    ("double-blank", "two blanks between tokens", _between("  ")),
    ("tab", "a tab in place of a blank", _between("\t")),
    ("trailing-blank", "a blank at the end", lambda line: line + " " if line else None),
    ("leading-blank", "a blank at the start", lambda line: " " + line if line else None),
    ("carriage-return", "a carriage return at the end", lambda line: line + "\r"),
    ("extra-token", "a token too many", _more_tokens),
    ("missing-token", "a token too few", _fewer_tokens),
    ("broken-line", "a line break in place of a blank", _between("\n")),
    ("empty-line", "an empty line before it", lambda line: "\n" + line if line else None),
)


# --- tokens ---


def _numbers(write: Callable[[str], str], what: str, subject: Subject) -> Iterator[Attempt]:
    """Yield the input with one integer written in another way."""
    tried = 0
    for slot in subject.schema.slots:
        if slot.field.type is not FieldType.INT or not subject.size(slot) or tried == _TRIES:
            continue
        tried += 1
        element = subject.size(slot) - 1
        text = subject.text(slot, element)
        if _INTEGER.fullmatch(text):
            line = subject.place(slot, element)[0]
            data = subject.changed([Change(slot, element, write(text))])
            yield Attempt(data, f"line {line}: {what}, {write(text)}")


_NUMBERS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("leading-zero", "a leading zero", lambda text: re.sub(r"^(-?)", r"\g<1>0", text)),
    ("plus-sign", "a plus sign", lambda text: "+" + text.lstrip("-")),
    ("decimals", "an integer with a decimal point", lambda text: text + ".0"),
    ("no-number", "a word in place of an integer", lambda text: "x" * min(len(text), 9)),
)


def _counts(number: int, change: int, what: str, subject: Subject) -> Iterator[Attempt]:
    slot = subject.schema.slots[number]
    for element in _some(subject, slot):
        text = str(int(subject.text(slot, element)) + change)
        yield Attempt(subject.changed([Change(slot, element, text)]), f"{what}: {text}")


def _some(subject: Subject, slot: Slot) -> list[int]:
    size = subject.size(slot)
    return list(dict.fromkeys([*range(min(size, _TRIES // 2)), *range(max(size - _TRIES // 2, 0), size)]))


def _letters(number: int, what: str, subject: Subject) -> Iterator[Attempt]:
    slot = subject.schema.slots[number]
    stranger = next((c for c in _STRANGERS if c not in (slot.field.alphabet or "")), None)
    for element in _some(subject, slot):
        text = subject.text(slot, element)
        if text and stranger:
            made = text[:-1] + stranger
            yield Attempt(subject.changed([Change(slot, element, made)]), f"{what}: {stranger!r}")


def _lengths(number: int, longer: bool, what: str, subject: Subject) -> Iterator[Attempt]:
    slot = subject.schema.slots[number]
    for element in _some(subject, slot):
        text = subject.text(slot, element)
        if (longer and text) or len(text) > 1 or (text and is_line(slot)):
            made = text + text[-1] if longer else text[:-1]
            yield Attempt(subject.changed([Change(slot, element, made)]), what)


def end_targets() -> Iterator[Target]:
    """Yield the faults at the end of the file."""
    for name, what, change in _ENDS:
        yield _target(name, what, partial(_ends, change, what))


_ENDS: tuple[tuple[str, str, Callable[[bytes], bytes]], ...] = (
    ("no-final-newline", "no newline at the end of the file", lambda data: data[:-1]),
    ("final-empty-line", "an empty line at the end of the file", lambda data: data + b"\n"),
    ("junk-line", "a further line at the end of the file", lambda data: data + b"0\n"),
    ("missing-line", "the last line is missing", _without_last_line),
    ("empty-file", "nothing in the file", lambda data: b""),
)
