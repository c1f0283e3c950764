"""What a statement is: sections, samples, limits, and what the user overrides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class SectionKind(StrEnum):
    """What a part of a statement is for."""

    STORY = "story"
    INPUT = "input"
    CONSTRAINTS = "constraints"
    SUBTASKS = "subtasks"
    OUTPUT = "output"
    EXAMPLES = "examples"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of the statement, exactly as written: text == Problem.text[start : start + len(text)]."""

    kind: SectionKind
    title: str
    text: str
    start: int
    line: int  # 1-based line of Problem.text on which the section's text begins


@dataclass(frozen=True, slots=True)
class Sample:
    """An example of the statement; output is None where only the input is shown."""

    name: str
    input: str
    output: str | None = None


class ProblemForm(StrEnum):
    """How a solution receives its input."""

    STREAM = "stream"  # standard input and output: all that can be generated for
    INTERACTIVE = "interactive"
    FUNCTION = "function"  # a signature, as on LeetCode
    FILES = "files"  # reads a named file instead of standard input


class Markup(StrEnum):
    """How the statement is written."""

    MARKDOWN = "markdown"
    TEXT = "text"
    LATEX = "latex"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the user says about the problem; it wins over what is read from the text."""

    constraints: tuple[str, ...] = ()  # canonical comparisons
    layout: str | None = None  # layout notation
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as read: the statement's text with its sections, samples and limits."""

    id: str
    title: str
    text: str  # the statement exactly as read, front matter removed, \n line ends
    markup: Markup
    sections: tuple[Section, ...]
    samples: tuple[Sample, ...] = ()
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None
    form: ProblemForm = ProblemForm.STREAM
    overrides: Overrides = Overrides()
    path: Path | None = None
    line_offset: int = 0  # lines of front matter before text: file line = text line + line_offset
