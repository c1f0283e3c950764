"""Statement -> Problem: its sections, samples, limits and form, from text, a package folder or a row."""

from stab.statement.loading import load_problem, problem_from_row
from stab.statement.reading import problem_from_text
from stab.statement.rows import Row, iter_rows

__all__ = ["Row", "iter_rows", "load_problem", "problem_from_row", "problem_from_text"]
