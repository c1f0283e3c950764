"""What a command says: results on stdout, messages and progress on stderr, one JSON document with --json."""

from __future__ import annotations

import json
import logging
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stab.errors import LayoutError, StabError

if TYPE_CHECKING:
    from stab.pipeline import Progress, ProgressHook

WIDTH = 80  # of tables, wherever they are shown
LONGEST_NAME = 44  # characters of a first cell that is never broken
SIGN_OF_LIFE_S = 20.0
LEAST_LAST = 16  # columns left for what is wrapped
LONGEST = 600  # characters of a message; what a hostile file is quoted with may be megabytes
_CONTROL = {code: "?" for code in (*range(9), *range(11, 32), *range(127, 160))}


class Console:
    """One command's output; `as_json` silences everything on stdout but the document."""

    def __init__(self, *, as_json: bool = False, verbose: bool = False, bar: bool = True):
        self.as_json = as_json
        self.verbose = verbose
        self._bar = bar

    def document(self, document: Mapping[str, Any]) -> None:
        """Print the command's JSON document."""
        if self.as_json:
            sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")

    def line(self, text: str = "") -> None:
        """Print a line of the result."""
        if not self.as_json:
            sys.stdout.write(_visible(text) + "\n")

    def paragraph(self, text: str, indent: str = "    ") -> None:
        """Print a line of the result, broken at 80 columns with the rest indented."""
        for line in textwrap.wrap(text, WIDTH, subsequent_indent=indent, drop_whitespace=True):
            self.line(line)

    def note(self, text: str) -> None:
        """Print a message for the person at the terminal."""
        sys.stderr.write(_printable(text) + "\n")

    def detail(self, text: str) -> None:
        """Print a message that only -v shows."""
        if self.verbose:
            self.note(text)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table of at most 80 columns; the last column is wrapped where it has to be.

        Nothing is cut off: where the other columns leave no room, they are wrapped too.
        """
        if self.as_json or not rows:
            return
        from io import StringIO

        from rich.console import Console as Rich
        from rich.table import Table

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for column, is_whole in zip(columns, _whole(columns, rows), strict=True):
            table.add_column(column, overflow="fold", no_wrap=is_whole, header_style="bold")
        for row in rows:
            table.add_row(*(_plain(cell) for cell in row))
        drawn = StringIO()
        plain = not _colours()
        Rich(file=drawn, width=WIDTH, highlight=False, no_color=plain, force_terminal=not plain).print(table)
        if title:
            self.line(title)
        for line in drawn.getvalue().splitlines():
            self.line(line.rstrip())

    def failure(self, error: StabError) -> None:
        """Say what failed: a document with --json, else one message on stderr."""
        if self.as_json:
            from stab.report import error_document

            self.document(error_document(error))
        where = error.file or ""
        if error.line:
            where = f"{where or 'line'}:{error.line}" if where else f"line {error.line}"
        self.note(f"stab: {where + ': ' if where else ''}{error.message}")
        if isinstance(error, LayoutError) and error.candidate:
            sys.stderr.write(_visible(f"      {error.hint}") + "\n")  # to be pasted, so never shortened
        elif error.hint:
            self.note(f"      {error.hint}")

    @contextmanager
    def progress(self) -> Iterator[ProgressHook]:
        """Yield a hook that shows progress as a bar on a terminal, elsewhere as a line now and then."""
        if not self._bar or not sys.stderr.isatty():
            yield _SignsOfLife(self.note)
            return
        from rich.console import Console as Rich
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        columns = (
            TextColumn("{task.description:<10}"),
            BarColumn(30),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Bars(*columns, console=Rich(stderr=True, no_color=not _colours()), transient=True) as bars:
            yield _Bars(bars)


class Remarks(logging.Handler):
    """Prints what the stages remark (a slow step that begins, a stored file that can't be used)."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one remark on stderr."""
        sys.stderr.write(_printable(record.getMessage()) + "\n")


def show_remarks() -> None:
    """Let the remarks of all stages be seen."""
    log = logging.getLogger("stab")
    log.setLevel(logging.INFO)
    log.addHandler(Remarks())
    log.propagate = False


class _Bars:
    """Shows each stage as one bar."""

    def __init__(self, bars: Any):
        self._bars = bars
        self._stages: dict[str, Any] = {}

    def __call__(self, event: Progress) -> None:
        if event.stage not in self._stages:
            self._stages[event.stage] = self._bars.add_task(event.stage, total=event.total)
        self._bars.update(self._stages[event.stage], completed=event.done, total=event.total)


class _SignsOfLife:
    """Says how far long work has come, often enough to tell it from work that hangs."""

    def __init__(self, note: Callable[[str], None]):
        self._note = note
        self._last = time.monotonic()

    def __call__(self, event: Progress) -> None:
        now = time.monotonic()
        if now - self._last >= SIGN_OF_LIFE_S:
            self._last = now
            self._note(f"{event.stage}: {event.done} of {event.total}")


def _whole(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[bool]:
    """Return which columns are kept on one line: all but the last, as far as there is room for them."""
    widths = [max(len(text) for text in (name, *(r[k] for r in rows))) for k, name in enumerate(columns)]
    whole = [width <= LONGEST_NAME for width in widths[:-1]] + [False]
    while sum(w + 2 for w, is_whole in zip(widths, whole, strict=True) if is_whole) > WIDTH - LEAST_LAST:
        whole[max((k for k, is_whole in enumerate(whole) if is_whole), key=widths.__getitem__)] = False
    return whole


def _colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _visible(text: str) -> str:
    """Return the text without control characters: a file's contents must not steer the terminal."""
    return text.translate(_CONTROL)


def _printable(text: str) -> str:
    """Return a message as it is shown, shortened in the middle."""
    shown = text if len(text) <= LONGEST else f"{text[: LONGEST - 100]} ... {text[-90:]}"
    return _visible(shown)


def _plain(cell: str) -> str:
    """Return the cell with brackets kept from being read as markup."""
    from rich.markup import escape

    return escape(_visible(cell))
