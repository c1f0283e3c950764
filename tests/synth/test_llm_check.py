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
        ("```python\n```", "no function generate(seed)"),
        (
            reply("def make(seed):\n    return '1'\n"),
            "no function generate(seed) at the top level; there are make",
        ),
        (
            reply("class A:\n    def generate(self, seed):\n        return '1'\n"),
            "no function generate(seed)",
        ),
        (reply("generate = lambda seed: '1'\n"), "no function generate(seed)"),
        (reply("async " + GOOD), "plain function, not async"),
        (reply(GOOD + "def generate(a, b):\n    return '1'\n"), "line 3: generate must be callable"),
        (reply("def generate(*, seed):\n    return '1'\n"), "callable as generate(seed)"),
        (reply("def generate(seed):\n    yield '1'\n"), "generate yields: return the whole input as one str"),
        (reply("def generate(seed):\n    print(seed)\n"), "line 2: print(): print nothing"),
        (reply("def generate(seed):\n    x = 1\n    return\n"), "generate returns nothing"),
        (
            reply("def generate(seed):\n    def f():\n        return '1'\n    f()\n"),
            "generate returns nothing",
        ),
        (reply("def generate(seed):\n    return None\n"), "line 2: generate returns None"),
        (reply("def generate(seed):\n    return [seed]\n"), "line 2: generate returns a list"),
        (reply("def generate(seed):\n    return seed, '1'\n"), "line 2: generate returns a tuple"),
        (reply("def generate(seed):\n    return (c for c in 'ab')\n"), "returns a generator"),
        (reply("print(generate(1))\n" + GOOD), "line 1: print()"),
        (reply("def generate():\n    return '1'\n"), "callable as generate(seed)"),
        (reply("def generate(seed, n):\n    return '1'\n"), "callable as generate(seed)"),
        (reply("import os\n" + GOOD), "line 1: the module os is not available"),
        (reply("from urllib.request import urlopen\n" + GOOD), "urllib.request is not available"),
        (reply("import stab\n" + GOOD), "write `from stab import build`"),
        (reply("import stab.build\n" + GOOD), "write `from stab import build`"),
        (reply("from stab import *\n" + GOOD), "write `from stab import build`"),
        (reply("from stab.build import *\n" + GOOD), "write `from stab import build`"),
        (reply("from stab.build.trees import tree_path\n" + GOOD), "stab.build.trees is not available"),
        (reply("from . import build\n" + GOOD), "is not available"),
        (reply("from math import *\n" + GOOD), "line 1: import the names that you use instead of *"),
        (reply("import numpy.random, os.path\n" + GOOD), "the module os.path is not available"),
        (reply("def f():\n    import subprocess\n" + GOOD), "line 2: the module subprocess"),
        (reply("import time\n" + GOOD), "the module time is not available"),
        (reply("from stab.build import tree_pth\n" + GOOD), "has no tree_pth; there are tree_path"),
        (reply(with_line("build.no_such_thing(3)")), "line 4: stab.build has no no_such_thing"),
        (reply(with_line("helper = build")), "call the library as build.FUNCTION"),
        (reply(with_line("open('x').read()")), "line 4: open(): there are no files"),
        (reply(with_line("n = int(input())")), "input(): there is nothing to read"),
        (reply(with_line("exit()")), "exit(): return the whole input"),
        (reply(with_line("np.random.default_rng(seed)")), "RandomState"),
        (reply("from numpy.random import default_rng as r\n" + GOOD), "numpy.random.default_rng: take all"),
        (
            reply("import numpy.random as r\n" + GOOD + "x = r.default_rng\n"),
            "numpy.random.default_rng: take all",
        ),
        (
            reply("from numpy import random\n" + GOOD + "x = random.default_rng(3)\n"),
            "numpy.random.default_rng",
        ),
        (reply(with_line("rng = np.random.RandomState()")), "np.random.RandomState() has no seed"),
        (reply(with_line("x = np.random.randint(0, 9, 5)")), "np.random.randint does not know the seed"),
        (
            reply(with_line("np.random.seed()") + "x = np.random.rand()\n"),
            "np.random.rand does not know the seed",
        ),
        (reply("import random\n" + with_line("x = random.random()")), "random.random does not know the seed"),
        (reply("from random import shuffle\n" + with_line("shuffle([1])")), "shuffle does not know the seed"),
        (reply("import random\n" + with_line("rng = random.Random()")), "random.Random() has no seed"),
        (reply("import random\n" + with_line("r = random.SystemRandom()")), "random.SystemRandom: take all"),
        (reply(with_line("np.zeros(3).tofile('x')")), "tofile: there are no files"),
        (reply(with_line("np.savetxt('x', [1])")), "numpy.savetxt: there are no files"),
        (reply(with_line("np.load('x')")), "numpy.load: there are no files to read"),
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


@pytest.mark.parametrize(
    "program",
    [
        GOOD + "if __name__ == '__main__':\n    import sys\n    print(generate(int(sys.argv[1])))\n",
        "class Node:\n    def __init__(self):\n        self.load = self.save = 0\n\n" + GOOD,
        "def compile(x):\n    return x\n\n" + GOOD + "x = compile(1)\n",
        "import random\n" + with_line("random.seed(seed); x = random.random()"),
        "import random\n" + with_line("x = random.Random(seed).choice([1])"),
        with_line("np.random.seed(seed); x = np.random.rand(3)"),
        with_line("rng = np.random.RandomState(seed=seed); x = rng.randint(0, 9)"),
        "def generate(*args):\n    return '1'\n",
        "def generate(seed, size=4):\n    if size:\n        return f'{seed}'\n    return b'1'\n",
    ],
)
def test_programs_without_a_fault_pass(program):
    assert check_reply(reply(program)).faults == ()


def test_a_program_with_many_faults_is_told_a_dozen():
    faults = check_reply(reply("".join(f"import os{n}\n" for n in range(50)) + GOOD)).faults

    assert len(faults) == 12


def test_a_reply_that_was_cut_off_is_told_even_with_a_block():
    assert "cut off" in check_reply(reply(GOOD), "length").faults[0]


@pytest.mark.parametrize(
    "text",
    [
        reply(GOOD),
        GOOD,
        f"\n{GOOD}",
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


@pytest.mark.parametrize(
    ("result", "said"),
    [("list('12')", "a list"), ("np.arange(3)", "a ndarray"), ("print", "a builtin_function_or_method")],
)
def test_a_result_that_is_no_text_is_told_when_it_runs(tmp_path, result, said):
    file = tmp_path / "generator.py"
    source = f"import numpy as np\ndef generate(seed):\n    found = {result}\n    return found\n"
    file.write_text(standalone(source, ""), encoding="utf-8")

    done = subprocess.run([sys.executable, file, "1"], capture_output=True, text=True, check=False)

    assert done.returncode == 1 and done.stdout == ""
    assert f"TypeError: generate gave {said}: return the whole input as one str" in done.stderr


def test_an_import_that_is_never_used_does_no_harm():
    source = "from stab import build\n" + GOOD
    space: dict[str, object] = {"__name__": "generator"}

    exec(standalone(source, "a docstring"), space)

    assert space["generate"](1) == "1\n"  # type: ignore[operator]
