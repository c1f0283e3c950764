"""Whether a row's output is finished and was made as it would be made now."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stab import __version__
from stab.model import ModelChoice
from stab.pipeline.settings import Settings
from stab.report.earlier import REPORT, SCHEMA
from stab.statement import Row

KEY = "made_with"  # of report.json
_OPAQUE = {"row": "the row", "catalog": "the catalog"}  # known by digest only


@dataclass(frozen=True, slots=True)
class MadeWith:
    """All that decides a row's tests; caps, time-outs and the number of processes do not."""

    version: str
    seed: int
    tests: int
    synth: str
    model: str | None
    server: str | None
    generator_time_s: float | None
    encoder: str
    catalog: str | None  # digest of the scenarios that were given
    time_s: float | None
    solutions: bool
    existing: bool
    row: str  # digest of its data
    invalid: bool = False  # with must-reject inputs
    sizes: bool = False  # with smaller inputs
    without: str | None = None  # parts that the composer went without

    def document(self) -> dict[str, Any]:
        """Return it as report.json holds it."""
        return asdict(self)


def made_with(row: Row, settings: Settings, *, solutions: bool, existing: bool) -> MadeWith:
    """Return what the tests of a row are made with under these settings."""
    choice = settings.model
    data = json.dumps(row.data, sort_keys=True, default=str)
    return MadeWith(
        version=__version__,
        seed=settings.seed,
        tests=settings.tests,
        synth=settings.route.value,
        model=None if choice is None else choice.name,
        server=choice.server if isinstance(choice, ModelChoice) else None,
        generator_time_s=settings.generator_time_s,
        encoder=settings.encoder,
        catalog=None if settings.catalog is None else _digest(repr(settings.catalog)),
        time_s=settings.time_s,
        solutions=solutions,
        existing=existing,
        row=_digest(data),
        invalid=settings.invalid,
        sizes=settings.sizes,
        without=", ".join(settings.without) or None,
    )


@dataclass(frozen=True, slots=True)
class Earlier:
    """What lies in a row's folder: a finished output, and how it was made otherwise than now."""

    is_finished: bool = False
    difference: str = ""


def earlier_output(folder: Path, now: MadeWith) -> Earlier:
    """Return what an earlier run left in `folder`; one that was interrupted left nothing finished.

    Nor is it finished where the model was lost or the token cap reached, or where a file is gone.
    """
    try:
        report: Any = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Earlier()
    if not isinstance(report, dict) or report.get("schema") != SCHEMA or "tests" not in report:
        return Earlier()
    difference = _difference(report.get(KEY), now.document())
    model, files = report.get("model"), report.get("files")
    is_short = isinstance(model, dict) and bool(model.get("shortfall"))
    is_whole = isinstance(files, list) and all((folder / str(name)).exists() for name in files)
    return Earlier(is_whole and not is_short, difference)


def _difference(before: Any, now: dict[str, Any]) -> str:
    """Return the first setting that was another one, "" if none was."""
    if not isinstance(before, dict):
        return "it was not made by a run over a data set"
    for name, value in now.items():
        if before.get(name) != value:
            if name in _OPAQUE:
                return f"{_OPAQUE[name]} was another one"
            return f"{name} was {_shown(before.get(name))}, is {_shown(value)}"
    return ""


def _shown(value: Any) -> str:
    return "not given" if value is None else str(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
