"""The options that commands share, each declared once."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from stab.errors import InputError, UsageError
from stab.patterns import regex

LONGEST_TIME = 86_400.0  # seconds, of any limit
MOST_MEMORY = 1 << 20  # MiB


def a_number(value: float | None) -> float | None:
    """Return the value of an option; NaN, which lies in no range, is misuse."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter(f"nan is not a number of seconds up to {LONGEST_TIME:g}.")
    return value


Problem = Annotated[
    str,
    typer.Argument(
        metavar="PROBLEM",
        help="A statement (.md .txt .tex .html), a problem package folder, or file.jsonl#ID.",
        show_default=False,
    ),
]
Constraints = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="TEXT",
        help="A constraint to add, or to replace what the text says: '1 <= n <= 50'. May be repeated.",
        show_default=False,
    ),
]
LayoutFile = Annotated[
    Path | None,
    typer.Option("--layout", metavar="FILE", help="The input layout, instead of the inferred one."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Say more on stderr.")]
NoBar = Annotated[bool, typer.Option("--no-bar", help="Show no progress bar.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Everything random derives from it.", min=0)]
Catalog = Annotated[
    Path | None,
    typer.Option("--catalog", metavar="DIR", help="A folder with scenarios of your own, added to ours."),
]
Encoder = Annotated[
    str,
    typer.Option(
        "--encoder",
        metavar="NAME",
        help="For statements without a keyword: auto, lexical, minilm, a sentence-transformers model, or"
        " MODEL@CORPUS for anchors made by stab catalog anchors.",
    ),
]
Solutions = Annotated[
    str | None,
    typer.Option(
        "-s", "--solutions", metavar="DIR", help="Accepted solutions: a folder, a package, or file.jsonl#ID."
    ),
]
Existing = Annotated[
    str | None,
    typer.Option(
        "--existing", metavar="DIR", help="The tests that exist already: a folder or file.jsonl#ID."
    ),
]
Synth = Annotated[
    str | None,
    typer.Option(
        "--synth",
        metavar="ROUTE",
        help="Who writes generators: compose, llm, or both [compose; both with --model].",
        show_default=False,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="A language model of an OpenAI-compatible server, or replay:DIR for recorded replies.",
        show_default=False,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="The model's server [OPENAI_BASE_URL, else OpenAI's].",
        show_default=False,
    ),
]
TokenCap = Annotated[
    int | None,
    typer.Option(
        "--max-tokens-total",
        metavar="N",
        help="Spend at most so many tokens, prompts and replies together.",
        min=1,
        show_default=False,
    ),
]
ModelTimeout = Annotated[
    float | None,
    typer.Option(
        "--model-timeout",
        metavar="SECONDS",
        help="How long the model's server may be silent [300].",
        min=0.01,
        max=LONGEST_TIME,
        callback=a_number,
        show_default=False,
    ),
]
ModelRetries = Annotated[
    int | None,
    typer.Option(
        "--model-retries",
        metavar="N",
        help="How often a failed request to the model is sent again [4].",
        min=0,
        max=100,
        show_default=False,
    ),
]
GeneratorTime = Annotated[
    float | None,
    typer.Option(
        "--generator-time",
        metavar="SECONDS",
        help="CPU time that a model's generator may take [20].",
        min=0.1,
        max=LONGEST_TIME,
        callback=a_number,
        show_default=False,
    ),
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="SECONDS",
        help="CPU time limit of a run; twice the statement's limit, or 10 s, unless given.",
        min=0.01,
        max=LONGEST_TIME,
        callback=a_number,
        show_default=False,
    ),
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Where runs are kept as they come [results.sqlite in the cache]; the same call goes on there.",
        show_default=False,
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Measure anew what was measured before.")]


def store_file(file: Path | None) -> Path | None:
    """Return the file that was named for measurements. Raises InputError where its folder is missing."""
    if file is not None and not file.parent.is_dir():
        raise InputError(
            "there is no folder for this file", file=str(file), hint="make it, or name another --store"
        )
    return file


Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="TEXT",
        help="What comparing may take: 90s, 10m, 2h, or 500runs.",
        show_default=False,
    ),
]
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_BUDGET = regex(r"(\d{1,9}(?:\.\d{1,3})?) ?(s|m|h|runs?)?")


def spending(budget: str | None) -> tuple[float | None, int | None]:
    """Return the seconds and the runs of a budget. Raises UsageError for a text that is none."""
    if budget is None:
        return None, None
    match = _BUDGET.fullmatch(budget.strip())
    if match is None:
        raise UsageError(f"--budget {budget} makes no sense", hint="like 90s, 10m, 2h or 500runs")
    amount, unit = float(match[1]), match[2] or "s"
    return (None, int(amount)) if unit.startswith("run") else (amount * _SECONDS[unit], None)
