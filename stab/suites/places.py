"""Where things lie in suites that are folders."""

from __future__ import annotations

from pathlib import Path

DESCRIPTION = "problem.yaml"
SECRET = "data/secret"
GENERATORS = "generators/stab"  # of a package, in which names may not begin with a dot
HIDDEN = ".stab-enrich"  # of plain pairs


def is_package(folder: Path) -> bool:
    """Return whether a folder is a package: it has a problem.yaml, or tests under data/secret."""
    return (folder / DESCRIPTION).is_file() or (folder / SECRET).is_dir()


def home_of(root: Path) -> Path:
    """Return the folder of a suite for what is not tests: journal, report, generators, what was merged."""
    is_hidden = (root / HIDDEN).is_dir() or not is_package(root)
    return root / (HIDDEN if is_hidden else GENERATORS)
