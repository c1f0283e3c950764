"""A model's program as a file of its own: the parts of stab.build that it calls are put in."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

from stab.synth.allowed import LIBRARY, build_names, library_names
from stab.synth.check import NO_TEXT, is_main_part

_LIBRARY_HEAD = '''def _stab_build():
    """Return the constructions of stab.build that are used below, apart from all other names."""
    from types import SimpleNamespace

{library}
    return SimpleNamespace({names})


_BUILD = _stab_build()


'''
_MAIN = f"""

if __name__ == "__main__":
    import sys as _sys

    _text = generate(int(_sys.argv[1]) if len(_sys.argv) > 1 else 0)
    if not isinstance(_text, (str, bytes)):
        raise TypeError(f"generate gave a {{type(_text).__name__}}: {NO_TEXT}")
    _data = _text if isinstance(_text, bytes) else _text.encode()
    _sys.stdout.buffer.write(_data if _data.endswith(b"\\n") else _data + b"\\n")
"""

_Splice = tuple[int, int, str]  # begin and end in bytes, the text between them


def standalone(source: str, docstring: str) -> str:
    """Return the program `python3 NAME.py SEED` that writes what the model's `generate(seed)` returns.

    It needs Python and numpy only. `source` has passed `check_reply`.
    """
    tree = ast.parse(source)
    imports = list(_imports(tree, source))
    body = _spliced(source, [*imports, *_main_parts(tree, source)]).strip("\n")
    head = '"""' + docstring.replace("\\", "/").replace('"""', "'''") + '\n"""\n\n'
    futures = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    if futures:
        names = sorted({alias.name for node in futures for alias in node.names})
        head += f"from __future__ import {', '.join(names)}\n\n"
    return head + (_library(sorted(set(_used(tree)))) if _imports_library(tree) else "") + body + "\n" + _MAIN


def _imports_library(tree: ast.Module) -> bool:
    """Tell whether the library is imported, be it called or not."""
    from_imports = any(isinstance(n, ast.ImportFrom) and n.module == LIBRARY for n in ast.walk(tree))
    return from_imports or bool(library_names(tree))


def _library(names: list[str]) -> str:
    from stab.build.inline import inline_source

    return _LIBRARY_HEAD.format(
        library=textwrap.indent(inline_source(names), "    ").rstrip() + "\n",
        names=", ".join(f"{name}={name}" for name in names),
    )


def _used(tree: ast.Module) -> Iterator[str]:
    modules, known = library_names(tree), build_names()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == LIBRARY:
            yield from (a.name for a in node.names if a.name in known)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in modules
            and node.attr in known
        ):
            yield node.attr


def _imports(tree: ast.Module, source: str) -> Iterator[_Splice]:
    """Yield what stands in for imports of the library; __future__ has moved to the top."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("stab", LIBRARY):
            whole = node.module == "stab"
            parts = [
                f"{a.asname or a.name} = _BUILD" + ("" if whole else f".{a.name}")
                for a in node.names
                if not (whole and a.name != "build")
            ]
            yield _place(node, source, "; ".join(parts))
        elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
            yield _place(node, source, "")
        elif isinstance(node, ast.Import) and any(a.name == LIBRARY for a in node.names):
            others = [
                a.name + (f" as {a.asname}" if a.asname else "") for a in node.names if a.name != LIBRARY
            ]
            parts = [f"{a.asname} = _BUILD" for a in node.names if a.name == LIBRARY]
            yield _place(
                node, source, "; ".join([*parts, *([f"import {', '.join(others)}"] if others else [])])
            )


def _main_parts(tree: ast.Module, source: str) -> Iterator[_Splice]:
    """Yield the program's own `if __name__ == "__main__":`, which ours replaces."""
    yield from (_place(node, source, "") for node in tree.body if is_main_part(node))


def _place(node: ast.stmt, source: str, text: str) -> _Splice:
    lines = source.encode().splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    assert node.end_lineno is not None and node.end_col_offset is not None
    return begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset, text


def _spliced(source: str, splices: list[_Splice]) -> str:
    data = source.encode()
    for begin, end, text in sorted(splices, reverse=True):
        data = data[:begin] + text.encode() + data[end:]
    return data.decode()
