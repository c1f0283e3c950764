"""Each hostile program does its harm where nothing holds it, and none in the sandbox.

"Nothing" is a throw-away namespace: own processes and a read-only machine, so that the harm ends with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from stab.execute import compile_solution, run_program
from stab.execute.recipes import Program
from stab.records import Language, Limits, Solution

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE.parent / "cases" / "hostile.toml").read_text())["program"]
NAMES = [f"{case['file']}{':' + case['attack'] if 'attack' in case else ''}" for case in CASES]
LANGUAGES = {".py": Language.PYTHON, ".cpp": Language.CPP, ".java": Language.JAVA}
LIMITS = Limits(time_s=5.0, wall_s=10.0, memory_mb=256, output_mb=4)
SHORT = Limits(time_s=0.3, wall_s=1.5, memory_mb=256, output_mb=4)
OURS = {"stdout", "stderr", "seccomp.bpf", "exposed"}
HASTY = Limits(time_s=1.5, wall_s=30.0, memory_mb=1024)
COMPILING = Limits(time_s=8.0, wall_s=30.0, memory_mb=1024)
BARE_UID = 61333
KEEPER = """
import json, os, subprocess, sys, time
order = json.load(open("order.json"))
bystander = subprocess.Popen(["/bin/sleep", "60"], start_new_session=True)
with open("input", "w") as file:
    file.write("\\n".join(map(str, [order["victim"], order["port"], bystander.pid, *order["rest"]])) + "\\n")
with open("input") as given, open("out", "wb") as out, open("err", "wb") as err:
    program = subprocess.Popen(order["command"], stdin=given, stdout=out, stderr=err, cwd="work")
    try:
        program.wait(order["seconds"])
        ended = True
    except subprocess.TimeoutExpired:
        ended = False
stays, until = False, time.monotonic() + 0.5
while ended and not stays and time.monotonic() < until:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            stays |= order["rest"][0].encode() in open(f"/proc/{name}/cmdline", "rb").read()
        except OSError:
            pass
print(json.dumps({"ended": ended, "stays": stays, "lives": bystander.poll() is None}))
"""


@dataclass
class Target:
    """What the programs are told to harm: a file, a listener, a process; `folder` holds the file."""

    folder: Path
    uid: int | None

    def __post_init__(self):
        self.victim = self.folder / "victim"
        self.victim.write_text("victim-secret\n")
        self.victim.chmod(0o600)
        self.marker = f"stab{os.getpid() % 100000:05d}"
        if self.uid is not None:
            os.chown(self.folder, self.uid, self.uid)
            os.chown(self.victim, self.uid, self.uid)
        self.before = self._state()

    def _state(self):
        status = self.victim.stat() if self.victim.exists() else None
        return status and (self.victim.read_text(), status.st_mode, status.st_mtime_ns, status.st_nlink)

    @property
    def is_unchanged(self):
        return self._state() == self.before


@pytest.fixture
def folder():
    """A folder that every user can reach."""
    place = Path(tempfile.mkdtemp(prefix="stab-test-", dir="/tmp"))
    place.chmod(0o755)
    yield place
    subprocess.run(["rm", "-rf", place], check=False)


@pytest.fixture(scope="module")
def listener():
    """A server of the host's, and a socket without a file; what calls there has got out."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as quiet,
    ):
        quiet.bind(f"\0stab{os.getpid() % 100000:05d}")
        server.setblocking(False)
        yield server


def compiled(case, box):
    file = HERE / "hostile" / case["file"]
    solution = Solution(file.stem, LANGUAGES[file.suffix], file.read_text())
    return compile_solution(solution, box, limits=HASTY if case["proof"] == "compiler" else COMPILING)


def as_user(uid):
    return {} if uid is None else {"user": uid, "group": uid, "extra_groups": []}


# --- without a sandbox --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_harm_is_done_where_nothing_holds_it(case, sandbox, folder, listener):
    uid = BARE_UID if os.geteuid() == 0 else None
    target = Target(folder, uid)
    (folder / "work").mkdir()
    if uid is not None:
        os.chown(folder / "work", uid, uid)
    command = ["/bin/sh", "-c", bare_compiler(case)] if case["file"] in NO_PROGRAM else None
    command = command or bare_command(case, sandbox, folder)
    order = {
        "victim": str(target.victim),
        "port": listener.getsockname()[1],
        "rest": [target.marker, *([case["attack"]] if "attack" in case else [])],
        "command": command,
        "seconds": 1.5 if case["proof"] in ("outlives", "compiler") else 20,
    }
    report = in_namespace(order, folder, uid)
    said = b"".join(tail(folder / name) for name in ("out", "err"))
    with contextlib.suppress(BlockingIOError):
        listener.accept()[0].close()
    proofs = {
        "says": b"HARM" in said,
        "outlives": bool(report) and not report["ended"],
        "leaves": bool(report) and report["stays"],
        "kills": not report or not report["lives"],
        "changes": not target.is_unchanged or not (folder / "input").read_text().startswith(str(folder)),
        "clutters": not can_be_removed(folder / "work"),
        "compiler": b"root:" in said or (bool(report) and not report["ended"]),
    }
    assert proofs[case["proof"]], (report, said)


