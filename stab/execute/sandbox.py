"""Runs one untrusted command at a time in a box; the only place that starts processes for untrusted code."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from stab.errors import SandboxError
from stab.execute.boxes import confined_order, limit_figures, strict_order
from stab.execute.isolation import Isolation, Level, Profile, interpreter_mounts, is_open_to_all
from stab.execute.languages import Toolchain, find_toolchain
from stab.execute.outcome import Outcome
from stab.execute.proving import INSTALL, NAMESPACES, SIGNALS_SCOPED, Layers, describe, trial
from stab.execute.seccomp import seccomp_filter
from stab.execute.slots import Slot
from stab.execute.workshop import Workshop
from stab.records import Language, Limits

PLAIN = Profile()
DEFAULT_LIMITS = Limits()
SAFE = (Level.STRICT, Level.LANDLOCK)
_SUPERVISOR = (
    "import sys; sys.path.append(sys.argv[1]); from supervisor.__main__ import main; main()",
    str(Path(__file__).parent),
)


class Sandbox:
    """A box for untrusted commands, of the first of `levels` that is proved to work when it is entered.

    `private` names folders whose parts will be shown and that other users perhaps can't reach.
    Raises SandboxError where none of the levels can be had.
    """

    def __init__(self, private: Sequence[Path] = (), levels: Sequence[Level] = SAFE) -> None:
        self._private = [*private, *(mount.source for mount in interpreter_mounts()[1])]
        self._levels = tuple(levels)
        self._process: subprocess.Popen[bytes] | None = None
        self._workshop: Workshop | None = None
        self._groups: list[Path] = []
        self._nested = True
        self._bwrap = shutil.which("bwrap")
        self._slot = Slot()
        self._hidden: list[Path] = []  # private folders that could not be shown to the spare user
        self._machine: dict[str, Any] = {}
        self._toolchains: dict[Language, Toolchain] = {}
        self.isolation = Isolation(Level.NONE, ())

    def __enter__(self) -> Self:
        if sys.platform != "linux":
            raise SandboxError(
                "untrusted programs can't be shut in on this system", hint="use Linux to run solutions"
            )
        failed: list[SandboxError] = []
        try:
            self._slot = Slot.take()
            for level in self._levels:
                try:
                    self._open(level, [error.message for error in failed])
                    return self
                except SandboxError as error:
                    failed.append(error)
                    self._shut()
            raise SandboxError("; ".join(e.message for e in failed), hint=failed[0].hint if failed else None)
        except BaseException:
            self.close()
            raise

    def _open(self, level: Level, failed: list[str]) -> None:
        if level is Level.STRICT and self._bwrap is None:
            raise SandboxError("bubblewrap is not installed", hint=INSTALL)
        self._workshop = Workshop(reachable=self._slot.uid is not None)
        self._seccomp = self._workshop.filter(seccomp_filter(namespaced=level is Level.STRICT))
        self._nested = True
        self.isolation = Isolation(level, ())
        self._start()
        if level is Level.LANDLOCK and self._machine["landlock"] < SIGNALS_SCOPED:
            raise SandboxError(
                f"this kernel's Landlock (version {self._machine['landlock']}) lets programs signal others",
                hint="use Linux 6.12 or newer, or install bubblewrap",
            )
        if level is Level.LANDLOCK and self._seccomp is None:
            raise SandboxError("no list of system calls for this processor", hint=INSTALL)
        self.isolation = self._prove(level, failed)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the supervisor, and with it whatever still runs, and remove the scratch folder."""
        self._shut()
        self._slot.give_back()

    def _shut(self) -> None:
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
        self._drop_groups()
        if self._workshop is not None:
            self._workshop.remove()
            self._workshop = None

    def _drop_groups(self) -> None:
        """Remove the control groups that a killed supervisor leaves behind."""
        groups, self._groups = self._groups, []
        for group in groups:
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
        core: int | None = None,
    ) -> Outcome:
        """Run `command` in a fresh box with the file `stdin` as its input; never raises for what it does.

        `core` is the one processor core it may use.
        """
        workshop = self._workshop
        if workshop is None:
            raise SandboxError("the sandbox is closed")
        if self._process is None:
            self._start()
        try:
            order = self._order(command, profile, workshop) | limit_figures(limits, profile)
        except SandboxError as error:
            return Outcome(fault=error.message)
        order |= {"seccomp": self._seccomp, "stdin": str(stdin) if stdin else None, "core": core}
        order |= {name: str(workshop.folder / name) for name in ("stdout", "stderr")}
        return Outcome.read(self._ask(order), order)

    def _order(self, command: Sequence[str], profile: Profile, workshop: Workshop) -> dict[str, Any]:
        if self.isolation.level is Level.STRICT:
            return strict_order(str(self._bwrap), command, profile, nested=self._nested)
        copies = {
            mount.source: self._stand_in(mount.source, workshop)
            for mount in profile.mounts
            if any(mount.source.is_relative_to(hidden) for hidden in self._hidden)
        }
        uses_landlock = self._machine["landlock"] > 0
        return confined_order(
            command, profile, workshop.next_work_folder(), landlock=uses_landlock, copies=copies
        )

    def _stand_in(self, source: Path, workshop: Workshop) -> Path:
        if source in self._hidden:  # a whole tree, not a program of ours
            raise SandboxError(
                f"the user that runs programs can't reach {source}: open the folders above it (chmod o+x), "
                "or start stab by a Python that lies elsewhere"
            )
        return workshop.copy(source)

    def _start(self) -> None:
        assert self._workshop is not None
        uid = self._slot.uid
        hidden = [path for path in self._private if uid is not None and not is_open_to_all(path)]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", *_SUPERVISOR],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        strict = self.isolation.level is Level.STRICT
        wanted = {"uid": uid, "expose": [*map(str, hidden)], "below": str(self._workshop.exposed)}
        answer = self._ask(wanted | {"insist": strict})
        if "fault" in answer:
            raise SandboxError(f"the sandbox can't be prepared: {answer['fault']}", hint=NAMESPACES)
        self._groups = [*map(Path, answer["groups"])]
        self._hidden = [] if answer["exposed"] else hidden
        self._machine = answer

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
        self._drop_groups()
        return {"fault": f"the supervisor of the sandbox ended unexpectedly (status {code})"}

    def _prove(self, level: Level, failed: list[str]) -> Isolation:
        """Run a program that tries to get out: in all layers, then without those an old bubblewrap lacks."""
        command, limits = trial(level), Limits(time_s=10)
        outcome, refused = self.run(command, limits=limits), None
        if outcome.fault is not None and level is Level.STRICT:
            refused, self._nested = outcome.fault, False
            outcome = self.run(command, limits=limits)
        if outcome.fault is not None or outcome.status != 0:
            said = outcome.stderr.decode("utf-8", "replace").strip()
            name = "bubblewrap" if level is Level.STRICT else f"isolation by {level.value}"
            raise SandboxError(f"{name} does not work here: {outcome.fault or said}", hint=NAMESPACES)
        open_ways = outcome.stdout.decode("utf-8", "replace").split()
        if open_ways and level is not Level.WEAK:
            raise SandboxError(
                f"isolation by {level.value} leaves {', '.join(open_ways)} open here", hint=NAMESPACES
            )
        layers = Layers(
            user=self._slot.uid,
            nested=self._nested,
            nested_refused=refused,
            seccomp=self._seccomp is not None,
            landlock=self._machine["landlock"],
            counts_cpu=self._machine["cpu"],
            counts_memory=self._machine["memory"],
        )
        return describe(level, layers, failed)


def probe_isolation(levels: Sequence[Level] = SAFE) -> Isolation:
    """The best isolation this machine offers, found by running a program in a box; never raises."""
    try:
        with Sandbox(levels=levels) as sandbox:
            return sandbox.isolation
    except SandboxError as error:
        return Isolation(Level.NONE, (), (error.message,), error.hint)
