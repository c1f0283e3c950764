"""Finds the headings of a statement whose line ends were lost: `…is given.InputThe first line…`."""

from __future__ import annotations

from collections.abc import Sequence

from stab.patterns import regex
from stab.records import SectionKind
from stab.statement.headings import BARE, Heading
from stab.statement.vocabulary import meaning

_GLUED = regex(
    r"(?<![A-Za-z_])"
    r"(?:(?P<examples>(?:Example|Sample)s?)(?=[ \t]?Input)|(?P<word>Input|Output|Note)(?=[A-Z]))"
)
_ORDER = ("Input", "Output", "Examples", "Note")


def restore_headings(text: str, found: Sequence[Heading]) -> Sequence[Heading]:
    """Return `found`, or, where it has no input section, what is glued to the text in the usual order.

    The samples of such a text are lost: nothing says where their lines ended.
    """
    if any(h.meaning is not None and h.meaning.kind is SectionKind.INPUT for h in found):
        return found
    glued: list[Heading] = []
    step = 0
    for match in _GLUED.finditer(text):
        title = "Examples" if match["examples"] else match["word"]
        place = _ORDER.index(title)
        if place < step or (step < 2 and place != step):
            continue  # Input, then Output; the other two may be missing
        step = place + 1
        end = match.end() if place != 2 else len(match["examples"]) + match.start()
        glued.append(Heading(match.start(), end, title, meaning(title), BARE, glued=True))
    if len(glued) < 2:
        return found
    before = [h for h in found if h.end <= glued[0].start]
    return [*before, *glued]
