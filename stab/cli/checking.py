"""`stab catalog check`: the constructions timed on the programs they are meant to hurt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stab.cli import groups, options
from stab.cli.loading import catalog_from
from stab.cli.measured import LevelName, Unsafe
from stab.errors import InputError, MachineError

if TYPE_CHECKING:
    from stab.cli.console import Console
    from stab.pipeline.conditions import Measuring
    from stab.records import Environment, Principle, Scenario, Trial

Ids = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID]...", help="S01, or S01.NAME for one implementation [all].", show_default=False
    ),
]
Victims = Annotated[
    Path | None,
    typer.Option(
        "--victims",
        metavar="DIR",
        help="The victims: DIR/S01/NAME.cpp, .py, .java; statements in DIR/problems [the source's].",
        show_default=False,
    ),
]
Write = Annotated[
    Path | None,
    typer.Option(
        "--write",
        metavar="FILE.json",
        help="Keep the rows here, a table beside it (.md); rows measured before are not measured again.",
        show_default=False,
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="SECONDS",
        help="CPU time of a run [4]; a victim that is killed was slowed down by at least that.",
        min=0.1,
        max=options.LONGEST_TIME,
        callback=options.a_number,
        show_default=False,
    ),
]


@dataclass(frozen=True, slots=True)
class Trying:
    """How the victims are run."""

    time: TimeLimit = None
    fresh: options.Fresh = False
    isolation: LevelName = None
    allow_unsafe: Unsafe = False

    def measuring(self, seed: int) -> Measuring:
        """Return the settings with these options."""
        from dataclasses import replace

        from stab.cli.measured import Running
        from stab.pipeline.proving import TIME_S
        from stab.records import Limits

        running = Running(isolation=self.isolation, allow_unsafe=self.allow_unsafe)
        limits = Limits(time_s=self.time or TIME_S)
        return replace(running.measuring(limits, seed=seed), store=None)


def check(
    trying: Trying,
    talk: groups.Talk,
    ids: Ids = None,
    catalog: options.Catalog = None,
    victims: Victims = None,
    write: Write = None,
    seed: options.Seed = 0,
) -> int:
    """Time each construction on its victim against random input of the same sizes. Exit 1 unless all hold."""
    from stab.pipeline.proving import holds, prove, untried
    from stab.pipeline.victims import load_victims
    from stab.report import COLUMNS, check_cells, check_document, earlier_trials

    console = talk.console()
    scenarios = _scenarios(catalog)
    principles = _asked(ids or (), scenarios)
    folder = _folder(victims)
    chosen = load_victims(folder, scenarios, {p.id for p in principles} if ids else None)
    kept = _Kept(write, folder, scenarios)
    known = {} if trying.fresh or write is None else {t.key: t for t in earlier_trials(write)}
    with console.progress() as hook:
        made = prove(chosen, trying.measuring(seed), known=known, on_trial=kept.add, on_event=hook)
    missing = untried(principles, chosen)
    shown = (*made.trials, *missing) if ids else made.trials
    console.document(check_document(shown, made.environment))
    console.table("", COLUMNS, [check_cells(t) for t in shown])
    _conclude(console, made.trials, missing, made.kept)
    return 0 if all(holds(t, ids or ()) for t in shown) else 1


def _conclude(console: Console, trials: Sequence[Trial], missing: Sequence[Trial], kept: int) -> None:
    from stab.records import Proof

    met = {t.principle for t in trials if t.proof is Proof.MET}
    for trial in trials:
        if trial.detail:
            console.paragraph(f"{trial.victim}: {trial.detail}")
    console.line(f"\n{len(met)} implementations are as slow as claimed, {len(trials)} victims")
    if kept:
        console.note(f"{kept} rows were measured before (--fresh measures them anew)")
    if missing:
        console.note(f"{len(missing)} claims have no victim")
        for trial in missing:
            console.detail(f"no victim: {trial.principle}")


class _Kept:
    """Keeps the rows in a file as they come, beside those of earlier calls."""

    def __init__(self, file: Path | None, victims: Path, scenarios: Sequence[Scenario]) -> None:
        if file is not None and file.suffix != ".json":
            raise InputError("the rows are JSON", file=str(file), hint="give a name that ends in .json")
        self._file, self._victims = file, victims
        self._principles = [p for s in scenarios for p in s.principles]
        self._new: list[Trial] = []

    def add(self, trial: Trial, environment: Environment) -> None:
        """Keep a row at once, with the table for people: an interrupted call goes on behind it."""
        import json

        from stab.report import check_document, check_table, earlier_trials, merged
        from stab.resources import write_whole

        self._new.append(trial)
        if self._file is None:
            return
        earlier = [t for t in earlier_trials(self._file) if (self._victims / t.victim).is_file()]
        trials = merged(earlier, self._new, [p.id for p in self._principles])
        tried = {t.principle for t in trials}
        without = [p.id for p in self._principles if p.id not in tried and _claims(p)]
        text = json.dumps(check_document(trials, environment), ensure_ascii=False, indent=1)
        write_whole(self._file, text.encode() + b"\n")
        write_whole(self._file.with_suffix(".md"), check_table(trials, environment, without).encode())


def _claims(principle: Principle) -> bool:
    from stab.pipeline.proving import untried

    return bool(untried((principle,), ()))


def _folder(victims: Path | None) -> Path:
    """Return the folder of victims. Raises MachineError where none is given and the source is not here."""
    from stab.pipeline.victims import shipped_victims

    folder = victims or shipped_victims()
    if folder is None:
        raise MachineError(
            "this installation has no victims: they are part of the source, in bench/victims",
            hint="give your own with --victims DIR, or run the check in a checkout",
        )
    return folder


def _scenarios(folder: Path | None) -> tuple[Scenario, ...]:
    from stab.inject import load_catalog

    return catalog_from(folder) or load_catalog()


def _asked(ids: Sequence[str], scenarios: Sequence[Scenario]) -> list[Principle]:
    """Return the implementations that the ids name, all without ids. Raises InputError for a strange id."""
    every = [(s, p) for s in scenarios for p in s.principles]
    if not ids:
        return [p for _, p in every]
    found = {}
    for name in ids:
        own = [p for s, p in every if name in (p.id, s.name) or name.upper() == s.id]
        if not own:
            raise InputError(f"there is no scenario or implementation {name}", hint="stab catalog list")
        found.update({p.id: p for p in own})
    return list(found.values())
