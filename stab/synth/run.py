"""Runs a composed generator in this process: its source is ours."""

from __future__ import annotations

import sys
from typing import Any

from stab.records import Generator


def run_generator(generator: Generator, seed: int) -> bytes:
    """Return what `python3 NAME.py SEED` would write; the generator's own exceptions pass through."""
    namespace: dict[str, Any] = {"__name__": generator.name}
    limit = sys.get_int_max_str_digits()  # a generator of very long numbers lifts it
    try:
        exec(compile(generator.source, f"<{generator.name}>", "exec"), namespace)
        data: bytes = namespace["generate"](seed)
    finally:
        sys.set_int_max_str_digits(limit)
    return data
