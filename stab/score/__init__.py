"""What the times say: slowdown rates, and which solutions are measured (paper, section 5); pure functions."""

from stab.score.decision import Settings, decide
from stab.score.slowdown import Selection, score, select_solutions

__all__ = ["Selection", "Settings", "decide", "score", "select_solutions"]
