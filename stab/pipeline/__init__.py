"""The straight lines: statement -> specification -> valid tests -> times -> score."""

from __future__ import annotations

from stab.pipeline.events import Progress, ProgressHook
from stab.pipeline.generating import Generation, generate
from stab.pipeline.settings import Settings, Synth
from stab.pipeline.understanding import read_input, remarks, understand

__all__ = [
    "Generation",
    "Progress",
    "ProgressHook",
    "Settings",
    "Synth",
    "generate",
    "read_input",
    "remarks",
    "understand",
]
