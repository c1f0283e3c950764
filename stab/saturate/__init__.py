"""Statement -> constraint records -> boundaries (paper section 4.1)."""

from __future__ import annotations

from stab.saturate.extract import extract
from stab.saturate.lengths import with_lengths
from stab.saturate.solve import saturate

__all__ = ["extract", "saturate", "with_lengths"]
