"""Where victims lie, and what they say of themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stab.errors import InputError
from stab.inject import load_catalog
from stab.pipeline.victims import load_victims, shipped_victims
from stab.report import earlier_trials

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results" / "catalog.json"


def _folder(tmp_path: Path, name: str, text: str) -> Path:
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "own.md").write_text("# Own\n", encoding="utf-8")
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("mark", ["// ", "# ", " * ", "/* "])
def test_a_comment_names_the_problem(tmp_path: Path, mark: str) -> None:
    folder = _folder(tmp_path, "S01/insertion-sort.py", f"\n{mark}Problem: own\n")
    (victim,) = load_victims(folder, load_catalog())
    assert (victim.name, victim.principle.id) == ("S01/insertion-sort.py", "S01.insertion-sort")
    assert victim.problem == tmp_path / "problems" / "own.md"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("S01/no-such-entry.py", "# Problem: own"),
        ("S77/insertion-sort.py", "# Problem: own"),
        ("S01/insertion-sort.py", "print(1)"),
        ("S01/insertion-sort.py", "# Problem: no-such-statement"),
    ],
)
def test_a_victim_of_nothing_is_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InputError) as caught:
        load_victims(_folder(tmp_path, name, text), load_catalog())
    assert caught.value.file is not None
    assert caught.value.file.endswith(name)


def test_our_own_victims_name_implementations_and_problems() -> None:
    folder = shipped_victims()
    assert folder is not None
    assert load_victims(folder, load_catalog())


def test_the_committed_rows_agree_with_the_catalog() -> None:
    """What was measured below its claim is marked in the catalog, and nothing that meets it is."""
    catalog = {p.id: p for s in load_catalog() for p in s.principles}
    trials = earlier_trials(RESULTS)
    by_id: dict[str, set[str]] = {}
    for trial in trials:
        by_id.setdefault(trial.principle, set()).add(trial.proof.value)
    assert by_id, json.dumps(sorted(catalog))
    false = {n for n, found in by_id.items() if not catalog[n].unproven and not found & {"met", "no claim"}}
    modest = {n for n, found in by_id.items() if catalog[n].unproven and "met" in found}
    assert (false, modest) == (set(), set())
