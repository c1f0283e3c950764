"""Options in groups are the same options to Typer, and reach the command in their groups."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Annotated

import pytest
import typer

from stab.cli import app, generating
from stab.cli.grouping import ungrouped

Name = Annotated[str, typer.Argument()]
Loud = Annotated[bool, typer.Option("--loud")]
Count = Annotated[int, typer.Option("--count")]


@dataclass(frozen=True, slots=True)
class Voice:
    loud: Loud = False
    count: Count = 3


def greet(voice: Voice, name: Name, last: Count = 7) -> int:
    """Greet."""
    return voice.count + last + len(name) + 100 * voice.loud


def test_groups_become_single_options_with_required_ones_first():
    found = inspect.signature(ungrouped(greet)).parameters

    assert list(found) == ["name", "loud", "count", "last"]
    assert found["name"].default is inspect.Parameter.empty
    assert (found["count"].default, found["last"].default) == (3, 7)
    assert found["count"].annotation == Count


def test_values_reach_the_command_in_groups():
    assert ungrouped(greet)(name="ab", loud=True, count=1, last=2) == 105


@pytest.mark.parametrize("command", [c.callback for c in app.app.registered_commands])
def test_no_command_takes_dozens_of_arguments(command):
    while hasattr(command, "__wrapped__"):
        command = command.__wrapped__
    assert len(inspect.getfullargspec(command).args) <= 8, command.__name__


def test_gen_still_offers_every_option():
    offered = set(inspect.signature(ungrouped(generating.gen)).parameters)

    assert offered >= {
        "problem", "output", "tests", "solutions", "existing", "time", "constraint", "layout", "catalog",
        "encoder", "seed", "synth", "model", "base_url", "max_tokens_total", "force", "jobs", "json",
    }  # fmt: skip
