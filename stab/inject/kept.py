"""What takes long to work out from the catalog, kept in the cache folder until its sources change."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from stab import records
from stab.resources import cache_dir, write_whole

T = TypeVar("T")
_MOST = 8  # files of a kind


def kept(kind: str, sources: Iterable[bytes], make: Callable[[], T]) -> T:
    """Return what `make` works out from `sources`, from the cache folder where it is there already.

    The key is a digest of the sources, of this package's code and of the Python version; a file that
    can't be read is made anew, and a folder that can't be written costs time only.
    """
    digest = hashlib.sha256(f"{sys.version} ".encode())
    for part in (*sources, *_code()):
        digest.update(hashlib.sha256(part).digest())
    file = cache_dir("catalog") / f"{kind}-{digest.hexdigest()[:40]}.pickle"
    with suppress(Exception):  # whatever a damaged file does, it is made anew
        found: T = pickle.loads(file.read_bytes())
        return found
    made = make()
    with suppress(OSError):
        _keep(file, kind, pickle.dumps(made))
    return made


def _code() -> Iterable[bytes]:
    folder = Path(__file__).parent
    shapes = Path(records.__file__).parent / "scenarios.py"
    return [path.read_bytes() for path in (*sorted(folder.glob("*.py")), shapes)]


def _keep(file: Path, kind: str, data: bytes) -> None:
    """Write the file whole or not at all; the oldest of its kind go."""
    write_whole(file, data)
    old = sorted(file.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)
    for path in old[:-_MOST]:
        path.unlink(missing_ok=True)
