"""The characters a string may hold: what the layout says, else what the samples show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase, digits

from stab.expression import parse_expr
from stab.records import Field, RoleKind
from stab.synth.observed import Seen
from stab.synth.ranges import Context
from stab.synth.shape import Shape


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Allowed characters, and what keeps a word of them from being valid."""

    characters: str
    is_number: bool = False  # digits only, never with a leading zero
    balanced: bool = False  # brackets that close
    limit: str = ""  # how many of the characters may occur, as Python text; "": all

    @property
    def text(self) -> str:
        """Return the alphabet as a Python literal."""
        return f"{self.characters!r}[:{self.limit}]" if self.limit else repr(self.characters)

    def repaired(self, expression: str) -> str:
        """Return the expression with what a valid word needs besides its characters."""
        if self.is_number:
            return f"without_leading_zero({expression}, {self.text})"
        return expression

    @property
    def facts(self) -> frozenset[str]:
        """Return the words of a principle's `needs` that hold for texts of these characters."""
        found = set(self.characters)
        facts = {"digits"} if self.characters.isdigit() and "9" in found else set()
        if found >= set("+()1"):
            facts.add("expression")
        if found <= set("()[]{}<>") and not self.balanced:
            facts.add("unbalanced")
        return frozenset(facts)


def alphabet_of(shape: Shape, item: Field) -> Alphabet:
    """Return the alphabet of a string field."""
    seen = shape.seen.get(item.name, Seen())
    known = item.alphabet or "".join(sorted(c for c in seen.characters if not c.isspace()))
    characters = known or "abcdefghijklmnopqrstuvwxyz"
    is_number = characters.isdigit()
    zero = any(len(w) > 1 and w[0] == "0" for w in seen.words)
    balanced = False
    if shape.has(RoleKind.BRACKETS, item.name) and set(characters) == set("()"):
        balanced = all(_balanced(word) for word in seen.words)
    return Alphabet(
        characters, is_number and "0" in characters and set(characters) > set("01") and not zero, balanced
    )


def limited(shape: Shape, item: Field, context: Context) -> Alphabet:
    """Return the alphabet of a string field, with the size that limits it."""
    found, role = alphabet_of(shape, item), shape.role(RoleKind.LETTERS, item.name)
    most = shape.most_values.get(item.name)
    if most is not None and (role is None or not role.size):
        return replace(found, limit=context.text(most))
    if role is None or not role.size:
        return found
    letters = next(
        (a for a in (ascii_lowercase, ascii_uppercase, digits) if set(found.characters) <= set(a)), ""
    )
    return replace(found, characters=letters, limit=context.text(parse_expr(role.size))) if letters else found


def _balanced(word: str) -> bool:
    depth = 0
    for character in word:
        depth += 1 if character == "(" else -1
        if depth < 0:
            return False
    return depth == 0
