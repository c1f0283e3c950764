"""Reads the head of a statement in olymp.sty: \\begin{problem}{title}{input}{output}{time}{memory}."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stab.patterns import regex
from stab.statement.limits import memory_amount, time_amount
from stab.statement.samples import braced

_BEGIN = regex(r"\\begin\{problem\}[ \t\n]{0,5}(?=\{)")
_STANDARD = regex(r"standard|стандартн|stdin|標準|标准|^\s*$", re.IGNORECASE)
_LONGEST = 2000  # characters that the head can take


@dataclass(frozen=True, slots=True)
class OlympHead:
    """What the arguments of the problem environment say."""

    title: str
    reads_file: bool
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None


def olymp_head(text: str) -> OlympHead | None:
    """Return the head of an olymp.sty statement; None for any other text."""
    if "\\begin{problem}" not in text:
        return None
    match = _BEGIN.search(text)
    if match is None:
        return None
    head = text[match.end() : match.end() + _LONGEST]
    arguments: list[str] = []
    position = 0
    while len(arguments) < 5:
        opening = regex(r"\s{0,5}\{").match(head, position)
        found = braced(head, opening.end() - 1) if opening else None
        if found is None:
            break
        arguments.append(found[0].strip())
        position = found[1]
    if not arguments:
        return None
    file, time, memory = ([*arguments, "", "", "", ""][i] for i in (1, 3, 4))
    return OlympHead(
        " ".join(re.sub(r"\\[a-zA-Z]+ ?|[{}~]", " ", arguments[0]).split()),
        not _STANDARD.search(file),
        time_amount(time),
        memory_amount(memory),
    )
