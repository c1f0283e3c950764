"""The two routes: what matches, with which evidence, and what must not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stab.errors import MachineError, UsageError
from stab.inject import load_catalog, retrieve
from stab.inject.cues import CueError, CueIndex, read_cue
from stab.inject.encoders import LexicalEncoder
from stab.inject.knn import anchor_digest, centroids
from stab.inject.wording import plain_words
from stab.records import Markup, Problem, Route, Section, SectionKind

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "scenarios.toml").read_text())
CATALOG = load_catalog()


def problem(text: str, *parts: tuple[SectionKind, str], offset: int = 0) -> Problem:
    sections = tuple(Section(kind, "", part, text.index(part), 1) for kind, part in parts)
    return Problem("p", "p", text, Markup.TEXT, sections, line_offset=offset)


@pytest.mark.parametrize("case", CASES["match"], ids=lambda case: case["text"][:40])
def test_phrases_that_tell_a_scenario(case: dict[str, str]) -> None:
    found = retrieve(problem(case["text"]))
    assert found.route is Route.KEYWORD
    assert case["scenario"] in [match.scenario.id for match in found.matches]
    assert len(found.matches) <= 4


@pytest.mark.parametrize("case", CASES["no_match"], ids=lambda case: case["text"][:40])
def test_phrases_that_tell_nothing(case: dict[str, str]) -> None:
    found = retrieve(problem(case["text"]), encoder="lexical")
    assert case["scenario"] not in [m.scenario.id for m in found.matches if found.route is Route.KEYWORD]


def test_evidence_names_cue_quote_and_line_of_the_file() -> None:
    found = retrieve(problem("A story.\nUse Dijkstra's\nalgorithm.", offset=3))
    match = next(m for m in found.matches if m.scenario.id == "S07")
    assert [(e.cue, e.quote, e.line) for e in match.evidence] == [("dijkstra", "Dijkstra", 5)]
    assert found.encoder is None


def test_notes_and_examples_are_not_read() -> None:
    text = "Add the numbers up. Note: think of Dijkstra."
    parts = ((SectionKind.STORY, "Add the numbers up."), (SectionKind.NOTE, "Note: think of Dijkstra."))
    found = retrieve(problem(text, *parts), encoder="lexical")
    assert found.route is Route.KNN


def test_plain_rule_returns_every_scenario_with_a_cue() -> None:
    text = "Dijkstra, KMP, segment tree, knapsack, convex hull and a trie."
    assert len(retrieve(problem(text)).matches) == 4
    assert len(retrieve(problem(text), rule="plain").matches) >= 6
    with pytest.raises(UsageError):
        retrieve(problem(text), rule="loud")  # type: ignore[arg-type]


def test_nearest_neighbours_only_without_keywords() -> None:
    text = (
        "The thief's bag holds so many kilograms. Each thing has a worth. Which things should he carry off?"
    )
    found = retrieve(problem(text), encoder="lexical")
    assert found.route is Route.KNN and found.encoder == "lexical"
    assert found.matches[0].scenario.id == "S15"
    assert len(found.matches) == 2
    first, second = (match.similarity for match in found.matches)
    assert first is not None and second is not None and 1 >= first >= second


def test_none_for_a_text_without_words_or_a_catalog_without_anchors() -> None:
    assert retrieve(problem("12 + 7"), encoder="lexical").route is Route.NONE
    bare = tuple(s for s in CATALOG if not s.anchors)
    assert retrieve(problem("carry off things"), catalog=bare, encoder="lexical").route is Route.NONE


HEADED = [
    "# Shortest Path\n\nAdd up a and b.\n",
    "B. Shortest Path\ntime limit per test\n2 seconds\n\nAdd up a and b.\n",
    "Shortest Path\n=============\n\nAdd up a and b.\n",
    "<h1>Shortest Path</h1><p>Add up a and b.</p><p></p>",
    "\\problemname{Shortest Path}\nAdd up a and b.\n\\section{Dijkstra}\n",
    "# Sum\n\n## Dijkstra\n\nAdd up a and b.\n",
    "Sum\n\nTime limit: 2 s for Dijkstra\n\nAdd up a and b.\n",
]


@pytest.mark.parametrize("text", HEADED)
def test_titles_headings_and_limits_are_not_read(text: str) -> None:
    from stab.statement import problem_from_text

    assert retrieve(problem_from_text(text, id="x"), encoder="lexical").route is Route.KNN
    told = problem_from_text(text + "\n\nFind the shortest path with Dijkstra.\n", id="x")
    assert "S07" in [m.scenario.id for m in retrieve(told, encoder="lexical").matches]


@pytest.mark.parametrize("filler", ["x ", "<", "word. ", "<b>"])
def test_a_story_of_megabytes_leaves_room_for_the_rest(filler: str) -> None:
    from stab.statement import problem_from_text

    text = f"# T\n\n{filler * 600_000}\n\n## Input\n\nOne integer n. Use Dijkstra.\n"
    assert retrieve(problem_from_text(text, id="x"), encoder="lexical").route is Route.KEYWORD


@pytest.mark.parametrize("name", ["nope", "no-such/model", "minilmm"])
def test_unknown_names_are_refused_before_anything_is_loaded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STAB_DOWNLOAD", raising=False)
    monkeypatch.setattr("stab.inject.encoders._load", lambda *_: pytest.fail("nothing to load"))
    with pytest.raises(MachineError, match="local cache"):
        retrieve(problem("carry off things"), encoder=name)


def test_unknown_model_is_a_fault_of_the_machine_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stab.inject.encoders.find_spec", lambda name: None)
    monkeypatch.setenv("STAB_DOWNLOAD", "1")
    with pytest.raises(MachineError) as caught:
        retrieve(problem("carry off things"), encoder="no-such/model")
    assert caught.value.hint is not None and "pip install" in caught.value.hint


def test_centroids_are_unit_means_of_unit_rows() -> None:
    encoder = LexicalEncoder([text for scenario in CATALOG for text in scenario.anchors])
    rows = centroids(CATALOG, encoder)
    assert rows.shape[0] == len(CATALOG)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    mean = encoder.encode(CATALOG[3].anchors).mean(axis=0)
    assert np.allclose(rows[3], mean / np.linalg.norm(mean), atol=1e-5)


def test_digest_follows_the_anchors() -> None:
    assert anchor_digest(CATALOG) == anchor_digest(load_catalog())
    assert anchor_digest(CATALOG) != anchor_digest(CATALOG[:-1])


@pytest.mark.parametrize(
    ("cue", "text", "found"),
    [
        ("two pointers", "Two-pointers", True),
        ("two pointers", "two\npointers", True),
        ("unordered map", "std::unordered_map<int>", True),
        ("mo s algorithm", "Mo’s algorithm", True),
        ("quer*", "queries", True),
        ("sort", "resort", False),
        ("set", "sets", False),
        ("sets?", "sets", True),
        ("shortest (path|route)", "shortest routes", False),
        ("range (sum )?query", "range query", True),
        ("minimum .. to reach", "minimum possible total time to reach", True),
        ("minimum .. to reach", "minimum of these four other values to reach", False),
        ("minimum .. to reach", "minimum. Go to reach", False),
        ("n 1 edges", "$n - 1$ edges", True),
        ("input", "read input.txt", False),
        ("segment l r", "segment $[l, r]$", True),
    ],
)
def test_cue_language(cue: str, text: str, found: bool) -> None:
    words = [word for word, _, _ in plain_words(text)]
    assert bool(CueIndex([cue]).find(words)) is found


@pytest.mark.parametrize("cue", ["(a", "a)", "a?", ".. b", "ab*", "(x)?", "a .. b .. c .. d"])
def test_bad_cues_are_refused(cue: str) -> None:
    with pytest.raises(CueError):
        read_cue(cue)


@given(st.text(max_size=300))
def test_spans_point_at_the_words(text: str) -> None:
    last = 0
    for word, start, end in plain_words(text):
        assert last <= start < end <= len(text) and len(word) == end - start
        last = end


@given(st.lists(st.sampled_from(["minimum", "to", "reach", "x", "."]), max_size=40))
def test_hits_lie_within_the_words_and_begin_and_end_with_the_cue(words: list[str]) -> None:
    for hit in CueIndex(["minimum .. to .. reach"]).find(words):
        assert words[hit.first] == "minimum" and words[hit.last] == "reach"
        assert "." not in words[hit.first : hit.last]
