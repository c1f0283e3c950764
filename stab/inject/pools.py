"""Centroids of the descriptions of a corpus (paper section 4.2), kept in the user's cache folder.

A pool is named MODEL@CORPUS, which is also what `--encoder` takes and what results say they were made with.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from stab.errors import InputError, MachineError
from stab.inject.encoders import Encoder, make_encoder, unit
from stab.inject.keyword import plain_matches
from stab.inject.wording import spoken
from stab.patterns import regex
from stab.records import AnchorPool, Problem, Scenario
from stab.resources import cache_dir, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MARK = "@"
_BATCH = 64  # texts embedded at a time
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}")


def gather(
    problems: Iterable[Problem],
    *,
    model: str,
    corpus: str,
    catalog: Sequence[Scenario],
    on_read: Callable[[int], None] | None = None,
) -> AnchorPool:
    """Return the pool of the descriptions that each scenario's cues match; it is kept for `--encoder`.

    Each description is embedded and scaled to length 1; a scenario's centroid is their mean, scaled to
    length 1. A scenario that no description matches has none. Raises InputError for a name of the corpus
    that can't be part of a file's, or where nothing matches; MachineError as make_encoder does.
    """
    if not _NAME.fullmatch(corpus):
        raise InputError(f"a pool can't be called '{corpus}'", hint="letters, digits, '.', '_' and '-'")
    encoder = make_encoder(model, [text for scenario in catalog for text in scenario.anchors])
    sums = _Sums(encoder, len(catalog))
    number = {scenario.id: at for at, scenario in enumerate(catalog)}
    read = 0
    for problem in problems:
        read += 1
        rows = [number[match.scenario.id] for match in plain_matches(problem, catalog)]
        if rows:
            sums.add("\n".join(text for _, text in spoken(problem)), rows)
        if on_read is not None:
            on_read(read)
    sums.flush()
    described = tuple((s.id, n) for s, n in zip(catalog, sums.counts, strict=True) if n)
    if not described:
        raise InputError("no description of this corpus matches a scenario", hint="nothing was kept")
    pool = AnchorPool(f"{encoder.name}{MARK}{corpus}", corpus, encoder.name, read, described)
    _keep(pool, sums.centroids(), _words_of(catalog))
    return pool


def _words_of(catalog: Sequence[Scenario]) -> str:
    """Return a digest of all anchors: the lexical encoder weighs words by them."""
    texts = "\n".join(text for scenario in catalog for text in scenario.anchors)
    return hashlib.sha256(texts.encode()).hexdigest()


class _Sums:
    """Sums of unit rows by scenario; texts are embedded in batches."""

    def __init__(self, encoder: Encoder, scenarios: int) -> None:
        self._encoder = encoder
        self._waiting: list[tuple[str, list[int]]] = []
        self._sums: Vectors | None = None
        self.counts = [0] * scenarios

    def add(self, text: str, rows: list[int]) -> None:
        self._waiting.append((text, rows))
        if len(self._waiting) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        import numpy as np

        if not self._waiting:
            return
        vectors = self._encoder.encode([text for text, _ in self._waiting])
        if self._sums is None:
            self._sums = np.zeros((len(self.counts), vectors.shape[1]), dtype=np.float32)
        for vector, (_, rows) in zip(vectors, self._waiting, strict=True):
            for row in rows:
                self._sums[row] += vector
                self.counts[row] += 1
        self._waiting.clear()

    def centroids(self) -> Vectors:
        """Return a unit row for each scenario that has descriptions, in order."""
        assert self._sums is not None
        return unit(self._sums[[at for at, count in enumerate(self.counts) if count]])


def pool_rows(name: str, catalog: Sequence[Scenario]) -> tuple[AnchorPool, Vectors]:
    """Return a kept pool and its centroids, a row a scenario it describes.

    Raises MachineError where there is none, or a lexical one whose words were weighed by other anchors.
    """
    import numpy as np

    hint = "stab catalog anchors CORPUS --model NAME makes one"
    try:
        about = json.loads(_file(name, "json").read_text(encoding="utf-8"))
        rows: Vectors = np.load(io.BytesIO(_file(name, "npy").read_bytes()), allow_pickle=False)
        described = tuple((str(id), int(count)) for id, count in about["described"])
        pool = AnchorPool(name, str(about["corpus"]), str(about["model"]), int(about["read"]), described)
        if rows.ndim != 2 or len(rows) != len(described):
            raise ValueError("rows and scenarios differ")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MachineError(f"there is no pool of anchors '{name}' here", hint=hint) from error
    if pool.model == "lexical" and about.get("words") != _words_of(catalog):
        raise MachineError(f"the pool of anchors '{name}' belongs to another catalog", hint=hint)
    return pool, rows.astype(np.float32)


def _file(name: str, ending: str) -> Path:
    return cache_dir("anchors") / f"{name.replace('/', '--')}.{ending}"


def _keep(pool: AnchorPool, rows: Vectors, words: str) -> None:
    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, rows)
    about = {
        "corpus": pool.corpus,
        "model": pool.model,
        "read": pool.read,
        "described": pool.described,
        "words": words,
    }
    try:
        write_whole(_file(pool.name, "npy"), buffer.getvalue())
        write_whole(_file(pool.name, "json"), (json.dumps(about, indent=1) + "\n").encode())
    except OSError as error:
        raise MachineError(
            f"can't keep the pool: {error}", hint="XDG_CACHE_HOME names another folder"
        ) from error
