"""Runs a composed generator in this process: its source is ours."""

from __future__ import annotations

from typing import Any

from stab.records import Generator


def run_generator(generator: Generator, seed: int) -> bytes:
    """Return what `python3 NAME.py SEED` would write; the generator's own exceptions pass through."""
    namespace: dict[str, Any] = {"__name__": generator.name}
    exec(compile(generator.source, f"<{generator.name}>", "exec"), namespace)
    data: bytes = namespace["generate"](seed)
    return data
