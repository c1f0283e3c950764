"""Stress inputs for algorithmic problems, from the statement alone."""

__version__ = "0.1.0"
