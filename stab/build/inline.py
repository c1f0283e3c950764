"""Source text of constructions for programs that must run without this package."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

PACKAGE = "stab.build"
NOT_INLINED = frozenset({"__init__", "inline", "index"})


@dataclass(frozen=True)
class Piece:
    """A top-level function, class or constant; most are never asked for their text."""

    name: str
    node: ast.stmt
    lines: list[str]  # of the whole module
    position: tuple[str, int]

    @cached_property
    def text(self) -> str:
        """The bare source."""
        return _bare_text(self.node, self.lines)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names it reads."""
        return _read(self.node)


def inline_source(names: Iterable[str]) -> str:
    """Python source that defines the named functions of stab.build and all that they use.

    Imports first (numpy and the standard library only), then constants, classes and functions, each
    after those it uses. Annotations are left out and docstrings cut to their first line. The same
    names give the same text, in whatever order. Raises KeyError for a name stab.build does not define.
    """
    pieces, imports = _library()
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


@lru_cache(maxsize=1)
def _library() -> tuple[dict[str, Piece], dict[str, str]]:
    """All pieces by name, and the import line of every imported name."""
    pieces: dict[str, Piece] = {}
    imports: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem in NOT_INLINED:
            continue
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.update(_import_lines(node))
            for name in _defined(node):
                piece = Piece(name, node, lines, (path.stem, node.lineno))
                if name in pieces:
                    raise ValueError(f"{name} is defined twice: {pieces[name].position}, {piece.position}")
                pieces[name] = piece
    return pieces, imports


def _import_lines(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """The imported names with their import lines; imports within the package need none."""
    if isinstance(node, ast.ImportFrom):
        if node.module is None or node.module == "__future__" or node.module.startswith(PACKAGE):
            return {}
        return {alias.name: f"from {node.module} import {alias.name}" for alias in node.names}
    return {
        alias.asname or alias.name: f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
        for alias in node.names
    }


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


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
    lines = module[node.lineno - 1 : node.end_lineno]
    cuts: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef):
            cuts += _docstring_cut(inner)
        if isinstance(inner, ast.arg) and inner.annotation is not None:
            start, (row, column) = (inner.lineno, inner.col_offset + len(inner.arg)), _end(inner.annotation)
            has_default = lines[row - node.lineno].startswith(" = ", column)
            cuts.append((start, (row, column + 3 * has_default), "=" * has_default))
        elif isinstance(inner, ast.FunctionDef) and inner.returns is not None:
            # The arrow stands before the annotation, on the same line in formatted code.
            line = lines[inner.returns.lineno - node.lineno]
            arrow = line.rindex("->", 0, inner.returns.col_offset)
            cuts.append(((inner.returns.lineno, len(line[:arrow].rstrip())), _end(inner.returns), ""))
        elif isinstance(inner, ast.AnnAssign):
            start = (inner.target.end_lineno or 0, inner.target.end_col_offset or 0)
            cuts.append((start, _end(inner.annotation), ""))
    for start, end, text in sorted(cuts, reverse=True):
        first, last = start[0] - node.lineno, end[0] - node.lineno
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
