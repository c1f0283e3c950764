"""Letters of a map that are more than floor and wall: those that stand there once, and all others."""

from __future__ import annotations

import re

from stab.synth.observed import Seen

MOST_THINGS = 12  # letters beside floor and wall; more are a text, not a map


def marks_of(text: str, letters: str, seen: Seen | None) -> str:
    """Return the letters that stand in a map exactly once: in every sample, or where the words say so."""
    shown = "".join(c for c in (seen.marks or "") if c.isalnum()) if seen is not None else ""
    told = "".join(c for c in letters if c not in ".#" and c not in shown and told_once(text, c))
    marks = shown + told if seen is None or seen.marks is None else shown
    return marks if len(marks) < len(letters) - 1 else ""


def things_of(letters: str, marks: str, seen: Seen | None) -> str:
    """Return the other letters of a map of `.` and `#`, which random maps of these two would leave out."""
    found = "".join(c for c in letters if c not in marks and c not in ".#")
    is_map = "." in letters and "#" in letters and len(found) <= MOST_THINGS
    return found if is_map and (seen is None or not seen.count) else ""


def sign_of(letter: str) -> str:
    """Return the pattern of a letter as statements show it: in quotes, or as code of LaTeX."""
    quote = r"['\"`‘’“”]{1,2}"
    return rf"(?:{quote}(?:\\texttt\{{)?|\\texttt\{{){re.escape(letter)}(?:\}}?{quote}|\}})"


def told_once(text: str, letter: str) -> bool:
    """Tell whether the statement says that exactly one cell holds the letter, or what it stands for."""
    return told(text, letter, r"(?:exactly|precisely|only) one")


def told(text: str, letter: str, amount: str) -> bool:
    """Tell whether the statement says that so many cells hold the letter, or what it stands for."""
    sign = sign_of(letter)
    if re.search(
        rf"\b{amount} (?:cell |letter |character |square )?(?:contains |with |is |of )?{sign}", text
    ):
        return True
    before = re.findall(rf"([A-Za-z]+)\s?\(\s?{sign}", text)
    after = re.findall(
        rf"{sign}\)?\s?(?:-|–|—|:|=|is|denotes|means|marks|stands for|represents|for)\s?"
        r"(?:an? |the )?([A-Za-z]+)",
        text,
    )
    return any(
        re.search(rf"\b{amount} (?:\w+ )?{re.escape(noun)}\b", text, re.I) for noun in (*before, *after)
    )
