"""Measurements on disk, kept as they come: an interrupted call goes on where it stopped."""

from stab.store.keys import key_of
from stab.store.results import Store, default_file, open_store

__all__ = ["Store", "default_file", "key_of", "open_store"]
