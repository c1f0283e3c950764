"""The architecture, as a test: who may import whom, and who owns each third-party library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "stab"

BASE = {"records", "expression", "digits", "errors", "names", "patterns", "resources"}
MAY_IMPORT = {  # unit (module or sub-package of stab) -> the units it may import
    "records": {"expression"},
    "expression": {"digits"},
    "digits": set(),
    "errors": set(),
    "names": set(),
    "patterns": set(),
    "resources": {"errors"},
    "statement": BASE,
    "saturate": BASE,
    "layout": BASE,
    "inject": BASE,
    "build": {"errors"},
    "model": BASE,
    "synth": BASE | {"build"},
    "execute": BASE,
    "packages": BASE | {"statement"},
    "suites": BASE | {"statement", "packages"},
    "score": BASE,
    "store": BASE,
    "report": BASE,
    "pipeline": BASE
    | {
        "statement",
        "saturate",
        "layout",
        "inject",
        "model",
        "synth",
        "execute",
        "packages",
        "suites",
        "score",
        "store",
        "report",
    },
    "cli": BASE
    | {
        "statement",
        "saturate",
        "layout",
        "inject",
        "model",
        "execute",
        "packages",
        "suites",
        "pipeline",
        "report",
        "store",
    },
    "__init__": BASE | {"statement", "saturate", "layout", "inject", "pipeline", "build"},
    "__main__": {"cli"},
}
OWNER = {  # third-party (or risky standard) module -> the modules that may import it
    "lark": {"saturate/grammar.py"},
    "ortools": {"saturate/cpsat.py"},
    "faiss": {"inject/knn.py"},
    "sentence_transformers": {"inject/encoders.py"},
    "torch": {"inject/encoders.py"},
    "openai": {"model/client.py"},
    "scipy": {"score/evidence.py", "layout/roles.py"},
    "parsl": {"pipeline/cluster.py"},
    "sqlite3": {"store/results.py"},
    "typer": {f"cli/{p.name}" for p in (PACKAGE / "cli").glob("*.py")},
    "rich": {"cli/console.py"},
    "subprocess": {
        "execute/sandbox.py",
        "execute/languages.py",
        *(f"execute/supervisor/{p.name}" for p in (PACKAGE / "execute" / "supervisor").glob("*.py")),
    },
}
FILES = sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted absolute name of every import in a file, lazy ones included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            prefix = node.module or ""
            if node.level:  # resolve "from .x import y" against this file's package
                package = ("stab", *path.relative_to(PACKAGE).parts)[: -node.level]
                prefix = ".".join((*package, *filter(None, [node.module])))
            yield prefix
            yield from (f"{prefix}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_follow_the_layers(path: Path):
    name = path.relative_to(PACKAGE).as_posix()
    unit = name.split("/")[0].removesuffix(".py")
    for module in imports(path):
        root, _, rest = module.partition(".")
        target = rest.split(".")[0]
        if root == "stab" and target in MAY_IMPORT and target != unit:
            assert target in MAY_IMPORT[unit], f"{name} imports {module}"
        if root in OWNER:
            assert name in OWNER[root], f"only {sorted(OWNER[root])} may import {root}; {name} does"


def test_every_unit_has_a_rule():
    units = {p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in FILES}

    assert units <= set(MAY_IMPORT)


def test_the_check_sees_a_violation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bad = tmp_path / "layout" / "bad.py"
    bad.parent.mkdir()
    bad.write_text("from stab.saturate import extract\n")
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)

    with pytest.raises(AssertionError, match=r"imports stab\.saturate"):
        test_imports_follow_the_layers(bad)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_command_line_prints_or_exits(path: Path):
    name = path.relative_to(PACKAGE).as_posix()
    own_programs = ("execute/supervisor/", "layout/emit_runtime.py")  # they run alone, as programs
    if name.startswith(("cli/", *own_programs)):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in {"print", "sys.exit", "exit", "os._exit"}, (
                f"{name}:{node.lineno}"
            )
