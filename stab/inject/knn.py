"""Nearest scenarios by cosine: the fallback route of paper section 4.2. Owner of faiss."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stab.inject.encoders import Encoder, has_model, make_encoder, unit
from stab.inject.pools import MARK, pool_rows
from stab.records import Match, Scenario
from stab.resources import data_dir

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_LOG = logging.getLogger(__name__)
_NEAREST = 2


def nearest_scenarios(
    text: str, catalog: Sequence[Scenario], encoder: str, able: Sequence[Scenario] | None = None
) -> tuple[tuple[Match, ...], str]:
    """Return the two scenarios whose centroids are nearest to the text, best first, and the encoder's name.

    A centroid is the mean of a scenario's anchors, each of length 1, scaled to length 1; those of a pool
    where the encoder is called MODEL@CORPUS. `able`: the only ones of the catalog that count. No matches
    when no scenario has anchors.
    """
    anchored = [scenario for scenario in catalog if scenario.anchors]
    if not anchored:
        return (), encoder
    maker, rows, anchored = _centroids_for(encoder, anchored)
    kept = [at for at, scenario in enumerate(anchored) if able is None or scenario in able]
    if not kept:
        return (), maker.name
    name = encoder if MARK in encoder else maker.name
    return _search(maker.encode([text]), rows[kept], [anchored[at] for at in kept]), name


def _centroids_for(encoder: str, anchored: list[Scenario]) -> tuple[Encoder, Vectors, list[Scenario]]:
    """Return the encoder, a row a scenario, and the scenarios the rows belong to."""
    texts = [text for scenario in anchored for text in scenario.anchors]
    if MARK in encoder:
        pool, rows = pool_rows(encoder, anchored)
        by_id = {scenario.id: scenario for scenario in anchored}
        known = [at for at, (id, _) in enumerate(pool.described) if id in by_id]
        return make_encoder(pool.model, texts), rows[known], [by_id[pool.described[at][0]] for at in known]
    if encoder == "auto":
        affordable = has_model() and _stored("minilm", anchored) is not None
        encoder = "minilm" if affordable else "lexical"
    maker = make_encoder(encoder, texts)
    stored = _stored(maker.name, anchored)
    return maker, centroids(anchored, maker) if stored is None else stored, anchored


def centroids(catalog: Sequence[Scenario], encoder: Encoder) -> Vectors:
    """Return one unit row a scenario: the mean of the unit vectors of its anchors."""
    import numpy as np

    return unit(np.stack([encoder.encode(scenario.anchors).mean(axis=0) for scenario in catalog]))


def anchor_digest(catalog: Sequence[Scenario]) -> str:
    """Return a digest of scenario ids and anchors: what stored centroids must have been made from."""
    text = json.dumps([[scenario.id, *scenario.anchors] for scenario in catalog], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def store_centroids(catalog: Sequence[Scenario], encoder: Encoder, folder: Path) -> None:
    """Write NAME.npy (float32, a row a scenario) and NAME.json (ids and digest of the anchors) to folder."""
    import numpy as np

    anchored = [scenario for scenario in catalog if scenario.anchors]
    np.save(folder / f"{encoder.name}.npy", centroids(anchored, encoder))
    about = {"model": encoder.name, "ids": [s.id for s in anchored], "digest": anchor_digest(anchored)}
    (folder / f"{encoder.name}.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _stored(name: str, catalog: Sequence[Scenario]) -> Vectors | None:
    """Return stored centroids if there are any that were made from these very anchors."""
    import numpy as np

    about, rows = data_dir("anchors") / f"{name}.json", data_dir("anchors") / f"{name}.npy"
    if name != "minilm" or not (about.exists() and rows.exists()):
        return None
    if json.loads(about.read_text(encoding="utf-8")).get("digest") != anchor_digest(catalog):
        _LOG.warning("stored centroids do not belong to these anchors; computing new ones")
        return None
    vectors: Vectors = np.load(rows).astype(np.float32)
    return vectors if len(vectors) == len(catalog) else None


def _search(query: Vectors, rows: Vectors, catalog: Sequence[Scenario]) -> tuple[Match, ...]:
    import faiss
    import numpy as np

    index = faiss.IndexFlatIP(rows.shape[1])
    index.add(np.ascontiguousarray(rows))
    similarities, numbers = index.search(np.ascontiguousarray(query), min(_NEAREST, len(catalog)))
    return tuple(
        Match(catalog[int(number)], similarity=round(float(similarity), 4))
        for similarity, number in zip(similarities[0], numbers[0], strict=True)
    )
