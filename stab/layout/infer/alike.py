"""A line that is told to look like the one before it: `the second line … in the same format`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from stab.patterns import regex
from stab.records import Field

if TYPE_CHECKING:
    from stab.layout.infer.alternatives import Candidate
    from stab.layout.infer.openers import Region

_ALIKE = regex(r"\b(?:in|of|has|have|follows?) the same (?:format|form|way|manner|structure)\b", re.I)
_EXTRA = 0.1  # the words of the line itself come first


def is_alike(text: str, region: Region) -> bool:
    """Tell whether the words of a line refer to the line before."""
    return _ALIKE.search(text, region.body, region.end) is not None


def alike(before: Sequence[Candidate], name: str) -> Iterator[Candidate]:
    """Yield the readings of the line before with all fields called `name`."""
    for candidate in before:
        if candidate.choice is None:
            items = tuple(replace(i, name=name) if isinstance(i, Field) else i for i in candidate.items)
            yield replace(candidate, penalty=candidate.penalty + _EXTRA, items=items)
