"""Stress inputs for algorithmic problems, from the statement alone.

    import stab
    problem = stab.load_problem("problem.md")
    made = stab.generate(problem, folder)          # folder: a pathlib.Path for the inputs

The stages are open too (extract, saturate, infer_layout, retrieve, score), and the constructions in
stab.build.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stab.inject import load_catalog, retrieve
    from stab.layout import infer_layout
    from stab.pipeline import Settings, generate, understand
    from stab.pipeline.judging import judge_tests as judge
    from stab.pipeline.ranking import rank_solutions as rank
    from stab.pipeline.scoring import score_tests as score
    from stab.saturate import extract, saturate
    from stab.statement import load_problem

__version__ = "0.1.0"

_HOME = {
    "Settings": ("stab.pipeline", "Settings"),
    "extract": ("stab.saturate", "extract"),
    "generate": ("stab.pipeline", "generate"),
    "infer_layout": ("stab.layout", "infer_layout"),
    "judge": ("stab.pipeline.judging", "judge_tests"),
    "load_catalog": ("stab.inject", "load_catalog"),
    "load_problem": ("stab.statement", "load_problem"),
    "rank": ("stab.pipeline.ranking", "rank_solutions"),
    "retrieve": ("stab.inject", "retrieve"),
    "saturate": ("stab.saturate", "saturate"),
    "score": ("stab.pipeline.scoring", "score_tests"),
    "understand": ("stab.pipeline", "understand"),
}

__all__ = [
    "Settings",
    "__version__",
    "extract",
    "generate",
    "infer_layout",
    "judge",
    "load_catalog",
    "load_problem",
    "rank",
    "retrieve",
    "saturate",
    "score",
    "understand",
]


def __dir__() -> list[str]:
    """Return the public names, whether they have been used yet or not."""
    return [*__all__, "build"]


def __getattr__(name: str) -> Any:
    """Import a public function from its home when it is first used: `import stab` stays cheap."""
    if name in _HOME:
        module, attribute = _HOME[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'stab' has no attribute {name!r}")
