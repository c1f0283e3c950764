"""The file of a generator: docstring, what it uses of stab.build, `generate`, and a main line."""

from __future__ import annotations

from stab.patterns import regex
from stab.synth.carried import carried_source
from stab.synth.program import Program

_HEAD = '''"""{docstring}
"""

import sys

import numpy as np
{lifted}
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


# Numbers of more digits than Python writes unasked: powers with large exponents, hexadecimal literals.
_LONG = regex(r"\*\* ?[0-9]{3}|\b0x")
_LIFTED = """
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
"""


def assemble(docstring: str, program: Program) -> str:
    """Return the source of a standalone generator around the statements of `program`."""
    body = "\n".join(program.lines)
    library = carried_source(body).replace("import numpy as np\n", "", 1).strip()
    return _HEAD.format(
        docstring=_safe(docstring),
        lifted=_LIFTED if _LONG.search(body) else "",
        library=library + "\n\n" * bool(library),
        body=body,
    )


def _safe(text: str) -> str:
    return text.replace("\\", "/").replace('"""', "'''")
