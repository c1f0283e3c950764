"""What a run depends on, as one digest."""

from __future__ import annotations

import hashlib
from pathlib import Path


def key_of(*parts: object) -> str:
    """Return a digest of the parts, each told by its text; a Path stands for what is in the file.

    Raises OSError for a file that can't be read.
    """
    digest = hashlib.sha256()
    for part in parts:
        text = _content(part) if isinstance(part, Path) else repr(part).encode("utf-8", "surrogatepass")
        digest.update(f"{len(text)}:".encode() + text)
    return digest.hexdigest()[:40]


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
