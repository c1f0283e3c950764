"""Runs one untrusted command at a time in a box; the only place that starts processes for untrusted code."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stab.errors import SandboxError
from stab.execute.isolation import (
    Isolation,
    Level,
    Profile,
    interpreter_mounts,
    is_open_to_all,
    setup_words,
    spare_uid,
    system_mounts,
)
from stab.execute.languages import Toolchain, find_toolchain
from stab.execute.seccomp import seccomp_filter
from stab.records import Language, Limits

_MIB = 1 << 20
PLAIN = Profile()
DEFAULT_LIMITS = Limits()
_SUPERVISOR = (
    "import sys; sys.path.append(sys.argv[1]); from supervisor.__main__ import main; main()",
    str(Path(__file__).parent),
)
_INSTALL = "install bubblewrap (Debian, Ubuntu: apt install bubblewrap)"
_NAMESPACES = (
    "let ordinary users create namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also "
    "kernel.apparmor_restrict_unprivileged_userns=0); in Docker, start the container with --privileged"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a boxed command: times in seconds, sizes in bytes.

    `stopped` says which limit ended it (cpu, wall, memory, output), `fault` that the machine failed and the
    other figures mean nothing. `status` is the exit status, 128 + n for a signal n.
    """

    status: int = 0
    stopped: str | None = None
    cpu_s: float = 0.0
    wall_s: float = 0.0
    peak_bytes: int = 0
    output_bytes: int = 0
    stdout: bytes = field(default=b"", repr=False)
    stderr: bytes = field(default=b"", repr=False)
    fault: str | None = None


