"""What a model's program may import and call; advice for the model, no protection."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

MODULES = frozenset(
    {
        "__future__", "bisect", "collections", "dataclasses", "fractions", "functools", "heapq", "itertools",
        "math", "numpy", "operator", "random", "string", "typing",
    }
)  # fmt: skip
LIBRARY = "stab.build"
_USE_LIBRARY = "write `from stab import build` and call build.NAME(...)"
_TEXT = "return the whole input as text"
_CALLS = {
    "open": f"there are no files: {_TEXT}",
    "print": f"print nothing: {_TEXT}",
    "input": "there is nothing to read: derive everything from the seed",
    "exec": "not for generators",
    "eval": "not for generators",
    "compile": "not for generators",
    "breakpoint": "not for generators",
    "exit": _TEXT,
    "quit": _TEXT,
    "__import__": "not for generators",
}
_SEEDED = "take all randomness from np.random.RandomState(seed)"
_NAMES = {
    "numpy.random.default_rng": f"{_SEEDED}: its stream is the same with every numpy",
    "numpy.random.Generator": f"{_SEEDED}: its stream is the same with every numpy",
    "random.SystemRandom": _SEEDED,
    **dict.fromkeys(("numpy.save", "numpy.savetxt", "numpy.savez"), f"there are no files: {_TEXT}"),
    **dict.fromkeys(
        ("numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "numpy.fromfile", "numpy.memmap"),
        "there are no files to read",
    ),
}
_METHODS = frozenset({"tofile", "dump"})  # of arrays
_GENERATORS = frozenset({"numpy.random.RandomState", "random.Random"})  # of random numbers
_RANDOM = ("numpy.random.", "random.")


def import_faults(tree: ast.Module) -> Iterator[str]:
    """Yield what is wrong with the imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "stab" or (alias.name == LIBRARY and alias.asname is None):
                    yield f"line {node.lineno}: {_USE_LIBRARY}"
                elif alias.name != LIBRARY:
                    yield from _module_fault(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            yield from _from_faults(node)


def _from_faults(node: ast.ImportFrom) -> Iterator[str]:
    module, names = "." * node.level + (node.module or ""), [alias.name for alias in node.names]
    if module == "stab" and names == ["build"]:
        return
    if module == "stab" or (module == LIBRARY and "*" in names):
        yield f"line {node.lineno}: {_USE_LIBRARY}"
    elif module == LIBRARY:
        yield from (_unknown(name, node.lineno) for name in names if name not in build_names())
    elif "*" in names:
        yield f"line {node.lineno}: import the names that you use instead of *"
    else:
        yield from _module_fault(module, node.lineno)
        yield from _name_faults((f"{module}.{name}" for name in names), node.lineno)


def call_faults(tree: ast.Module) -> Iterator[str]:
    """Yield what is wrong with what the program calls."""
    known, modules, names, own = build_names(), library_names(tree), imported_names(tree), _own_names(tree)
    bases = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(base), name) if base in modules:
                if name not in known:
                    yield _unknown(name, node.lineno)
            case ast.Attribute():
                yield from _name_faults([dotted(node, names)], node.lineno)
                if node.attr in _METHODS:
                    yield f"line {node.lineno}: {node.attr}: there are no files: {_TEXT}"
                if node.attr[:2] == node.attr[-2:] == "__" and node.attr != "__init__":
                    yield f"line {node.lineno}: {node.attr} is not for generators"
            case ast.Call(ast.Name(name)) if name in _CALLS and name not in own:
                yield f"line {node.lineno}: {name}(): {_CALLS[name]}"
            case ast.Name(name, ast.Load()) if name in modules and id(node) not in bases:
                yield f"line {node.lineno}: call the library as {name}.FUNCTION(...)"


def random_faults(tree: ast.Module) -> Iterator[str]:
    """Yield where random numbers do not come from the seed."""
    names = imported_names(tree)
    calls = [(n, dotted(n.func, names)) for n in ast.walk(tree) if isinstance(n, ast.Call)]
    seeds = {called for n, called in calls if called.endswith("random.seed") and n.args + n.keywords}
    for node, called in calls:
        prefix = next((p for p in _RANDOM if called.startswith(p)), None)
        if called in _GENERATORS:
            if not node.args and not node.keywords:
                yield f"line {node.lineno}: {ast.unparse(node.func)}() has no seed; {_SEEDED}"
        elif prefix and called not in _NAMES and called != f"{prefix}seed" and f"{prefix}seed" not in seeds:
            yield f"line {node.lineno}: {ast.unparse(node.func)} does not know the seed; {_SEEDED}"


def imported_names(tree: ast.Module) -> Mapping[str, str]:
    """Return what the imported names stand for: {"np": "numpy", "randint": "numpy.random.randint"}."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                found[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.update({a.asname or a.name: f"{node.module}.{a.name}" for a in node.names})
    return found


def dotted(node: ast.expr, names: Mapping[str, str]) -> str:
    """Return the full name of what an expression reads, "" for anything that was not imported."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


def library_names(tree: ast.Module) -> frozenset[str]:
    """Return the names under which a program has the library as a module."""
    return frozenset(name for name, full in imported_names(tree).items() if full == LIBRARY)


def build_names() -> frozenset[str]:
    """Return the names of stab.build that a generator may use: those that can be inlined."""
    from stab.build.inline import public_names

    return public_names()


def _own_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that the program gives to things of its own."""
    return frozenset(
        node.name
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        else node.arg
        if isinstance(node, ast.arg)
        else node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    )


def _module_fault(module: str, line: int) -> Iterator[str]:
    if module.partition(".")[0] not in MODULES:
        allowed = ", ".join(sorted(MODULES - {"__future__"}))
        yield f"line {line}: the module {module} is not available; use {allowed} and {LIBRARY}"


def _name_faults(names: Iterator[str] | list[str], line: int) -> Iterator[str]:
    yield from (f"line {line}: {name}: {_NAMES[name]}" for name in names if name in _NAMES)


def _unknown(name: str, line: int) -> str:
    close = get_close_matches(name, sorted(build_names()), 3)
    advice = f"; there are {', '.join(close)}" if close else ""
    return f"line {line}: {LIBRARY} has no {name}{advice}"
