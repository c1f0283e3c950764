"""One sandbox a level for the whole suite. Where isolation is missing these tests fail: so they should."""

from __future__ import annotations

import pytest

from stab.execute import Level, open_sandbox


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("STAB_TEST_SECRET", "environment-secret")
        patch.delenv("STAB_LANGUAGES", raising=False)
        yield


@pytest.fixture(scope="session")
def sandbox(own_cache):
    with open_sandbox(level=Level.STRICT) as box:
        yield box


@pytest.fixture(scope="session")
def landlocked(own_cache):
    with open_sandbox(level=Level.LANDLOCK) as box:
        yield box


@pytest.fixture(params=[Level.STRICT, Level.LANDLOCK])
def box(request):
    """A sandbox of each level that needs no --allow-unsafe."""
    return request.getfixturevalue("sandbox" if request.param is Level.STRICT else "landlocked")
