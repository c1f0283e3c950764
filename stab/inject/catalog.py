"""catalog/*.toml -> Scenario. Facts only: what is told of a principle is checked here, not what it does."""

from __future__ import annotations

import ast
import json
import tomllib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from stab.errors import InputError
from stab.inject.cues import CueError, read_cue
from stab.inject.kept import kept
from stab.inject.outline import TRAITS
from stab.records import Principle, RoleKind, Scenario
from stab.resources import data_dir

_SCENARIO_KEYS = frozenset(
    {"id", "name", "title", "names", "cues", "weak", "anchors", "shape", "only", "least", "implementation"}
    | {"alone", "interaction"}
)
_INTERACTION_KEYS = frozenset({"id", "title", "hurts", "construction", "source", "with", "parts", "needs"})
_TEXTS = ("id", "title", "hurts", "construction", "source")
_OPTIONAL_TEXTS = ("construct", "anti", "language")
_LISTS = ("needs", "conflicts")
_PRINCIPLE_KEYS = frozenset({*_TEXTS, *_OPTIONAL_TEXTS, *_LISTS, "role", "growth", "measured", "unproven"})


def load_catalog(extra: Path | None = None) -> tuple[Scenario, ...]:
    """Return the shipped scenarios in order of id, then those of `extra`, which replace equal ids."""
    shipped = _shipped()
    if extra is None:
        return _with_partners()
    own = {scenario.id: scenario for scenario in _read_all(extra)}
    kept = tuple(own.pop(scenario.id, scenario) for scenario in shipped)
    return _shared(kept + tuple(own.values()))


@lru_cache(maxsize=1)
def _shipped() -> tuple[Scenario, ...]:
    files, anchors = sorted(data_dir("catalog").glob("*.toml")), data_dir("anchors")
    sources = [path.read_bytes() for path in (*files, *sorted(anchors.glob("*.jsonl")))]
    return kept("scenarios", sources, lambda: tuple(_read(path, anchors) for path in files))


@lru_cache(maxsize=1)
def _with_partners() -> tuple[Scenario, ...]:
    return _shared(_shipped())


def _read_all(source: Path) -> list[Scenario]:
    if not source.exists():
        raise InputError(
            f"there is no catalog '{source}'", file=str(source), hint="give a TOML file or a folder"
        )
    files = sorted(source.glob("*.toml")) if source.is_dir() else [source]
    if not files:
        raise InputError("the folder holds no *.toml file", file=str(source))
    scenarios = [_read(path, source / "anchors" if source.is_dir() else None) for path in files]
    seen: dict[str, Path] = {}
    for path, scenario in zip(files, scenarios, strict=True):
        if scenario.id in seen:
            raise InputError(f"scenario '{scenario.id}' is in {seen[scenario.id]} too", file=str(path))
        seen[scenario.id] = path
    return scenarios


class _Table:
    """A TOML table with checked access; every complaint names the file and the entry."""

    def __init__(self, path: Path, entry: str, data: dict[str, Any], allowed: frozenset[str]) -> None:
        self.path, self.entry, self.data = path, entry, data
        unknown = sorted(set(data) - allowed)
        if unknown:
            raise self.fault(f"unknown key '{unknown[0]}'", f"known keys: {', '.join(sorted(allowed))}")

    def fault(self, reason: str, hint: str | None = None) -> InputError:
        return InputError(f"{self.entry}: {reason}", file=str(self.path), hint=hint)

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(f"'{key}' must be a text that is not empty")
        return " ".join(value.split())

    def maybe(self, key: str) -> str | None:
        return self.text(key) if key in self.data else None

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            raise self.fault(f"'{key}' must be a list of texts")
        return tuple(value)

    def cues(self, key: str) -> tuple[str, ...]:
        cues = self.texts(key)
        for cue in cues:
            try:
                read_cue(cue)
            except CueError as error:
                raise self.fault(f"in '{key}': {error}") from None
        return cues

    def traits(self, key: str) -> tuple[str, ...]:
        found = self.texts(key)
        self._refuse_unknown(key, found)
        return found

    def points(self, key: str) -> tuple[tuple[str, int], ...]:
        value = self.data.get(key, {})
        if not isinstance(value, dict) or not all(type(number) is int for number in value.values()):
            raise self.fault(f"'{key}' must give whole numbers to what the input holds")
        self._refuse_unknown(key, tuple(value))
        return tuple(value.items())

    def size(self, key: str) -> int:
        value = self.data.get(key, 0)
        if type(value) is not int or value < 0:
            raise self.fault(f"'{key}' must be a whole number that is not negative")
        return value

    def truth(self, key: str, *, default: bool) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(f"'{key}' must be true or false")
        return value

    def _refuse_unknown(self, key: str, found: tuple[str, ...]) -> None:
        words = {word.removeprefix("!") for text in found for word in text.split()}
        if unknown := sorted(words - TRAITS):
            raise self.fault(f"in '{key}': unknown '{unknown[0]}'", f"known: {', '.join(sorted(TRAITS))}")

    def call(self, key: str) -> str | None:
        value = self.maybe(key)
        if value is None:
            return None
        try:
            tree = ast.parse(value, mode="eval")
        except SyntaxError as error:
            raise self.fault(f"'{key}' is not a Python expression: {error.msg}") from None
        if not any(isinstance(node, ast.Call) for node in ast.walk(tree)):
            raise self.fault(f"'{key}' must call a construction of stab.build")
        return value


