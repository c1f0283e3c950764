"""Anchors of a corpus: what matches a scenario's cues, embedded, averaged, kept and named."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from stab.errors import InputError, MachineError
from stab.inject import gather_anchors, load_catalog, retrieve
from stab.inject.encoders import LexicalEncoder, unit
from stab.inject.pools import pool_rows
from stab.records import Markup, Problem, Route

CATALOG = load_catalog()
TEXTS = (
    "The miller wants his sacks in non-decreasing order and mills all day.",
    "The miller swaps adjacent sacks in ascending order while the mill turns.",
    "The ferry takes the shortest path over the lake with Dijkstra.",
    "Nothing that anyone would know by its words.",
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def problem(text: str) -> Problem:
    return Problem("p", "p", text, Markup.TEXT, ())


def test_descriptions_go_to_the_scenarios_whose_cues_they_hold() -> None:
    read: list[int] = []
    pool = gather_anchors(map(problem, TEXTS), model="lexical", corpus="mills", on_read=read.append)
    assert (pool.name, pool.corpus, pool.model, pool.read) == ("lexical@mills", "mills", "lexical", 4)
    assert dict(pool.described)["S01"] == 2 and dict(pool.described)["S07"] == 1
    assert read == [1, 2, 3, 4]


def test_a_centroid_is_the_unit_mean_of_unit_rows() -> None:
    pool = gather_anchors(map(problem, TEXTS), model="lexical", corpus="mills")
    kept, rows = pool_rows(pool.name, CATALOG)
    assert kept == pool
    encoder = LexicalEncoder([text for scenario in CATALOG for text in scenario.anchors])
    mean = encoder.encode(TEXTS[:2]).mean(axis=0, keepdims=True)
    at = [id for id, _ in pool.described].index("S01")
    assert np.allclose(rows[at], unit(mean)[0], atol=1e-6)


def test_the_result_names_the_pool_and_knows_its_scenarios_only() -> None:
    pool = gather_anchors(map(problem, TEXTS), model="lexical", corpus="mills")
    found = retrieve(problem("Sacks at the mill, all day"), encoder=pool.name)
    assert (found.route, found.encoder) == (Route.KNN, "lexical@mills")
    assert found.matches[0].scenario.id == "S01"
    assert {match.scenario.id for match in found.matches} <= {id for id, _ in pool.described}


def test_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pool_rows(gather_anchors(map(problem, TEXTS), model="lexical", corpus="a").name, CATALOG)[1]
    monkeypatch.setattr("stab.inject.pools._BATCH", 1)
    single = pool_rows(gather_anchors(map(problem, TEXTS), model="lexical", corpus="b").name, CATALOG)[1]
    assert np.allclose(whole, single, atol=1e-6)


@pytest.mark.parametrize("name", ["lexical@nowhere", "minilm@nowhere", "@", "lexical@../mills"])
def test_a_pool_that_is_not_there_is_named_with_what_to_do(name: str) -> None:
    with pytest.raises(MachineError) as caught:
        retrieve(problem("Sacks at the mill"), encoder=name)
    assert caught.value.hint is not None and "stab catalog anchors" in caught.value.hint


@pytest.mark.parametrize("damage", ["[]", "{", '{"described": 5}', '{"corpus": "x"}'])
def test_a_damaged_pool_is_no_pool(tmp_path: Path, damage: str) -> None:
    pool = gather_anchors(map(problem, TEXTS), model="lexical", corpus="mills")
    (tmp_path / "stab" / "anchors" / "lexical@mills.json").write_text(damage)
    with pytest.raises(MachineError):
        pool_rows(pool.name, CATALOG)


def test_words_weighed_by_other_anchors_are_refused() -> None:
    pool = gather_anchors(map(problem, TEXTS), model="lexical", corpus="mills")
    with pytest.raises(MachineError, match="another catalog"):
        pool_rows(pool.name, CATALOG[1:])


@pytest.mark.parametrize("corpus", ["", "a/b", "..", "x" * 70, "a b"])
def test_a_name_that_is_no_file_is_refused(corpus: str) -> None:
    with pytest.raises(InputError):
        gather_anchors(map(problem, TEXTS), model="lexical", corpus=corpus)


def test_a_corpus_without_a_match_keeps_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        gather_anchors([problem(TEXTS[3])], model="lexical", corpus="mills")
    assert not (tmp_path / "stab" / "anchors").exists()


def test_rows_and_folders_are_read_and_what_holds_no_statement_is_passed_over(tmp_path: Path) -> None:
    from stab.pipeline.anchors import anchors_of

    rows = tmp_path / "mills.jsonl"
    told = [{"id": str(n), "statement": f"# A\n\n{text}\n"} for n, text in enumerate(TEXTS)]
    rows.write_text("".join(json.dumps(row) + "\n" for row in told) + "{broken\n" + '{"id": "z"}\n')
    folder = tmp_path / "folder"
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number}.md").write_text(f"# A\n\n{text}\n")
    (folder / "notes.bin").write_bytes(b"\0")

    from_rows = anchors_of(rows, model="lexical")
    from_folder = anchors_of(folder, model="lexical", name="other")
    assert from_rows.name == "lexical@mills" and from_folder.name == "lexical@other"
    assert from_rows.read == from_folder.read == 4
    assert from_rows.described == from_folder.described
    with pytest.raises(InputError):
        anchors_of(tmp_path / "none.csv", model="lexical")
