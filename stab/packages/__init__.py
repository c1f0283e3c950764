"""Existing suites: the solutions and tests of folders, problem packages, and rows of data sets."""

from stab.packages.checkers import load_checker
from stab.packages.datasets import is_dataset, load_row, row_ids
from stab.packages.solutions import foreign_solutions, load_solutions, row_solutions
from stab.packages.tests import load_sizes, load_tests, row_tests

__all__ = [
    "foreign_solutions",
    "is_dataset",
    "load_checker",
    "load_row",
    "load_sizes",
    "load_solutions",
    "load_tests",
    "row_ids",
    "row_solutions",
    "row_tests",
]
