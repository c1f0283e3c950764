"""Every regular expression that waits for its first use can be compiled, and behaves like a compiled one."""

import gc
import importlib
import pkgutil
import re

import pytest

import stab
from stab import patterns
from stab.patterns import regex

MODULES = [m.name for m in pkgutil.walk_packages(stab.__path__, "stab.") if not m.name.endswith("__main__")]


def test_every_pattern_compiles():
    for name in MODULES:
        importlib.import_module(name)
    waiting = [own for own in gc.get_objects() if type(own) is patterns._Pattern]

    assert len(waiting) > 300
    for own in waiting:
        assert isinstance(own.pattern, str)  # compiles it


def test_a_pattern_is_compiled_once_and_only_when_used(monkeypatch):
    compiled = []
    monkeypatch.setattr(
        patterns, "re", type("Re", (), {"compile": lambda *a: compiled.append(a) or re.compile(*a)})
    )
    word = regex(r"(?P<word>[a-z]+)", re.IGNORECASE)
    assert compiled == []
    assert word.search("1 Two")["word"] == "Two"
    assert word.findall("a B") == ["a", "B"]
    assert word.groupindex == {"word": 1}
    assert len(compiled) == 1


def test_a_mistake_is_raised_as_re_raises_it():
    with pytest.raises(re.error, match="unterminated"):
        regex("(a").search("a")
