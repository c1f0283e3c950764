"""Options in groups: a parameter whose type is a dataclass stands for the options that are its fields."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints

Command = Callable[..., int | None]


def ungrouped(function: Command) -> Command:
    """Return the function as Typer wants it: one keyword parameter for each option, however grouped."""
    hints = get_type_hints(function, include_extras=True)
    given = inspect.signature(function).parameters
    groups: dict[str, tuple[type, tuple[str, ...]]] = {}
    options: list[inspect.Parameter] = []
    for name, parameter in given.items():
        wanted = hints[name]
        if isinstance(wanted, type) and is_dataclass(wanted):
            own = tuple(_options(wanted))
            groups[name] = wanted, tuple(option.name for option in own)
            options += own
        else:
            options.append(parameter.replace(annotation=wanted, kind=inspect.Parameter.KEYWORD_ONLY))
    options.sort(key=lambda option: option.default is not inspect.Parameter.empty)  # required ones first

    @wraps(function)
    def called(**values: Any) -> int | None:
        made = {name: group(**{o: values.pop(o) for o in own}) for name, (group, own) in groups.items()}
        return function(**values, **made)

    called.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _options(group: type) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=hints[field.name]
        )


def _default(field: Field[Any]) -> Any:
    return inspect.Parameter.empty if field.default is MISSING else field.default
