"""Seeded constructions for adversarial inputs: `from stab import build; build.tree_path(10)`.

Randomness comes only from the `numpy.random.RandomState` that is passed in. Arrays are int64 (Python
ints in object arrays beyond 64 bits), ids 1-based, strings str. A construction that cannot exist within
the bounds raises DoesNotFit; nothing out of range is returned. CONSTRUCTIONS lists them all.

A module is imported when the first of its names is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stab.build.arrays import *  # noqa: F403
    from stab.build.graphs import *  # noqa: F403
    from stab.build.grids import *  # noqa: F403
    from stab.build.hashing import *  # noqa: F403
    from stab.build.index import CONSTRUCTIONS as CONSTRUCTIONS
    from stab.build.index import Construction as Construction
    from stab.build.inline import inline_source as inline_source
    from stab.build.networks import *  # noqa: F403
    from stab.build.numbers import *  # noqa: F403
    from stab.build.permutations import *  # noqa: F403
    from stab.build.points import *  # noqa: F403
    from stab.build.queries import *  # noqa: F403
    from stab.build.sequences import *  # noqa: F403
    from stab.build.special_graphs import *  # noqa: F403
    from stab.build.splits import *  # noqa: F403
    from stab.build.strings import *  # noqa: F403
    from stab.build.subsets import *  # noqa: F403
    from stab.build.trees import *  # noqa: F403
    from stab.build.weighted_graphs import *  # noqa: F403
    from stab.build.writing import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        from stab.build.inline import library, public_names

        if name == "__all__":
            return [*_ELSEWHERE, *sorted(public_names())]
        home = _ELSEWHERE.get(name)
        if home is None:
            if name not in public_names():
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            home = library()[0][name].module
        value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted([*globals(), *__getattr__("__all__")])


_ELSEWHERE = {"CONSTRUCTIONS": "index", "Construction": "index", "inline_source": "inline"}
