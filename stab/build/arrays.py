"""What every construction returns, and the one way in which a construction can refuse."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]  # an object array of Python ints where values leave 64 bits
Random = np.random.RandomState  # its stream is frozen: the same bytes with every numpy


class DoesNotFit(ValueError):
    """The construction cannot exist within the bounds asked for; the message says why."""
