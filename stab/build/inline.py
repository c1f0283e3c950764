"""Source text of constructions for programs that must run without this package.

Modules are cut at their top-level statements as text; only the pieces that a program needs are parsed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

PACKAGE = "stab.build"
NOT_INLINED = frozenset({"__init__", "inline", "index"})
_START = re.compile(r"^(?=[A-Za-z_@])", re.MULTILINE)  # formatted code: all else is indented or closes
_NAME = re.compile(r"(?:@[^\n]*\n)*(?:def |class )?([A-Za-z_]\w*)")


@dataclass(frozen=True)
class Piece:
    """A top-level function, class or constant with its source; most are never parsed."""

    name: str
    module: str
    source: str

    @property
    def is_public(self) -> bool:
        """Tell whether it is a function or class without an underscore in front."""
        return self.source.startswith(("def ", "class ", "@")) and not self.name.startswith("_")

    @cached_property
    def node(self) -> ast.stmt:
        """The parsed statement, its first line numbered 1."""
        return ast.parse(self.source).body[0]

    @cached_property
    def text(self) -> str:
        """The bare source."""
        return _bare_text(self.node, self.source.splitlines())

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names it reads."""
        return _read(self.node)


def inline_source(names: Iterable[str], beside: tuple[Path, ...] = ()) -> str:
    """Python source that defines the named functions of stab.build and all that they use.

    Imports first (numpy and the standard library only), then constants, classes and functions, each
    after those it uses. Annotations are left out and docstrings cut to their first line. The same
    names give the same text, in whatever order. `beside` are further modules written like those of
    stab.build, to take functions from. Raises KeyError for a name that none of them defines.
    """
    pieces, imports = library(beside)
    chosen = _with_dependencies(sorted(set(names)), pieces)
    used = frozenset().union(*(piece.reads for piece in chosen))
    lines = [text for name, text in sorted(imports.items()) if name in used]
    parts = ["\n".join(lines)] if lines else []
    parts += [piece.text for piece in chosen]
    return "\n\n\n".join(parts) + "\n" if parts else ""


def _with_dependencies(names: list[str], pieces: dict[str, Piece]) -> list[Piece]:
    """The pieces of the names and of what they read, dependencies first."""
    ordered: dict[str, Piece] = {}
    pending = [(name, False) for name in reversed(names)]
    entered: set[str] = set()
    while pending:
        name, is_done = pending.pop()
        piece = pieces[name]
        if is_done:
            ordered[name] = piece
        elif name not in entered:
            entered.add(name)
            pending.append((name, True))
            needed = sorted(piece.reads & pieces.keys() - entered, reverse=True)
            pending += [(other, False) for other in needed]
    return list(ordered.values())


@lru_cache(maxsize=8)
def library(beside: tuple[Path, ...] = ()) -> tuple[dict[str, Piece], dict[str, str]]:
    """All pieces by name, and the import line of every imported name."""
    pieces: dict[str, Piece] = {}
    imports: dict[str, str] = {}
    own = (path for path in sorted(Path(__file__).parent.glob("*.py")) if path.stem not in NOT_INLINED)
    for path in (*own, *beside):
        for source in _statements(path.read_text(encoding="utf-8")):
            if source.startswith(("import ", "from ")):
                imports.update(_import_lines(source))
                continue
            found = _NAME.match(source)
            if found is None:
                continue
            piece = Piece(found[1], path.stem, source)
            if piece.name in pieces:
                raise ValueError(
                    f"{piece.name} is defined twice: {pieces[piece.name].module}, {piece.module}"
                )
            pieces[piece.name] = piece
    return pieces, imports


@lru_cache(maxsize=1)
def public_names() -> frozenset[str]:
    """Return the names of stab.build's constructions and of what is handed out with them."""
    return frozenset(name for name, piece in library()[0].items() if piece.is_public)


def _statements(text: str) -> Iterator[str]:
    """The source of each top-level statement after the module's docstring, decorators included."""
    decorators = ""
    for source in _START.split(text.split('"""', 2)[2])[1:]:
        if source.startswith("@"):
            decorators += source
        else:
            yield decorators + source
            decorators = ""


def _import_lines(source: str) -> dict[str, str]:
    """The imported names with their import lines; imports within the package need none."""
    node = ast.parse(source).body[0]
    if isinstance(node, ast.ImportFrom):
        if node.module is None or node.module == "__future__" or node.module.startswith(PACKAGE):
            return {}
        return {alias.name: f"from {node.module} import {alias.name}" for alias in node.names}
    assert isinstance(node, ast.Import)
    return {
        alias.asname or alias.name: f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        for alias in node.names
    }


def _read(node: ast.stmt) -> frozenset[str]:
    """The names that the code reads, annotations left out."""
    annotations = {id(inner) for outer in _annotations(node) for inner in ast.walk(outer)}
    return frozenset(
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) and id(inner) not in annotations
    )


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.arg) and inner.annotation is not None:
            yield inner.annotation
        elif isinstance(inner, ast.FunctionDef) and inner.returns is not None:
            yield inner.returns
        elif isinstance(inner, ast.AnnAssign):
            yield inner.annotation


def _bare_text(node: ast.stmt, module: list[str]) -> str:
    """The statement as written, without annotations and without all but the first line of docstrings."""
    begin = min((d.lineno for d in getattr(node, "decorator_list", ())), default=node.lineno)
    lines = module[begin - 1 : node.end_lineno]
    cuts: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef):
            cuts += _docstring_cut(inner)
        if isinstance(inner, ast.arg) and inner.annotation is not None:
            start, (row, column) = (inner.lineno, inner.col_offset + len(inner.arg)), _end(inner.annotation)
            has_default = lines[row - begin].startswith(" = ", column)
            cuts.append((start, (row, column + 3 * has_default), "=" * has_default))
        elif isinstance(inner, ast.FunctionDef) and inner.returns is not None:
            # The arrow stands before the annotation, on the same line in formatted code.
            line = lines[inner.returns.lineno - begin]
            arrow = line.rindex("->", 0, inner.returns.col_offset)
            cuts.append(((inner.returns.lineno, len(line[:arrow].rstrip())), _end(inner.returns), ""))
        elif isinstance(inner, ast.AnnAssign):
            start = (inner.target.end_lineno or 0, inner.target.end_col_offset or 0)
            cuts.append((start, _end(inner.annotation), ""))
    for start, end, text in sorted(cuts, reverse=True):
        first, last = start[0] - begin, end[0] - begin
        lines[first : last + 1] = [lines[first][: start[1]] + text + lines[last][end[1] :]]
    return "\n".join(line.rstrip() for line in lines)


def _end(node: ast.expr) -> tuple[int, int]:
    return (node.end_lineno or 0, node.end_col_offset or 0)


def _docstring_cut(
    node: ast.FunctionDef | ast.ClassDef,
) -> list[tuple[tuple[int, int], tuple[int, int], str]]:
    text = ast.get_docstring(node)
    if text is None:
        return []
    value = node.body[0].value  # type: ignore[attr-defined]
    return [((value.lineno, value.col_offset), _end(value), f'"""{text.splitlines()[0]}"""')]
