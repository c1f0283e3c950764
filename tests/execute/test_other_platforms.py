"""Systems other than Linux: nothing is run, and that is said."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stab.errors import SandboxError
from stab.execute import open_sandbox


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_programs_are_refused_with_a_reason(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    if platform == "win32":
        monkeypatch.delattr("os.geteuid")

    with pytest.raises(SandboxError, match="system") as caught, open_sandbox():
        pass

    assert "Linux" in (caught.value.hint or "")


def test_generating_needs_no_module_of_unix():
    code = (
        "import sys\n"
        "for name in ('pwd', 'grp', 'resource', 'fcntl', 'termios'): sys.modules[name] = None\n"
        "import stab.cli.app, stab.pipeline, stab.execute\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
