"""What this machine offers for running programs, in records that `stab doctor` prints."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from stab.errors import StabError
from stab.execute.isolation import Isolation
from stab.execute.languages import find_toolchain, numpy_folder
from stab.execute.sandbox import probe_isolation
from stab.records import Environment, Language


@dataclass(frozen=True, slots=True)
class Tool:
    """A language's tools: the version, or what to install."""

    language: Language
    version: str | None
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How well this machine can run and time untrusted programs."""

    isolation: Isolation
    tools: tuple[Tool, ...]
    cpu: str
    cores: int
    load: float
    generators_have_numpy: bool


def diagnose() -> Diagnosis:
    """What is here and what is missing, found by trying. Never raises."""
    return Diagnosis(
        isolation=probe_isolation(),
        tools=tuple(map(_tool, Language)),
        cpu=_cpu_model(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        load=_load(),
        generators_have_numpy=numpy_folder() is not None,
    )


def environment(isolation: Isolation | None = None) -> Environment:
    """The machine that measures, for reports; `isolation` spares the probe where a sandbox is open."""
    level = (isolation or probe_isolation()).level
    return Environment(
        isolation=level.value,
        cpu=_cpu_model(),
        load=_load(),
        toolchains=dict(_described()),
        host=platform.node(),
    )


def _described() -> Iterator[tuple[str, str]]:
    """Yield each language that has tools here, with their version, places and flags."""
    for language in Language:
        with suppress(StabError):
            yield language.value, find_toolchain(language).described


def _tool(language: Language) -> Tool:
    try:
        return Tool(language, find_toolchain(language).version)
    except StabError as error:
        return Tool(language, None, error.hint or error.message)


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _load() -> float:
    try:
        return round(os.getloadavg()[0], 2)
    except OSError:
        return 0.0
