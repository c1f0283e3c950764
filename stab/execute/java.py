"""Which class of a Java program is started."""

from __future__ import annotations

import re

_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
_PACKAGE = re.compile(r"\bpackage\s+([\w.]+)\s*;")
_TYPE = re.compile(
    r"\b(public\s+)?((?:final|strictfp|abstract|static|sealed)\s+)*(?:class|record|enum|interface)\s+(\w+)"
)
_MAIN = re.compile(r"\bstatic\s+(?:public\s+|final\s+|synchronized\s+)*void\s+main\s*\(")


def has_main(source: str) -> bool:
    """True if a class of `source` can be started."""
    return _MAIN.search(_NOISE.sub(" ", source)) is not None


def java_entry(source: str) -> str:
    """The class to start: the public one, else Main, else the one that holds `static void main`."""
    text = _NOISE.sub(" ", source)
    package = _PACKAGE.search(text)
    types = [(bool(m.group(1)), m.group(3), m.start()) for m in _TYPE.finditer(text)]
    main = _MAIN.search(text)
    before_main = [name for _, name, start in types if main and start < main.start()]
    public = [name for is_public, name, _ in types if is_public]
    names = [name for _, name, _ in types]
    candidates = [*public[:1], *(["Main"] if "Main" in names else []), *before_main[-1:], "Main"]
    return f"{package.group(1)}.{candidates[0]}" if package else candidates[0]
