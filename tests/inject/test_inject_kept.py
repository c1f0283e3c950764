"""What is kept of the catalog is what its sources give, whatever lies in the cache folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from stab.inject.kept import kept


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "stab" / "catalog"


def test_the_second_call_makes_nothing(folder: Path) -> None:
    made: list[int] = []

    def make() -> tuple[str, ...]:
        made.append(1)
        return ("a", "b")

    assert kept("kind", [b"one"], make) == kept("kind", [b"one"], make) == ("a", "b")
    assert len(made) == 1
    kept("kind", [b"two"], make)
    kept("other", [b"one"], make)
    assert len(made) == 3


@pytest.mark.parametrize("damage", [b"", b"no pickle", b"\x80\x05cnowhere\nnothing\n."])
def test_a_damaged_file_is_made_anew(folder: Path, damage: bytes) -> None:
    kept("kind", [b"one"], lambda: 1)
    (file,) = folder.iterdir()
    file.write_bytes(damage)

    assert kept("kind", [b"one"], lambda: 2) == 2
    assert kept("kind", [b"one"], lambda: 3) == 2


def test_few_files_are_kept_and_no_part_is_left(folder: Path) -> None:
    for number in range(12):
        kept("kind", [str(number).encode()], lambda: 1)

    assert len(list(folder.iterdir())) == 8


def test_a_folder_that_cant_be_written_costs_time_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    assert kept("kind", [b"one"], lambda: 5) == 5
