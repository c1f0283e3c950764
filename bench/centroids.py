"""Embed the anchors anew after a change: python bench/centroids.py writes anchors/minilm.npy and .json."""

from __future__ import annotations

from stab.inject import load_catalog
from stab.inject.encoders import make_encoder
from stab.inject.knn import store_centroids
from stab.resources import data_dir

if __name__ == "__main__":
    store_centroids(load_catalog(), make_encoder("minilm", ()), data_dir("anchors"))