def tail(file):
    if not file.exists():
        return b""
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 4096))
        return opened.read()


NO_PROGRAM = {"templates.cpp", "include_device.cpp", "include_file.cpp", "embed_file.cpp"}


def bare_compiler(case):
    """Compile, and run what comes out; with a bound on memory, for the machine's sake."""
    file = HERE / "hostile" / case["file"]
    return f"ulimit -v 3000000; g++ -pipe -x c++ - -o ../main <<'EOF' && ../main\n{file.read_text()}\nEOF\n"


def bare_command(case, box, folder):
    program = compiled(case, box)
    assert isinstance(program, Program), program
    shutil.copytree(program.folder, folder / "program", copy_function=shutil.copy)
    path = str(folder / "program" / program.artifact)
    if case["file"].endswith(".java"):
        return [program.toolchain.programs[-1], "-XX:+UseSerialGC", "-Xmx1024m", "-cp", path, program.entry]
    return [program.toolchain.programs[0], path] if case["file"].endswith(".py") else [path]


def in_namespace(order, folder, uid):
    """What the keeper says of the program; None when it was killed."""
    box = ["bwrap", "--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--bind", str(folder), str(folder)]
    box += ["--unshare-pid", "--proc", "/proc", "--die-with-parent", "--chdir", str(folder)]
    (folder / "order.json").write_text(json.dumps(order))
    done = subprocess.run(
        [*box, "/usr/bin/python3", "-I", "-S", "-c", KEEPER],
        env={"PATH": "/usr/bin:/bin", "STAB_TEST_SECRET": "environment-secret"},
        capture_output=True,
        timeout=60,
        check=False,
        **as_user(uid),
    )
    return json.loads(done.stdout) if done.stdout else None


def can_be_removed(folder):
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        return False
    return True


def lasting(file: Path) -> tuple[object, ...]:
    """Return all that a reader leaves as it is: the kernel sets the time of the last access as it likes."""
    status = file.stat()
    return (
        file.read_bytes(),
        *(status.st_dev, status.st_ino, status.st_mode, status.st_nlink, status.st_uid, status.st_gid),
        status.st_mtime_ns,
    )


# --- in it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_no_harm_in_the_sandbox(case, box, folder, listener):
    uid = box._slot.uid
    target = Target(folder, uid)
    data = folder / "input"
    environment = {"STAB_TEST_SECRET": "environment-secret"}
    with subprocess.Popen(["/bin/sleep", "600"], env=environment, **as_user(uid)) as bystander:
        try:
            rest = [case["attack"]] if "attack" in case else []
            told = [target.victim, listener.getsockname()[1], bystander.pid, target.marker, *rest]
            data.write_text("\n".join(map(str, told)) + "\n")
            if uid is not None:
                os.chown(data, uid, uid)
            before = *lasting(data), box.supervisor_pid
            program = compiled(case, box)
            limits = SHORT if case["proof"] == "outlives" else LIMITS
            began = time.monotonic()
            run = (
                run_program(program, data, limits=limits, sandbox=box)
                if isinstance(program, Program)
                else program
            )
            took = time.monotonic() - began
            assert bystander.poll() is None
        finally:
            bystander.kill()
    assert run.verdict in case["verdicts"], run
    said = run.stdout + run.stderr.encode()
    assert b"HARM" not in said
    assert b"root:" not in said
    assert target.is_unchanged
    assert (*lasting(data), box.supervisor_pid) == before
    assert not processes_called(target.marker)
    assert {file.name for file in box._workshop.folder.iterdir()} <= {
        "stdout",
        "stderr",
        "seccomp.bpf",
        "exposed",
    }
    with pytest.raises(BlockingIOError):
        listener.accept()
    assert took < 60
    assert peak_mib(box.supervisor_pid) < 100


def processes_called(marker):
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if marker.encode() in path.read_bytes():
                found.append(path)
    return found


def peak_mib(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def test_the_suite_is_large_enough():
    files = {case["file"] for case in CASES}
    assert len(CASES) >= 25
    assert {Path(file).suffix for file in files} == set(LANGUAGES)
    assert files == {file.name for file in (HERE / "hostile").iterdir() if file.suffix in LANGUAGES}


def test_what_ran_beside_a_killed_keeper_is_noticed(folder):
    """The proof itself can fail: a harmless program does nothing of what is looked for."""
    target = Target(folder, BARE_UID if os.geteuid() == 0 else None)
    (folder / "work").mkdir()
    order = {"victim": "", "port": 0, "rest": [target.marker], "command": ["/bin/true"], "seconds": 5}
    assert in_namespace(order, folder, target.uid) == {"ended": True, "stays": False, "lives": True}
    assert target.is_unchanged