class Sandbox:
    """A box for untrusted commands, proved to work when entered. Raises SandboxError where none can be had.

    `private` names folders whose parts will be mounted and that other users perhaps can't reach.
    """

    def __init__(self, private: Sequence[Path] = ()) -> None:
        self._private = [*private, *(mount.source for mount in interpreter_mounts()[1])]
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._group: Path | None = None
        self._nested = True
        self._bwrap = shutil.which("bwrap")
        self._uid = spare_uid() if sys.platform == "linux" and os.geteuid() == 0 else None
        self._toolchains: dict[Language, Toolchain] = {}
        self.isolation = Isolation(Level.NONE, ())

    def __enter__(self) -> Self:
        if sys.platform != "linux":
            raise SandboxError(
                "untrusted programs can't be shut in on this system", hint="use Linux to run solutions"
            )
        if self._bwrap is None:
            raise SandboxError(
                "bubblewrap is not installed, so untrusted programs can't be run", hint=_INSTALL
            )
        self._folder = _scratch_folder(reachable=self._uid is not None)
        filter_ = seccomp_filter()
        self._seccomp = self._folder / "seccomp.bpf" if filter_ else None
        if self._seccomp and filter_:
            self._seccomp.write_bytes(filter_)
        try:
            self._start()
            self.isolation = self._prove()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the supervisor, and with it whatever still runs, and remove the scratch folder."""
        process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._drop_group()
        if self._folder is not None:
            _remove_scratch(self._folder)
            self._folder = None

    def _drop_group(self) -> None:
        """Remove the control group that a killed supervisor leaves behind."""
        group, self._group = self._group, None
        if group is not None:
            with contextlib.suppress(OSError):
                group.rmdir()

    @property
    def supervisor_pid(self) -> int | None:
        """The process that starts the boxes; it holds all that runs."""
        return self._process.pid if self._process else None

    def toolchain(self, language: Language) -> Toolchain:
        """The tools of a language, looked for once. Raises MachineError naming what to install."""
        if language not in self._toolchains:
            self._toolchains[language] = find_toolchain(language)
        return self._toolchains[language]

    def run(
        self,
        command: Sequence[str],
        *,
        profile: Profile = PLAIN,
        limits: Limits = DEFAULT_LIMITS,
        stdin: Path | None = None,
    ) -> Outcome:
        """Run `command` in a fresh box with the file `stdin` as its input; never raises for what it does."""
        if self._folder is None:
            raise SandboxError("the sandbox is closed")
        if self._process is None:
            self._start()
        before, after = setup_words(profile, nested=self._nested)
        order = {
            "bwrap": self._bwrap,
            "before": before,
            "binds": [(str(m.source), str(m.target)) for m in [*system_mounts(), *profile.mounts]],
            "after": after,
            "command": list(command),
            "seccomp": str(self._seccomp) if self._seccomp else None,
            "stdin": str(stdin) if stdin else None,
            "stdout": str(self._folder / "stdout"),
            "stderr": str(self._folder / "stderr"),
            **_limit_figures(limits, profile),
        }
        return self._outcome(self._ask(order), limits)

    def _start(self) -> None:
        assert self._folder is not None
        below = self._folder / "exposed"
        below.mkdir(mode=0o755, exist_ok=True)
        hidden = [str(path) for path in self._private if self._uid is not None and not is_open_to_all(path)]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", *_SUPERVISOR],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        answer = self._ask({"uid": self._uid, "expose": hidden, "below": str(below)})
        if "fault" in answer:
            raise SandboxError(f"the sandbox can't be prepared: {answer['fault']}", hint=_NAMESPACES)
        self._group = Path(answer["group"]) if answer["group"] else None

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(order).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        process.kill()
        code = process.wait()
        self._process = None
        self._drop_group()
        return {"fault": f"the supervisor of the sandbox ended unexpectedly (status {code})"}

    def _outcome(self, answer: dict[str, Any], limits: Limits) -> Outcome:
        assert self._folder is not None
        if "fault" in answer:
            return Outcome(fault=answer["fault"])
        return Outcome(
            **answer,
            stdout=_head(self._folder / "stdout", limits.output_mb * _MIB),
            stderr=_head(self._folder / "stderr", 64 * 1024),
        )

    def _prove(self) -> Isolation:
        """Run a harmless program in the box: with all layers, then without those an old bubblewrap lacks."""
        missing = [] if self._seccomp else ["seccomp: no list of system calls for this processor"]
        trial = self.run(["/usr/bin/true"], limits=Limits(time_s=10))
        if trial.fault is not None:
            first, self._nested = trial.fault, False
            trial = self.run(["/usr/bin/true"], limits=Limits(time_s=10))
            missing.append(f"no ban on nested user namespaces: {first}")
        if trial.fault is not None or trial.status != 0:
            reason = trial.fault or trial.stderr.decode("utf-8", "replace").strip()
            raise SandboxError(f"bubblewrap does not work here: {reason}", hint=_NAMESPACES)
        layers = [f"spare user {self._uid}"] if self._uid is not None else []
        layers += [
            "bubblewrap: own files, processes, network",
            "size-limited scratch memory",
            "resource limits",
        ]
        layers += ["no nested user namespaces"] if self._nested else []
        layers += ["seccomp"] if self._seccomp else []
        layers += ["CPU time by control group"] if self._group else []
        if not self._group:
            missing.append("no control group can be made: children that a program disowns are only sampled")
        return Isolation(Level.STRICT, tuple(layers), tuple(missing))


def probe_isolation() -> Isolation:
    """The isolation this machine offers, found by running a program in a box; never raises."""
    try:
        with Sandbox() as sandbox:
            return sandbox.isolation
    except SandboxError as error:
        return Isolation(Level.NONE, (), (error.message,), error.hint)


def _limit_figures(limits: Limits, profile: Profile) -> dict[str, Any]:
    memory = limits.memory_mb * _MIB
    return {
        "time_s": limits.time_s,
        "wall_s": 3 * limits.time_s + 2 if limits.wall_s is None else limits.wall_s,
        "memory_bytes": memory + profile.overhead_mb * _MIB,
        "output_bytes": limits.output_mb * _MIB,
        "processes": profile.processes,
        "stack_bytes": profile.stack_mb * _MIB,
        "data_bytes": profile.data_factor * memory if profile.data_factor else None,
    }


def _head(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def _remove_scratch(folder: Path) -> None:
    """Remove what we put there, and only that: below `exposed` the supervisor mounted the user's folders."""
    for file in ("stdout", "stderr", "seccomp.bpf"):
        (folder / file).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        for mount_point in (folder / "exposed").iterdir():
            mount_point.rmdir()
        (folder / "exposed").rmdir()
        folder.rmdir()


def _scratch_folder(*, reachable: bool) -> Path:
    """A fresh folder; one that every user can reach when the box runs as another user."""
    if not reachable:
        return Path(tempfile.mkdtemp(prefix="stab-"))
    places = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"), Path("/run")]
    for place in places:
        if place.is_dir() and is_open_to_all(place):
            folder = Path(tempfile.mkdtemp(prefix="stab-", dir=place))
            folder.chmod(0o711)
            return folder
    raise SandboxError(
        "no folder for temporary files that every user can reach", hint="set TMPDIR, to /tmp say"
    )
