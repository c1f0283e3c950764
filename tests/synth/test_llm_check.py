"""The static check of a model's reply, and the standalone file made of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stab.synth.check import MAX_SOURCE, check_reply, code_blocks
from stab.synth.standalone import standalone

GOOD = "def generate(seed: int) -> str:\n    return '1\\n'\n"


def reply(code: str) -> str:
    return f"Here it is:\n\n```python\n{code}```\nDone."


def with_line(line: str) -> str:
    return f"import numpy as np\nfrom stab import build\ndef generate(seed):\n    {line}\n    return '1'\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("I can't do that.", "no code block"),
        ("```python\ndef generate(seed):\n    return '1'\n", "no code block"),  # never closed
        ("```json\n{}\n```", "no code block"),
        (reply("def generate(seed):\n    return (\n"), "line 2: '(' was never closed"),
        (reply("def make(seed):\n    return '1'\n"), "no function generate(seed)"),
        (reply("def generate():\n    return '1'\n"), "callable as generate(seed)"),
        (reply("def generate(seed, n):\n    return '1'\n"), "callable as generate(seed)"),
        (reply("import os\n" + GOOD), "line 1: the module os is not available"),
        (reply("from urllib.request import urlopen\n" + GOOD), "urllib.request is not available"),
        (reply("import stab\n" + GOOD), "write `from stab import build`"),
        (reply("from stab.build import tree_pth\n" + GOOD), "has no tree_pth; there are tree_path"),
        (reply(with_line("build.no_such_thing(3)")), "line 4: stab.build has no no_such_thing"),
        (reply(with_line("helper = build")), "call the library as build.FUNCTION"),
        (reply(with_line("open('x').read()")), "open() is not for generators"),
        (reply(with_line("np.random.default_rng(seed)")), "RandomState"),
        (reply(with_line("np.zeros(3).tofile('x')")), "write no file"),
        (reply(with_line("().__class__")), "__class__ is not for generators"),
        (reply("x = 1\n" * MAX_SOURCE + GOOD), "are allowed"),
        (reply("x = " + "-" * 30000 + "1\n" + GOOD), "pars"),
        (reply("x = 1\0\n" + GOOD), "null bytes"),
    ],
)
def test_faults_are_told(text, fault):
    checked = check_reply(text)

    assert not checked.ok
    assert fault in "\n".join(checked.faults)


def test_a_reply_that_was_cut_off_is_told_even_with_a_block():
    assert "cut off" in check_reply(reply(GOOD), "length").faults[0]


@pytest.mark.parametrize(
    "text",
    [
        reply(GOOD),
        f"~~~py\n{GOOD}~~~",
        f"```\r\n{GOOD}```\r\n".replace("\n", "\r\n"),
        f"<think>maybe\n```python\nimport os\n```\n</think>\n```python\n{GOOD}```",
        f"```python\nprint('an example')\n```\n```python\n{GOOD}```\n```text\nout\n```",
    ],
)
def test_the_block_with_the_generator_is_found(text):
    checked = check_reply(text)

    assert checked.ok, checked.faults
    assert checked.source is not None and "generate" in checked.source


def test_strings_with_odd_line_separators_stay_whole():
    (block,) = code_blocks("```python\nx = 'a\x0cb\u2028c'\n```")

    assert block == "x = 'a\x0cb\u2028c'\n"


PROGRAM = """from __future__ import annotations
import stab.build as b, math
from stab import build
from stab.build import tree_path as path, DoesNotFit
import numpy as np

def perm(n):  # the name of a construction, with another meaning
    return "ü" + str(n)

def generate(seed: int) -> str:
    from stab.build import seq_sorted; rng = np.random.RandomState(seed)
    build.perm(4, rng)
    rows = path(4)
    ones = " ".join(map(str, b.ascending(math.isqrt(9))))
    return perm(len(rows)) + ones + str(len(seq_sorted(3, 1, 9, rng)))

if __name__ == "__main__":
    print("own main", generate(1))
"""


def test_a_standalone_program_needs_no_stab(tmp_path):
    checked = check_reply(reply(PROGRAM))
    assert checked.ok, checked.faults
    assert checked.source is not None
    file = tmp_path / "generator.py"
    file.write_text(standalone(checked.source, 'A "docstring" with \\ and """quotes"""'), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules['stab'] = None; sys.argv = ['g', '3']; "
         f"exec(compile(open({str(file)!r}, encoding='utf-8').read(), 'g', 'exec'))"],
        capture_output=True, check=False,
    )  # fmt: skip

    assert done.stderr == b""
    assert done.stdout.decode() == "ü31 2 33\n"


def test_an_import_that_is_never_used_does_no_harm():
    source = "from stab import build\n" + GOOD
    space: dict[str, object] = {"__name__": "generator"}

    exec(standalone(source, "a docstring"), space)

    assert space["generate"](1) == "1\n"  # type: ignore[operator]
