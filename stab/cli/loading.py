"""Problems, catalogs and suites as the options name them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stab.errors import InputError, LayoutError

LONGEST_LAYOUT = 1_000_000  # characters

if TYPE_CHECKING:
    from stab.records import Problem, Scenario


def problem_from(source: str, constraints: list[str] | None, layout: Path | None) -> Problem:
    """Return the problem with the overrides of the command line."""
    from stab.records import Overrides
    from stab.statement import load_problem

    return load_problem(source, Overrides(constraints=tuple(constraints or ()), layout=_layout_text(layout)))


def catalog_from(folder: Path | None) -> tuple[Scenario, ...] | None:
    """Return our catalog with the user's scenarios added; None for ours alone."""
    if folder is None:
        return None
    from stab.inject import load_catalog

    if not folder.is_dir():
        raise InputError(
            "there is no such folder", file=str(folder), hint="--catalog takes a folder with .toml files"
        )
    return load_catalog(folder)


def _layout_text(file: Path | None) -> str | None:
    """Return the notation in a file, read once here so that its faults name the file."""
    from stab.layout import parse_layout

    if file is None:
        return None
    hint = "give a text file with one line of notation for each line of the input"
    try:
        with file.open(encoding="utf-8-sig") as stream:
            text = stream.read(LONGEST_LAYOUT + 1)
        if len(text) > LONGEST_LAYOUT:
            raise InputError(f"a layout has no {LONGEST_LAYOUT} characters", file=str(file), hint=hint)
        parse_layout(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise InputError(f"can't read the layout: {reason}", file=str(file), hint=hint) from error
    except RecursionError as error:
        raise InputError("the layout is nested too deeply", file=str(file), hint=hint) from error
    except LayoutError as error:
        error.file = str(file)
        raise
    return text
