"""Input layouts: notation, reading, checking and writing of inputs, and validators to ship."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stab.expression import Value
from stab.layout.mismatch import Mismatch
from stab.layout.notation import parse_layout
from stab.layout.rendering import render_layout
from stab.records import (
    Binding,
    Check,
    Emitted,
    Extraction,
    Fault,
    Layout,
    NearMisses,
    Problem,
    Sample,
    Unread,
)

if TYPE_CHECKING:
    from stab.layout.values import Values

__all__ = [
    "Mismatch",
    "bind",
    "consume",
    "describe_fault",
    "emit_ctd",
    "emit_testlib",
    "emit_validator",
    "infer_layout",
    "known_bounds",
    "near_misses",
    "parse_layout",
    "read_values",
    "render_layout",
    "said_conditions",
    "unkept",
    "validate",
    "write_values",
]


def infer_layout(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout of the problem's input, proved on its samples; LayoutError if none is."""
    from stab.layout.infer import infer_layout as infer

    return infer(problem, extraction)


def said_conditions(problem: Problem, extraction: Extraction, layout: Layout) -> tuple[str, ...]:
    """Return the conditions of named fields that sentences tell and no rule holds yet."""
    from stab.layout.said import said_conditions as said

    return tuple(condition.text for condition in said(problem, extraction, layout))


def unkept(problem: Problem, extraction: Extraction, layout: Layout | None) -> tuple[Unread, ...]:
    """Return what the statement promises of the input and nothing checks."""
    from stab.layout.promises import unkept as promises

    return promises(problem, extraction, layout)


def consume(layout: Layout, text: str, tolerant: bool = True) -> None:
    """Read all of `text` along the layout; Mismatch (line, column, expected, found) where it doesn't fit.

    Tolerant: any white space between tokens, CR, empty lines at the start and the end, a missing final
    newline, +5 and 007, and empty arrays whose empty line is left out. Lines are lines all the same.
    """
    from stab.layout.access import trace_of

    trace_of(layout, text.encode("utf-8", "replace"), tolerant=tolerant)


def read_values(layout: Layout, data: bytes) -> Values:
    """Return the values of an input (see stab.layout.values), read tolerantly; Mismatch as for consume."""
    from stab.layout.access import read_values as read

    return read(layout, data)


def write_values(layout: Layout, values: Values) -> bytes:
    """Return the input that holds `values`: single blanks, '\\n' after every line, also an empty one.

    Raises LayoutError where the values lack a field or contradict a count of the layout.
    """
    from stab.layout.writing import write_values as write

    return write(layout, values)


def bind(layout: Layout, extraction: Extraction, samples: Sequence[Sample] = ()) -> Binding:
    """Return the constraints as rules over the layout's fields; see stab.layout.binding."""
    from stab.layout.binding import bind as connect

    return connect(layout, extraction, samples)


def validate(layout: Layout, binding: Binding, data: bytes, strict: bool = True) -> Check:
    """Return what is wrong with an input (at most ten faults, in reading order) and the bounds it reaches.

    Strict: also white space, leading zeros, plus signs and the final newline must be as a clean input has
    them; else they are read as `consume` reads them. Rules are looked at only when every token is in place.
    """
    from stab.layout.validation import validate as check

    return check(layout, binding, data, strict)


def known_bounds(layout: Layout, binding: Binding) -> dict[str, tuple[Value | None, Value | None]]:
    """Return the constant bounds (lowest, largest) of each quantity that hits tell of; None without one."""
    from stab.layout.validation import known_bounds as bounds

    return bounds(layout, binding)


def describe_fault(fault: Fault) -> str:
    """Return a fault in one line: place, token, the rule it breaks, the words the rule comes from."""
    from stab.layout.validation import describe_fault as describe

    return describe(fault)


def emit_validator(layout: Layout, binding: Binding, title: str) -> str:
    """Return a standalone Python program: `python3 validator.py < input` exits 42 (valid) or 43."""
    from stab.layout.emit import emit_validator as emit

    return emit(layout, binding, title)


def emit_testlib(layout: Layout, binding: Binding, title: str) -> Emitted:
    """Return a C++ validator for testlib.h; LayoutError for a layout that can't be written that way."""
    from stab.layout.emit_testlib import emit_testlib as emit

    return emit(layout, binding, title)


def emit_ctd(layout: Layout, binding: Binding, title: str) -> Emitted:
    """Return a checktestdata program; LayoutError for a layout that can't be written that way."""
    from stab.layout.emit_ctd import emit_ctd as emit

    return emit(layout, binding, title)


def near_misses(layout: Layout, binding: Binding, inputs: Sequence[bytes]) -> NearMisses:
    """Return inputs that break one rule each, made from small valid ones; see stab.layout.breaking."""
    from stab.layout.breaking import near_misses as make

    return make(layout, binding, inputs)
