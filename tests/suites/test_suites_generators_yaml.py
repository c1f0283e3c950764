"""generators.yaml of BAPCtools: lines are inserted, every other byte stays."""

from __future__ import annotations

import difflib

import pytest
import yaml

from stab.errors import InputError
from stab.suites.generators_yaml import merged

NAMES = ("stab-01-a", "stab-02-b")
BLOCK = """\
# of mine
solution: /submissions/accepted/a.py   # kept
data:
  sample:
    data:
      '1':
        in: |
          1 2
  secret:
    data:
      02:  # by hand
        copy: manual/02
      big: gen.py {seed} 100
"""
FORMS = {
    "block at the end": (BLOCK, ""),
    "without a last line end": (BLOCK.rstrip("\n"), ""),
    "comment behind": (BLOCK + "\n# the end\n", ""),
    "key behind": (BLOCK + "  invalid_input:\n    data: []\nrandom_salt: x\n", ""),
    "literal at the end": (BLOCK + "      lit:\n        in: |\n          1\n          2\n", ""),
    "literal, then a key": (BLOCK + "      lit:\n        in: |\n          1\n\nrandom_salt: x\n", ""),
    "flow leaf": (BLOCK + "      x: {generate: gen.py 1, count: [1, 2]}  # two\n", ""),
    "quoted leaf": (BLOCK + '      x: "gen.py\n        2"\n', ""),
    "line ends of Windows": (BLOCK.replace("\n", "\r\n"), ""),
    "byte order mark": ("\ufeff" + BLOCK, ""),
    "no test yet": ("data:\n  secret:\n    data:\n", ""),
    "no test yet, more behind": ("data:\n  secret:\n    data:   # none\n\nversion: 2025-12\n", ""),
    "empty list": ("data:\n  secret:\n    data: []  # none yet\n      #- x: y\nversion: 2025-12\n", ""),
    "empty braces": ("data:\n  secret:\n    data: {}\n", ""),
    "null": ("data:\n  secret:\n    data: null\n", ""),
    "list": (
        "data:\n  secret:\n    data:\n    - a: gen.py 1\n    - b:\n        copy: m/b\nversion: 1\n",
        "1-stab",
    ),
    "indented list": ("data:\n  secret:\n    data:\n      - a: gen.py 1\n", "1-stab"),
    "list with a group": (
        "data:\n  secret:\n    data:\n      - g:\n          data:\n            x: gen.py 1\n",
        "2-stab",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_entries_are_inserted_and_nothing_else_changes(form, tmp_path):
    text, group = FORMS[form]
    file = tmp_path / "generators.yaml"
    file.write_bytes(text.encode())

    made = merged(file, NAMES)

    assert made.group == group
    entries = {name: {"copy": f"stab/{name}"} for name in NAMES}
    secret = yaml.safe_load(made.text)["data"]["secret"]["data"]
    if group:
        assert secret[-1] == {"stab": {"data": entries}}
    else:
        assert list(secret)[-2:] == list(NAMES)
        assert {name: secret[name] for name in NAMES} == entries
    gone = [
        line
        for line in difflib.ndiff(text.splitlines(keepends=True), made.text.splitlines(keepends=True))
        if line.startswith("- ")
    ]
    known = ("[]", "{}", "null", "{seed} 100", "gen.py 1")  # replaced, or given the line end that was missing
    assert all(any(word in line for word in known) for line in gone), gone
    assert ("\r\n" in made.text) == ("\r\n" in text) and (
        "\n" not in made.text.replace("\r\n", "") or "\r" not in text
    )


def test_a_second_merge_goes_on_behind_the_first(tmp_path):
    file = tmp_path / "generators.yaml"
    file.write_text(BLOCK)
    file.write_text(merged(file, NAMES[:1]).text)

    made = merged(file, NAMES[1:])

    assert list(yaml.safe_load(made.text)["data"]["secret"]["data"]) == [2, "big", *NAMES]


REFUSED = {
    "braces": ("data:\n  secret:\n    data: {a: gen.py 1}\n", "no line can be added", 3),
    "brackets": ("data:\n  secret:\n    data: [{a: gen.py 1}]\n", "no line can be added", 3),
    "no secret": ("data:\n  sample:\n    data: []\n", "no data: secret: data:", None),
    "no mapping": ("- 1\n", "no data: secret: data:", None),
    "empty": ("", "no data: secret: data:", None),
    "broken": ("data:\n  secret: [\n", "no valid YAML", 3),
    "a word": ("data:\n  secret:\n    data: word\n", "no line can be added", 3),
    "ten groups": (
        "data:\n  secret:\n    data:\n" + "".join(f"      - g{k}:\n          data: {{}}\n" for k in range(9)),
        "number all others anew",
        4,
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_added_to_is_refused(case, tmp_path):
    text, said, line = REFUSED[case]
    file = tmp_path / "generators.yaml"
    file.write_text(text)

    with pytest.raises(InputError, match=said) as raised:
        merged(file, NAMES)

    assert raised.value.line == line
    assert file.read_text() == text
