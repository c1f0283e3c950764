"""What a model's reply holds: the code block, and what is wrong with it before it is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

ENTRY = "generate"
MAX_SOURCE = 65536  # characters
MODULES = frozenset(
    {
        "__future__", "bisect", "collections", "dataclasses", "fractions", "functools", "heapq", "itertools",
        "math", "numpy", "operator", "random", "string", "typing",
    }
)  # fmt: skip
LIBRARY = "stab.build"
FORBIDDEN_CALLS = frozenset({"open", "exec", "eval", "compile", "input", "breakpoint", "__import__"})
FORBIDDEN_ATTRIBUTES = {
    "default_rng": "use numpy.random.RandomState(seed): its stream is the same with every numpy",
    "save": "return the text, write no file",
    "savetxt": "return the text, write no file",
    "tofile": "return the text, write no file",
    "load": "read no file",
    "loadtxt": "read no file",
    "fromfile": "read no file",
    "memmap": "read no file",
}
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)")
_THOUGHT = "</think>"


@dataclass(frozen=True, slots=True)
class Checked:
    """The program of a reply, and the faults that forbid to run it; without faults there is a source."""

    source: str | None
    faults: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True when the program may be tried."""
        return self.source is not None and not self.faults


def check_reply(text: str, finish_reason: str = "stop") -> Checked:
    """Return the generator that a model's reply holds, with all that can be told without running it.

    This is advice for the model, not protection: the program is untrusted all the same.
    """
    if finish_reason == "length":
        return Checked(None, ("the reply was cut off because it was too long; answer with the code alone",))
    if finish_reason == "content_filter":
        return Checked(None, ("the reply was withheld by the server's content filter",))
    blocks = list(code_blocks(text.rpartition(_THOUGHT)[2]))
    if not blocks:
        return Checked(None, ("the reply holds no code block; put the program between ```python and ```",))
    source = next((b for b in reversed(blocks) if f"def {ENTRY}" in b), blocks[-1])
    if len(source) > MAX_SOURCE:
        return Checked(None, (f"the program has {len(source)} characters; at most {MAX_SOURCE} are allowed",))
    tree = _parsed(source)
    if isinstance(tree, str):
        return Checked(source, (tree,))
    faults = [*_entry_faults(tree), *_import_faults(tree), *_access_faults(tree)]
    return Checked(source, tuple(dict.fromkeys(faults)))


def code_blocks(text: str) -> Iterator[str]:
    """Yield the contents of the fenced blocks that are Python or name no language, in order."""
    fence, language, lines = "", "", list[str]()
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _FENCE.match(line)
        if not fence:
            if found:
                fence, language, lines = found[1], found[2].lower(), []
        elif found and found[1].startswith(fence) and not found[2]:
            if language in ("", "python", "python3", "py"):
                yield "\n".join(lines) + "\n"
            fence = ""
        else:
            lines.append(line)


def _parsed(source: str) -> ast.Module | str:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").strip()[:120]
        return f"line {error.lineno}: {error.msg}: {line}" if line else f"line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"the program can't be parsed: {error or 'it is nested too deeply'}"


def _entry_faults(tree: ast.Module) -> Iterator[str]:
    entry = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == ENTRY), None)
    if entry is None:
        yield f"no function {ENTRY}(seed) at the top level"
        return
    arguments = [*entry.args.posonlyargs, *entry.args.args]
    needed = len(arguments) - len(entry.args.defaults)
    keywords = [d for d in entry.args.kw_defaults if d is None]
    if (not arguments and entry.args.vararg is None) or needed > 1 or keywords:
        yield f"line {entry.lineno}: {ENTRY} must be callable as {ENTRY}(seed)"


def _import_faults(tree: ast.Module) -> Iterator[str]:
    known = build_names()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "stab" or (alias.name == LIBRARY and alias.asname is None):
                    yield f"line {node.lineno}: write `from stab import build`"
                elif alias.name != LIBRARY:
                    yield from _module_fault(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [alias.name for alias in node.names]
            if module == "stab" and names == ["build"]:
                continue
            if module == LIBRARY and not node.level:
                yield from (_unknown(name, node.lineno) for name in names if name not in known)
            elif module in ("numpy.random", "random") and "default_rng" in names:
                yield f"line {node.lineno}: {FORBIDDEN_ATTRIBUTES['default_rng']}"
            else:
                yield from _module_fault("." * node.level + module, node.lineno)


def _module_fault(module: str, line: int) -> Iterator[str]:
    if module.partition(".")[0] not in MODULES:
        allowed = ", ".join(sorted(MODULES - {"__future__"}))
        yield f"line {line}: the module {module} is not available; use {allowed} and {LIBRARY}"


def _access_faults(tree: ast.Module) -> Iterator[str]:
    known, modules = build_names(), library_names(tree)
    bases = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(base), name) if base in modules:
                if name not in known:
                    yield _unknown(name, node.lineno)
            case ast.Attribute(_, name) if name in FORBIDDEN_ATTRIBUTES:
                yield f"line {node.lineno}: {name}: {FORBIDDEN_ATTRIBUTES[name]}"
            case ast.Attribute(_, name) if name.startswith("__"):
                yield f"line {node.lineno}: {name} is not for generators"
            case ast.Call(ast.Name(name)) if name in FORBIDDEN_CALLS:
                yield f"line {node.lineno}: {name}() is not for generators: return the text"
            case ast.Name(name, ast.Load()) if name in modules and id(node) not in bases:
                yield f"line {node.lineno}: call the library as {name}.FUNCTION(...)"


def library_names(tree: ast.Module) -> frozenset[str]:
    """Return the names under which a program has the library as a module."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(a.asname for a in node.names if a.name == LIBRARY and a.asname)
        elif isinstance(node, ast.ImportFrom) and node.module == "stab" and not node.level:
            found.update(a.asname or a.name for a in node.names if a.name == "build")
    return frozenset(found)


def build_names() -> frozenset[str]:
    """Return the names of stab.build that a generator may use: those that can be inlined."""
    from stab import build

    def can_be_inlined(value: Any) -> bool:
        home = str(getattr(value, "__module__", ""))
        return home.startswith(LIBRARY) and home.rpartition(".")[2] not in ("inline", "index")

    return frozenset(name for name in build.__all__ if can_be_inlined(getattr(build, name)))


def _unknown(name: str, line: int) -> str:
    close = get_close_matches(name, sorted(build_names()), 3)
    advice = f"; there are {', '.join(close)}" if close else ""
    return f"line {line}: {LIBRARY} has no {name}{advice}"
