"""The paper's pool of anchors: the descriptions of a corpus that the catalog's cues match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from stab.errors import InputError
from stab.inject import gather_anchors
from stab.packages import is_dataset
from stab.records import AnchorPool, Problem, Scenario
from stab.statement import iter_rows, load_problem, problem_from_row

STATEMENTS = (".md", ".txt", ".tex", ".html")


def anchors_of(
    corpus: Path,
    *,
    model: str,
    name: str | None = None,
    catalog: Sequence[Scenario] | None = None,
    on_read: Callable[[int], None] | None = None,
) -> AnchorPool:
    """Return the pool of the statements in a file of rows, or in a folder; it is kept for `--encoder`.

    Its name is the model's and that of the corpus, `name` instead of the file's where given. What holds no
    statement is passed over. Raises InputError where there is no corpus or nothing in it matches.
    """
    called = name or corpus.name.split(".")[0]
    return gather_anchors(_problems(corpus), model=model, corpus=called, catalog=catalog, on_read=on_read)


def _problems(corpus: Path) -> Iterator[Problem]:
    if corpus.is_dir():
        sources = sorted(p for p in corpus.iterdir() if p.is_dir() or p.suffix.lower() in STATEMENTS)
        yield from _readable(partial(load_problem, source) for source in sources)
    elif is_dataset(corpus):
        yield from _readable(partial(problem_from_row, row) for row in iter_rows(corpus))
    else:
        raise InputError(
            "a corpus is a file of rows (.jsonl, .jsonl.xz, .jsonl.gz) or a folder of statements",
            file=str(corpus),
        )


def _readable(readers: Iterator[Callable[[], Problem]]) -> Iterator[Problem]:
    for read in readers:
        try:
            problem = read()
        except InputError:
            continue
        yield problem
