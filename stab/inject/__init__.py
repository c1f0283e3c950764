"""The adversarial scenario injector (paper section 4.2): catalog, keyword route, nearest neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from stab.records import AnchorPool, Extraction, Layout, Problem, Retrieval, Scenario

__all__ = ["gather_anchors", "load_catalog", "retrieve"]


def load_catalog(extra: Path | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios that ship with stab, then those of `extra`: a TOML file or a folder of them.

    A scenario of `extra` replaces the one that has the same id. Raises InputError naming file, entry and
    reason when a file of `extra` can't be used.
    """
    from stab.inject.catalog import load_catalog as load

    return load(extra)


def retrieve(
    problem: Problem,
    *,
    catalog: Sequence[Scenario] | None = None,
    encoder: str = "auto",
    rule: Literal["scored", "plain"] = "scored",
    extraction: Extraction | None = None,
    layout: Layout | None = None,
) -> Retrieval:
    """Return the scenarios that fit a problem: by keywords, or else the two with the nearest centroids.

    `rule` "plain" is the paper's keyword route (every scenario a cue of which appears); "scored" weighs the
    cues and returns at most four. With `extraction` and `layout` what the input holds and how large it gets
    counts too, and there may be none. `encoder` is "lexical", "minilm", "auto" (see stab.inject.encoders) or
    the name of a sentence-transformers model; MODEL@CORPUS takes the anchors that gather_anchors kept.
    Raises MachineError when the encoder can't be had, but only where it is needed: the keyword route never
    loads one.
    """
    from stab.inject.retrieval import retrieve as find

    return find(problem, catalog=catalog, encoder=encoder, rule=rule, extraction=extraction, layout=layout)


def gather_anchors(
    problems: Iterable[Problem],
    *,
    model: str,
    corpus: str,
    catalog: Sequence[Scenario] | None = None,
    on_read: Callable[[int], None] | None = None,
) -> AnchorPool:
    """Return and keep the paper's anchors: the descriptions of a corpus that a scenario's cues match.

    They are embedded by `model`, scaled to length 1, averaged, and used where the encoder is called by the
    pool's name. Raises InputError where nothing matches, MachineError when the model can't be had.
    """
    from stab.inject.pools import gather

    scenarios = load_catalog() if catalog is None else tuple(catalog)
    return gather(problems, model=model, corpus=corpus, catalog=scenarios, on_read=on_read)
