"""Statement -> Problem: its sections, samples, limits and form, from text, a package folder or a row."""

from stab.statement.loading import load_problem
from stab.statement.reading import problem_from_text

__all__ = ["load_problem", "problem_from_text"]
