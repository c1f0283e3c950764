"""What `stab catalog check` measured: the JSON document, its rows read back, and a table for people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from stab.errors import InputError
from stab.records import Environment, Language, Proof, Trial
from stab.report.documents import Document, environment_document

SCHEMA = "stab/catalog-check/1"
COLUMNS = ("victim", "random", "hard", "ratio", "claim", "result")


def check_document(trials: Sequence[Trial], environment: Environment | None = None) -> Document:
    """stab/catalog-check/1: a row for each victim; a killed run is {"at_least": seconds}."""
    counts = Counter(t.proof.value for t in trials)
    met = {t.principle for t in trials if t.proof is Proof.MET}
    return {
        "schema": SCHEMA,
        "rows": [_row(t) for t in trials],
        "counts": {proof.value: counts[proof.value] for proof in Proof},
        "implementations_met": len(met),
        "environment": environment_document(environment),
    }


def _row(trial: Trial) -> Document:
    hard: list[object] = list(trial.construction_s)
    if trial.is_killed:
        hard = [{"at_least": seconds} for seconds in trial.construction_s]
    return {
        "id": trial.principle,
        "result": trial.proof.value,
        "victim": trial.victim,
        "problem": trial.problem,
        "language": None if trial.language is None else trial.language.value,
        "sizes": dict(trial.sizes),
        "claim": trial.claim,
        "ratio": trial.ratio,
        "ratio_is_lower_bound": trial.is_killed,
        "ci": None if trial.ci is None else list(trial.ci),
        "random_s": list(trial.random_s),
        "construction_s": hard,
        "rounds": trial.rounds,
        "detail": trial.detail,
        "retracted": trial.retracted,
        "key": trial.key,
    }


def merged(earlier: Sequence[Trial], new: Sequence[Trial], order: Sequence[str]) -> tuple[Trial, ...]:
    """Return the trials of two calls, the newer of each victim, in the catalog's order of `order`.

    Trials of implementations that are not in the catalog any more go.
    """
    found = {(t.principle, t.victim): t for t in (*earlier, *new) if t.victim}
    places = {name: number for number, name in enumerate(order)}
    kept = [t for t in found.values() if t.principle in places]
    return tuple(sorted(kept, key=lambda t: (places[t.principle], t.victim)))


def earlier_trials(file: Path) -> tuple[Trial, ...]:
    """Return the trials of an earlier document, none where there is no such file.

    Raises InputError for a file that holds something else.
    """
    if not file.exists():
        return ()
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise KeyError("schema")
        return tuple(_trial(row) for row in data["rows"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"this is no document of stab catalog check: {type(error).__name__} {error}",
            file=str(file),
            hint="name another file to --write",
        ) from None


def _trial(row: Mapping[str, Any]) -> Trial:
    is_killed = bool(row["ratio_is_lower_bound"])
    hard = [time["at_least"] if is_killed else time for time in row["construction_s"]]
    language, ci = row["language"], row["ci"]
    return Trial(
        principle=str(row["id"]),
        proof=Proof(row["result"]),
        victim=str(row["victim"]),
        problem=str(row["problem"]),
        language=None if language is None else Language(language),
        sizes={str(name): int(value) for name, value in row["sizes"].items()},
        claim=row["claim"],
        ratio=row["ratio"],
        ci=None if ci is None else (float(ci[0]), float(ci[1])),
        random_s=tuple(map(float, row["random_s"])),
        construction_s=tuple(map(float, hard)),
        is_killed=is_killed,
        rounds=int(row["rounds"]),
        detail=str(row["detail"]),
        retracted=bool(row["retracted"]),
        key=str(row["key"]),
    )


def check_cells(trial: Trial) -> tuple[str, ...]:
    """Return a trial as the cells of a table under COLUMNS."""
    hard = _seconds(trial.construction_s)
    return (
        trial.victim or trial.principle,
        _seconds(trial.random_s),
        f"> {hard}" if trial.is_killed else hard,
        _ratio(trial),
        "-" if trial.claim is None else f"{trial.claim:g}",
        trial.proof.value,
    )


def _seconds(times: Sequence[float]) -> str:
    return f"{median(times):.2f}" if times else ""


def _ratio(trial: Trial) -> str:
    if trial.ratio is None:
        return ""
    return f"> {trial.ratio:.0f}" if trial.is_killed else f"{trial.ratio:.3g}"


def check_table(
    trials: Sequence[Trial], environment: Environment | None, without: Collection[str] = ()
) -> str:
    """Return the trials as a page of Markdown with the machine and the counts."""
    return "\n".join(_table(trials, environment, without)) + "\n"


def _table(
    trials: Sequence[Trial], environment: Environment | None, without: Collection[str]
) -> Iterator[str]:
    counts = Counter(t.proof.value for t in trials)
    met = {t.principle for t in trials if t.proof is Proof.MET}
    yield "# Constructions on their victims"
    yield ""
    yield "`stab catalog check --write bench/results/catalog.json`: CPU seconds of a victim on random input"
    yield "and on the construction at the same sizes, medians of interleaved runs. `claim` is the ratio that"
    yield "the low end of the interval must reach; `>` stands before what a killed run bounds from below."
    yield ""
    if environment is not None:
        tools = ", ".join(f"{name} {version}" for name, version in environment.toolchains.items())
        yield f"{environment.cpu}, {environment.isolation}; {tools}"
        yield ""
    told = ", ".join(f"{count} {proof}" for proof, count in counts.items())
    yield f"{len(met)} implementations met; victims: {told}."
    yield ""
    yield "| victim | problem | sizes | random s | construction s | ratio (interval) | claim | result |"
    yield "|---|---|---|---|---|---|---|---|"
    for trial in trials:
        yield _line(trial)
    if without:
        yield ""
        yield f"Claims without a victim ({len(without)}): {', '.join(without)}."


def _line(trial: Trial) -> str:
    victim, plain, hard, ratio, claim, result = check_cells(trial)
    sizes = ", ".join(f"{key} = {value}" for key, value in trial.sizes.items())
    between = "" if trial.ci is None else f" ({trial.ci[0]:.3g} - {trial.ci[1]:.3g})"
    result += ", as the catalog says" if trial.retracted else ""
    result += f": {trial.detail}" if trial.detail else ""
    cells = (victim, trial.problem, sizes, plain, hard, ratio + between, claim, result)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
