"""What a language model made of unread stretches: it counts only where it parses and names what is known."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from stab.errors import InputError
from stab.expression import Comparison, names, render
from stab.records import Answer, Constraint, Extraction, Origin, Unread
from stab.saturate.assemble import kind_of
from stab.saturate.overriding import ascending, parsed

MAX_SHOWN = 80  # characters of an answer in a message


def with_answers(extraction: Extraction, answers: Sequence[Answer], known: Collection[str]) -> Extraction:
    """Return the extraction with the answers that can be read, and what they explain no longer unread.

    Comparisons become constraints of origin llm, equalities side conditions. An answer that does not parse,
    or names something that is neither in the constraints nor among the `known` names, is refused, which the
    unread stretch then says.
    """
    names_ = {name for c in extraction.constraints for name in c.variables} | set(known)
    heard: list[Constraint] = []
    sides: list[str] = []
    refused: dict[tuple[str, int], str] = {}
    explained: set[tuple[str, int]] = set()
    for answer in answers:
        place = (answer.quote, answer.line)
        try:
            comparison = parsed(answer.text)
            _check_names(comparison, names_)
            if set(comparison.signs) <= {"==", "!="}:
                sides += (render(Comparison((a, b), (sign,))) for a, sign, b in comparison.atoms())
            else:
                heard.append(_record(ascending(comparison, answer.text), answer))
            explained.add(place)
        except InputError as error:
            refused.setdefault(place, f"the model's {_short(answer.text)} is refused: {error.message}")
    unread = (_said(u, refused) for u in extraction.unread if (u.quote, u.line) not in explained)
    return replace(
        extraction,
        constraints=(*extraction.constraints, *heard),
        side_conditions=tuple(dict.fromkeys((*extraction.side_conditions, *sides))),
        unread=tuple(unread),
    )


def _check_names(comparison: Comparison, known: Collection[str]) -> None:
    strangers = [name for name in names(comparison) if name not in known]
    if strangers:
        raise InputError(f"{strangers[0]} is not in the statement", hint="a name of the statement")


def _record(comparison: Comparison, answer: Answer) -> Constraint:
    return Constraint(
        render(comparison),
        kind_of(comparison),
        names(comparison),
        answer.quote,
        answer.line,
        Origin.LLM,
        comparison,
    )


def _said(unread: Unread, refused: dict[tuple[str, int], str]) -> Unread:
    reason = refused.get((unread.quote, unread.line))
    return unread if reason is None else replace(unread, reason=f"{unread.reason}; {reason}")


def _short(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")
