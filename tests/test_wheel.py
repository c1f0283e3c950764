"""What users install: a wheel built through the sdist holds the data folders, and finds them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
    )
    return next(out.glob("*.whl"))


@pytest.mark.parametrize("name", ["catalog", "grammars", "anchors"])
def test_the_data_is_in_the_wheel(wheel: Path, name: str):
    inside = {n for n in zipfile.ZipFile(wheel).namelist() if n.startswith(f"stab/_data/{name}/")}
    here = {f"stab/_data/{name}/{p.name}" for p in (ROOT / name).iterdir() if p.is_file()}

    assert inside == here != set()


def test_an_unpacked_wheel_reads_a_statement(wheel: Path, tmp_path: Path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    problem = ROOT / "examples" / "range-sums" / "problem.md"
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path / "site")!r})
sys.argv = ["stab", "scenarios", {str(problem)!r}]
import stab
assert "site" in stab.__file__
from stab.cli import main
main()
"""

    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )

    assert shown.returncode == 0, shown.stderr
    assert "S04" in shown.stdout
