"""What a model's reply holds: the code block, and what is wrong with it before it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from stab.patterns import regex
from stab.synth.allowed import call_faults, import_faults, random_faults

ENTRY = "generate"
MAX_SOURCE = 65536  # characters
MAX_FAULTS = 12  # that a model is told at a time
NO_TEXT = "return the whole input as one str"
_FENCE = regex(r" {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)")
THOUGHT_END = "</think>"
_NOT_TEXT = {
    ast.List: "a list", ast.ListComp: "a list", ast.Tuple: "a tuple", ast.Dict: "a dict", ast.Set: "a set",
    ast.GeneratorExp: "a generator",
}  # fmt: skip


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
    answer = text.rpartition(THOUGHT_END)[2]
    blocks = list(code_blocks(answer)) or _bare_program(answer)
    if not blocks:
        return Checked(None, ("the reply holds no code block; put the program between ```python and ```",))
    source = next((b for b in reversed(blocks) if f"def {ENTRY}" in b), blocks[-1])
    if len(source) > MAX_SOURCE:
        return Checked(None, (f"the program has {len(source)} characters; at most {MAX_SOURCE} are allowed",))
    tree = _parsed(source)
    if isinstance(tree, str):
        return Checked(source, (tree,))
    tree.body = [node for node in tree.body if not is_main_part(node)]
    faults = [*_entry_faults(tree), *import_faults(tree), *call_faults(tree), *random_faults(tree)]
    return Checked(source, tuple(dict.fromkeys(faults))[:MAX_FAULTS])


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


def is_main_part(node: ast.stmt) -> bool:
    """Tell whether a statement is the program's own `if __name__ == "__main__":`, which ours replaces."""
    return isinstance(node, ast.If) and any(
        isinstance(inner, ast.Name) and inner.id == "__name__" for inner in ast.walk(node.test)
    )


def _bare_program(text: str) -> list[str]:
    """Return the whole reply where it is a program without a fence."""
    is_program = f"def {ENTRY}" in text and "```" not in text and isinstance(_parsed(text), ast.Module)
    return [text.strip("\r\n") + "\n"] if is_program else []


def _parsed(source: str) -> ast.Module | str:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").strip()[:120]
        return f"line {error.lineno}: {error.msg}: {line}" if line else f"line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"the program can't be parsed: {error or 'it is nested too deeply'}"


def _entry_faults(tree: ast.Module) -> Iterator[str]:
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    entry = next((n for n in reversed(functions) if n.name == ENTRY), None)
    if entry is None:
        others = ", ".join(n.name for n in functions[:5])
        yield f"no function {ENTRY}(seed) at the top level" + (f"; there are {others}" if others else "")
        return
    if isinstance(entry, ast.AsyncFunctionDef):
        yield f"line {entry.lineno}: {ENTRY} must be a plain function, not async"
    arguments = [*entry.args.posonlyargs, *entry.args.args]
    needed = len(arguments) - len(entry.args.defaults)
    keywords = [d for d in entry.args.kw_defaults if d is None]
    if (not arguments and entry.args.vararg is None) or needed > 1 or keywords:
        yield f"line {entry.lineno}: {ENTRY} must be callable as {ENTRY}(seed)"
    yield from _result_faults(entry)


def _result_faults(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield what the function can be seen to give instead of text."""
    own = list(_own_nodes(entry))
    if any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own):
        yield f"line {entry.lineno}: {ENTRY} yields: {NO_TEXT}"
        return
    results = [n for n in own if isinstance(n, ast.Return)]
    if not any(n.value is not None for n in results):
        yield f"line {entry.lineno}: {ENTRY} returns nothing: {NO_TEXT}"
    for node in results:
        what = _NOT_TEXT.get(type(node.value))
        if isinstance(node.value, ast.Constant) and not isinstance(node.value.value, str | bytes):
            what = repr(node.value.value)
        if what is not None:
            yield f"line {node.lineno}: {ENTRY} returns {what}: {NO_TEXT}"


def _own_nodes(entry: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, without the functions and classes inside it."""
    for node in ast.iter_child_nodes(entry):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _own_nodes(node)
