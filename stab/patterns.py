"""Regular expressions that are compiled when they are first used.

The readers know some four hundred of them, and one statement needs about half: compiling all of
them at import would take a tenth of the time of a short command.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` does, without compiling yet: a mistake in `source` is raised at first use."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


class _Pattern:
    """Has the attributes of a compiled pattern; each is kept once it was asked for."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source, self._flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying and the like look for, before there is anything to ask
            raise AttributeError(name)
        found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found
