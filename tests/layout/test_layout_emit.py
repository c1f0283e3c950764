"""The emitted program gives the verdicts of validate()."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.expression import names, parse_comparison
from stab.layout import bind, describe_fault, emit_validator, parse_layout, validate
from stab.layout.emit_runtime import BLANK
from stab.records import Binding, Constraint, ConstraintKind, Extraction, Layout, Origin

SUBJECTS: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    (
        "t\nrepeat t:\n  n m\n  a[n]\n  repeat m: u v\n@simple u v of n\n@sorted a",
        (
            "1 <= t <= 3",
            "1 <= n <= 4",
            "m <= n * (n - 1) / 2",
            "0 <= a[i] <= 9",
            "sum(n) <= 5",
            "1 <= u, v <= n".replace("u, v", "u"),
        ),
        ("1\n3 2\n1 2 3\n1 2\n2 3\n", "2\n2 0\n0 9\n3 1\n1 1 1\n3 1\n"),
    ),
    (
        "n\nrepeat n - 1: u v w\n@tree u v of n",
        ("2 <= n <= 9", "1 <= u <= n", "1 <= v <= n", "1 <= w[i] <= 10 ** 20"),
        ("3\n1 2 5\n2 3 100000000000000000000\n",),
    ),
    (
        "q k\nrepeat q:\n  choose op:str:\n    add: x\n    ask: l r\n    else: w:line",
        ("1 <= l <= r <= k", "0 <= x <= 5", "len(w) <= 4"),
        ("3 7\nadd 5\nask 2 4\nnop a  b\n", "1 1\nask 1 1\n"),
    ),
    (
        'h w\nrepeat h: row:str(w, ".#")\nrepeat i < h: k c[k]\nrepeat until "0": z',
        ("1 <= h <= 3", "1 <= w <= 4", "c[i] <= k", "k <= w"),
        ("2 3\n.#.\n##.\n1 1\n2 1 2\n5\n0\n", "1 1\n#\n0\n0\n"),
    ),
    (
        "n\na[n]\nb[n]\np[n]\ns:str\n@permutation p",
        (
            "a[i] < a[i + 1]",
            "a[i] <= b[i]",
            "p[i] <= i + 1",
            "1 <= len(s) <= 3",
            "sum(a[i]) % 2 == 0",
            "a[1] <= n",
        ),
        ("2\n1 3\n2 3\n2 1\nab\n",),
    ),
    (
        "x:real y:real\nm\nrepeat m: c\nrepeat i < m: d[c[i]]",
        ("0 <= x < y <= 1.5", "d[i] <= 7"),
        ("0.25 1.5\n2\n1\n2\n7\n3 4\n",),
    ),
    ("repeat *: a b\n@distinct a b", ("1 <= a <= b",), ("1 2\n3 4\n",)),
    (
        '"n:" n\nblank\nl[]\nlambda sum',
        ("n <= 3", "1 <= l[i] <= 5", "lambda <= sum".replace("lambda", "n")),
        ("n: 2\n\n1 2\n3 4\n",),
    ),
]


def prepared(number: int) -> tuple[Layout, Binding]:
    layout, texts, _ = SUBJECTS[number]
    return ruled(layout, texts)


def ruled(layout: str, texts: tuple[str, ...]) -> tuple[Layout, Binding]:
    made = parse_layout(layout)
    constraints = []
    for text in texts:
        comparison = parse_comparison(text)
        constraints.append(
            Constraint(text, ConstraintKind.OTHER, names(comparison), text, 1, Origin.NOTATION, comparison)
        )
    return made, bind(made, Extraction(tuple(constraints)))


class _Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def verdict(code: object, data: bytes) -> tuple[int, str]:
    """Run the program in this process; return exit code and reason."""
    stdin, stderr, argv = sys.stdin, sys.stderr, sys.argv
    longest = sys.get_int_max_str_digits()  # the program lifts it
    sys.stdin, sys.stderr, sys.argv = _Stdin(data), io.StringIO(), ["validator.py"]  # type: ignore[assignment]
    try:
        exec(code, {"__name__": "__main__"})  # type: ignore[call-overload]
    except SystemExit as done:
        return int(done.code or 0), sys.stderr.getvalue()  # type: ignore[attr-defined]
    finally:
        sys.stdin, sys.stderr, sys.argv = stdin, stderr, argv
        sys.set_int_max_str_digits(longest)
    raise AssertionError("the program didn't exit")


PREPARED = [prepared(number) for number in range(len(SUBJECTS))]
PROGRAMS = [compile(emit_validator(*subject, 'a title "\\'), "validator.py", "exec") for subject in PREPARED]


@pytest.mark.parametrize("number", range(len(SUBJECTS)))
def test_valid_inputs_pass_both(number: int) -> None:
    for text in SUBJECTS[number][2]:
        assert validate(*PREPARED[number], text.encode()).ok, validate(
            *PREPARED[number], text.encode()
        ).faults
        assert verdict(PROGRAMS[number], text.encode()) == (42, "")


BITS = [
    "1",
    "0",
    "-1",
    "2",
    "9",
    "10",
    "01",
    "+1",
    " ",
    "  ",
    "\n",
    "\t",
    "\r",
    "x",
    "0.5",
    "é",
    "",
    "3 3",
    "#",
    "ask",
    "-0",
    "1\n1",
]


@st.composite
def mutated(draw: st.DrawFn) -> tuple[int, bytes]:
    """A valid input with a few pieces replaced, dropped, doubled or inserted."""
    number = draw(st.integers(0, len(SUBJECTS) - 1))
    text = draw(st.sampled_from(SUBJECTS[number][2]))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 2)))
        text = text[:start] + draw(st.sampled_from(BITS)) + text[end:]
    data = text.encode()
    return number, data + draw(st.sampled_from([b"", b"", b"\xff", b"\n"]))


@given(mutated())
def test_mutations_get_the_same_verdict(case: tuple[int, bytes]) -> None:
    number, data = case
    check = validate(*PREPARED[number], data)
    code, reason = verdict(PROGRAMS[number], data)

    assert code == (42 if check.ok else 43), (data, check.faults, reason)
    assert bool(reason) == (code == 43)


ODD = [
    ("2\n1 02\n", "line 2, column 3: a (an integer without leading zeros) was expected, '02' stands there"),
    ("2\n1 -02\n", "line 2, column 3: a (an integer without leading zeros) was expected, '-02' stands there"),
    ("2\n+1 2\n", "line 2, column 1: a (an integer without a plus sign) was expected, '+1' stands there"),
    (
        "2\n1 -0\n",
        "line 2, column 3: a (an integer without a minus sign before 0) was expected, '-0' stands there",
    ),
    ("2\n1 x\n", "line 2, column 3: a (an integer) was expected, 'x' stands there"),
    ("2\n1  2\n", f"line 2, column 3: {BLANK} was expected, a second blank stands there"),
    ("2\n1 2 \n", f"line 2, column 4: {BLANK} was expected, a blank at the end of the line stands there"),
    ("2 \n1 2\n", f"line 1, column 2: {BLANK} was expected, a blank at the end of the line stands there"),
    ("2\n 1 2\n", f"line 2, column 1: {BLANK} was expected, a blank at the start of the line stands there"),
    ("2\n1\t2\n", f"line 2, column 2: {BLANK} was expected, a tab stands there"),
    ("2\r\n1 2\n", f"line 1, column 2: {BLANK} was expected, a carriage return stands there"),
    (
        "2\n1 2",
        "line 2, column 4: a newline at the end of the file was expected, the end of the file stands there",
    ),
    ("2\n1 2\n\n", "line 3, column 1: the end of the file was expected, an empty line stands there"),
    ("2\n1 2 3\n", "line 2, column 5: the end of the line was expected, '3' stands there"),
    (
        "2\n1\n",
        "line 2, column 2: a (an integer) (value 2 of 2) was expected, the end of the line stands there",
    ),
]


@pytest.mark.parametrize(("text", "message"), ODD)
def test_odd_inputs_are_named_alike(text: str, message: str) -> None:
    layout = parse_layout("n\na[n]")
    binding = bind(layout, Extraction(()))
    check = validate(layout, binding, text.encode())
    program = compile(emit_validator(layout, binding, "odd"), "validator.py", "exec")

    assert message in [describe_fault(fault) for fault in check.faults]
    assert verdict(program, text.encode()) == (43, message + "\n")


@pytest.mark.parametrize(("text", "place"), [("2\n", "line 2, column 1"), ("", "line 1, column 1")])
def test_missing_lines_are_placed_alike(text: str, place: str) -> None:
    layout = parse_layout("n\na[n]")
    binding = bind(layout, Extraction(()))
    fault = validate(layout, binding, text.encode()).faults[0]
    program = compile(emit_validator(layout, binding, "odd"), "validator.py", "exec")

    assert describe_fault(fault).startswith(place)
    assert verdict(program, text.encode())[1].startswith(place)
    assert "the end of the file stands there" in verdict(program, text.encode())[1]


def test_the_program_stands_alone(tmp_path: Path) -> None:
    program, bounds = tmp_path / "validator.py", tmp_path / "bounds"
    program.write_text(emit_validator(*PREPARED[0], "Edges"), encoding="utf-8")
    command = [sys.executable, "-I", str(program)]
    good = SUBJECTS[0][2][0].encode()
    done = subprocess.run(
        [*command, "--constraints_file", str(bounds)], input=good, capture_output=True, check=False
    )
    bad = subprocess.run(command, input=good.replace(b"1 2 3", b"1 2 10"), capture_output=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (42, b"", b"")
    assert "n n 0 0 3 3 1 4" in bounds.read_text(encoding="utf-8").splitlines()
    assert bad.returncode == 43
    assert bad.stderr.decode() == "line 3, column 5: 10 breaks 0 <= a[i] <= 9\n"


def test_bounds_that_other_numbers_give_are_noted(tmp_path: Path) -> None:
    layout, binding = ruled("n\nrepeat n: u v", ("1 <= n <= 9", "1 <= u < v", "v <= n"))
    program, bounds = tmp_path / "validator.py", tmp_path / "bounds"
    program.write_text(emit_validator(layout, binding, "pairs"), encoding="utf-8")
    command = [sys.executable, str(program), "--constraints_file", str(bounds)]
    done = subprocess.run(command, input=b"3\n1 2\n1 2\n2 3\n", capture_output=True, check=False)

    assert done.returncode == 42
    assert bounds.read_text(encoding="utf-8").splitlines() == ["n n 0 0 3 3 1 9"]


def test_a_value_at_a_moving_bound_is_a_hit(tmp_path: Path) -> None:
    layout, binding = ruled("n\nrepeat n: u", ("1 <= n <= 9", "1 <= u <= n"))
    program, bounds = tmp_path / "validator.py", tmp_path / "bounds"
    program.write_text(emit_validator(layout, binding, "numbers"), encoding="utf-8")
    for data, line in ((b"3\n2\n2\n3\n", "u u 0 1 2 3 1 3"), (b"2\n1\n1\n", "u u 1 0 1 1 1 2")):
        command = [sys.executable, str(program), "--constraints_file", str(bounds)]
        subprocess.run(command, input=data, capture_output=True, check=False)
        assert line in bounds.read_text(encoding="utf-8").splitlines()


def test_bounds_of_very_many_digits_are_checked() -> None:
    layout, binding = ruled("x:real m", ("0 <= x <= 10 ** 5000", "1 <= m <= 10 ** 6000 - 1"))
    program = compile(emit_validator(layout, binding, "long"), "validator.py", "exec")

    for x, m, exit_code in ((5000, 5999, 42), (5000, 6000, 43), (5001, 1, 43)):
        data = f"1{'0' * x} 1{'0' * m}\n".encode()
        assert (verdict(program, data)[0], validate(layout, binding, data).ok) == (exit_code, exit_code == 42)
