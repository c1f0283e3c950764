"""Reads YAML of packages; a fault is told with its line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.statement.textfile import read_text_file


def read_yaml(file: Path) -> Any:
    """Return what a YAML file holds; None for one that is empty. Raises InputError (line, column)."""
    import yaml

    try:
        return yaml.load(read_text_file(file), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise broken_yaml(error, file) from error


def broken_yaml(error: Exception, file: Path) -> InputError:
    """Return what to tell about YAML that can't be read."""
    mark = getattr(error, "problem_mark", None)
    line = None if mark is None else mark.line + 1
    column = "" if mark is None else f" at column {mark.column + 1}"
    said = str(getattr(error, "problem", None) or error)[:200]
    return InputError(
        f"this is no valid YAML{column}: {said}", file=str(file), line=line, hint="mend it first"
    )
