"""The file of a generator: docstring, what it uses of stab.build, `generate`, and a main line."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import lru_cache
from types import FunctionType

from stab.synth.program import Program

_HEAD = '''"""{docstring}
"""

import sys

import numpy as np

{library}

def generate(seed):
    """Return the input as bytes; the same seed gives the same bytes."""
    rng = np.random.RandomState(seed % 2**32)
    lines = []
{body}
    return ("\\n".join(lines) + "\\n").encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(generate(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
'''


def assemble(docstring: str, program: Program) -> str:
    """Return the source of a standalone generator around the statements of `program`."""
    body = "\n".join(program.lines)
    return _HEAD.format(docstring=_safe(docstring), library=_library(_called(body)), body=body)


def _safe(text: str) -> str:
    return text.replace("\\", "/").replace('"""', "'''")


@lru_cache(maxsize=512)
def _called(source: str) -> frozenset[str]:
    tree = ast.parse(textwrap.dedent(source))
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))


def _library(called: frozenset[str]) -> str:
    from stab.build.inline import inline_source

    own = set(called) & _runtime().keys()
    own |= {other for name in own for other in _called(_runtime()[name]) & _runtime().keys()}
    parts = [_runtime()[name] for name in _runtime() if name in own]
    needed = called.union(*(_called(part) for part in parts)) & buildable()
    library = inline_source(tuple(sorted(needed))) if needed else ""
    return "\n\n".join(part.strip() + "\n" for part in (library, *parts) if part.strip()) + "\n"


@lru_cache(maxsize=1)
def _runtime() -> dict[str, str]:
    """Return the sources of stab.synth.runtime's functions, without annotations."""
    from stab.synth import runtime

    found = {}
    for name, value in vars(runtime).items():
        if isinstance(value, FunctionType) and value.__module__ == runtime.__name__:
            found[name] = _bare(inspect.getsource(value))
    return found


def _bare(source: str) -> str:
    """Return a function's source without annotations, which would need imports."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in (*node.args.args, *node.args.kwonlyargs, node.args.vararg):
                if argument is not None:
                    argument.annotation = None
    return ast.unparse(tree)


@lru_cache(maxsize=1)
def buildable() -> frozenset[str]:
    """Return the names of stab.build's constructions."""
    from stab import build

    return frozenset(build.__all__)
