"""One sandbox for the whole suite. Where isolation is missing these tests fail: that is their purpose."""

from __future__ import annotations

import pytest

from stab.execute import open_sandbox


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("STAB_TEST_SECRET", "environment-secret")
        with open_sandbox() as box:
            yield box