def _read(path: Path, anchors: Path | None) -> Scenario:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't be read: {error}", file=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is not TOML: {error}", file=str(path)) from None
    table = _Table(path, f"scenario '{data.get('id', '?')}'", data, _SCENARIO_KEYS)
    identity = table.text("id")
    entries = data.get("implementation")
    if not isinstance(entries, list) or not entries:
        raise table.fault("has no [[implementation]]")
    principles = tuple(_principle(path, identity, entry) for entry in entries)
    twice = [p.id for i, p in enumerate(principles) if p.id in {q.id for q in principles[:i]}]
    if twice:
        raise table.fault(f"implementation '{twice[0]}' is there twice")
    interactions = tuple(_interaction(path, identity, entry) for entry in data.get("interaction", ()))
    names, cues, weak = table.cues("names"), table.cues("cues"), table.cues("weak")
    if not (names or cues):
        raise table.fault("has neither names nor cues, so nothing could ever match it")
    inline = table.texts("anchors")
    own = _anchors(anchors / f"{identity}.jsonl") if anchors is not None else ()
    return Scenario(
        identity,
        table.text("name"),
        table.text("title"),
        names,
        cues,
        principles,
        weak,
        inline + own,
        shape=table.points("shape"),
        only=table.traits("only"),
        least=table.size("least"),
        alone=table.truth("alone", default=True),
        interactions=interactions,
    )


def _interaction(path: Path, scenario: str, data: Any) -> Principle:
    """Return a principle that fills several roles at once: the first of `parts`, the others beside it."""
    name = f"interaction '{data.get('id', '?')}' of scenario '{scenario}'"
    table = _Table(path, name, data, _INTERACTION_KEYS)
    parts, identity = data.get("parts"), f"{scenario}.{table.text('id')}"
    if not isinstance(parts, dict) or not parts or not set(parts) <= set(RoleKind):
        raise table.fault(
            "'parts' must give a construct to each of its roles", f"roles: {', '.join(RoleKind)}"
        )
    calls = _Table(path, name, parts, frozenset(RoleKind))
    made = [
        Principle(
            id=identity if at == 0 else f"{identity}:{role}",
            title=table.text("title"),
            hurts=table.text("hurts"),
            construction=table.text("construction"),
            source=table.text("source"),
            role=RoleKind(role),
            construct=calls.call(role),
            needs=table.texts("needs"),
            partner=table.maybe("with"),
        )
        for at, role in enumerate(parts)
    ]
    return replace(made[0], beside=tuple(made[1:]))


def _shared(scenarios: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    """Return the scenarios, each with the interactions that another one names it for, too."""
    given: dict[str, list[Principle]] = {}
    for interaction in (i for scenario in scenarios for i in scenario.interactions):
        if interaction.partner is not None:
            given.setdefault(interaction.partner, []).append(interaction)
    return tuple(replace(s, interactions=(*s.interactions, *given.get(s.id, ()))) for s in scenarios)


def _principle(path: Path, scenario: str, data: Any) -> Principle:
    name = f"implementation '{data.get('id', '?')}' of scenario '{scenario}'"
    table = _Table(path, name, data, _PRINCIPLE_KEYS)
    role = table.maybe("role")
    if role is not None and role not in tuple(RoleKind):
        raise table.fault(f"unknown role '{role}'", f"roles: {', '.join(RoleKind)}")
    measured = data.get("measured")
    if measured is not None and (not isinstance(measured, int | float) or measured <= 0):
        raise table.fault("'measured' must be a positive number")
    construct, anti = table.call("construct"), table.call("anti")
    if anti is not None and construct is None:
        raise table.fault("'anti' without 'construct'")
    return Principle(
        id=f"{scenario}.{table.text('id')}",
        title=table.text("title"),
        hurts=table.text("hurts"),
        construction=table.text("construction"),
        source=table.text("source"),
        role=None if role is None else RoleKind(role),
        construct=construct,
        anti=anti,
        needs=table.texts("needs"),
        conflicts=table.texts("conflicts"),
        language=table.maybe("language"),
        growth=table.maybe("growth") or "",
        measured=measured,
        unproven=table.truth("unproven", default=False),
    )


def _anchors(path: Path) -> tuple[str, ...]:
    """Return the descriptions of an anchors file: one JSON object with a "text" a line."""
    if not path.exists():
        return ()
    texts = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            texts.append(str(json.loads(line)["text"]))
        except (ValueError, KeyError, TypeError):
            raise InputError(
                'an anchor must be a JSON object with a "text"', file=str(path), line=number
            ) from None
    return tuple(texts)
