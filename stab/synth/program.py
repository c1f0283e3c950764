"""The text of a generator while it is being written: indented lines and names already in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from stab.records import RoleKind
from stab.synth.filling import Filling


@dataclass(slots=True)
class Program:
    """Collects the body of `generate`, and notes for its docstring."""

    lines: list[str] = field(default_factory=list)
    depth: int = 1
    used: dict[str, int] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    principled: bool = False  # a principle found its field
    filled: tuple[RoleKind | Filling, ...] = ()  # kinds of data that the structure filled
    strings: Mapping[str, str] = field(default_factory=dict)  # fields of text with their length and alphabet
    vertices: str = ""  # the array of a tree's shuffled labels, where fields behind it go by them
    out: str = "lines"  # the list that takes the input's lines here

    def add(self, text: str) -> None:
        """Append one line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def note(self, text: str) -> None:
        """Remember something a user should know about the input."""
        if text:
            self.notes[text] = None

    def fresh(self, name: str) -> str:
        """Return a helper name that is not used yet."""
        self.used[name] = self.used.get(name, 0) + 1
        return name if self.used[name] == 1 else f"{name}_{self.used[name]}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a compound statement and indent what follows."""
        self.add(head)
        self.depth += 1
        yield
        self.depth -= 1
