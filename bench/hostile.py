"""What becomes of each hostile program of the tests at a level of isolation, and of the supervisor's memory.

python bench/hostile.py [--level strict] [--json FILE]      also as an ordinary user, with any Python >= 3.11

Harm is what the tests look for: a program that says so, a changed file, a dead bystander, a connection, a
process or a file left behind. The same programs do their harm without a sandbox: tests/execute.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from stab.execute import Level, Sandbox, compile_solution, open_sandbox, run_program  # noqa: E402
from stab.records import Language, Limits, Run, Solution  # noqa: E402

LANGUAGES = {".py": Language.PYTHON, ".cpp": Language.CPP, ".java": Language.JAVA}
LIMITS = Limits(time_s=5.0, wall_s=10.0, memory_mb=256, output_mb=4)
SHORT = Limits(time_s=0.3, wall_s=1.5, memory_mb=256, output_mb=4)
HASTY = Limits(time_s=1.5, wall_s=30.0, memory_mb=1024)
COMPILING = Limits(time_s=8.0, wall_s=30.0, memory_mb=1024)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a program did and what was done with it."""

    program: str
    verdict: str
    harm: tuple[str, ...]
    seconds: float
    supervisor_mib: float


def fate(case: dict[str, str | list[str]], box: Sandbox, listener: socket.socket, cases: Path) -> Fate:
    """Run one program with everything it could harm set up beside it."""
    file, attack = cases / str(case["file"]), str(case.get("attack", ""))
    marker = f"stab{os.getpid() % 100000:05d}"
    folder = Path(tempfile.mkdtemp(prefix="stab-bench-"))
    folder.chmod(0o755)
    victim, data = folder / "victim", folder / "input"
    victim.write_text("victim-secret\n")
    bystander = subprocess.Popen(["/bin/sleep", "600"])
    told = [victim, listener.getsockname()[1], bystander.pid, marker, *([attack] if attack else [])]
    data.write_text("\n".join(map(str, told)) + "\n")
    before = victim.stat().st_mtime_ns, victim.read_text(), data.read_text(), box.supervisor_pid
    began = time.monotonic()
    solution = Solution(file.stem, LANGUAGES[file.suffix], file.read_text())
    run = compile_solution(solution, box, limits=HASTY if case["proof"] == "compiler" else COMPILING)
    if not isinstance(run, Run):
        limits = SHORT if case["proof"] == "outlives" else LIMITS
        run = run_program(run, data, limits=limits, sandbox=box)
    took = time.monotonic() - began
    said = run.stdout + run.stderr.encode()
    found = {
        "says so": b"HARM" in said or b"root:" in said,
        "changed a file": (victim.stat().st_mtime_ns, victim.read_text(), data.read_text()) != before[:3],
        "killed": bystander.poll() is not None or box.supervisor_pid != before[3],
        "connected": has_guest(listener),
        "left a process": left_process(marker),
        "wrong verdict": run.verdict.value not in [*case["verdicts"], "unmeasured"],  # too busy: no verdict
    }
    bystander.kill()
    bystander.wait()
    shutil.rmtree(folder)
    harm = tuple(name for name, happened in found.items() if happened)
    name = f"{file.name} {attack}".strip()
    return Fate(name, run.verdict.value, harm, round(took, 2), peak_mib(box.supervisor_pid))


def has_guest(listener: socket.socket) -> bool:
    """True if somebody called."""
    with contextlib.suppress(BlockingIOError):
        listener.accept()[0].close()
        return True
    return False


def left_process(marker: str) -> bool:
    """True if a process of that name still runs."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if marker.encode() in path.read_bytes():
                return True
    return False


def peak_mib(pid: int | None) -> float:
    """The most memory the supervisor ever had, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    kib = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return round(kib / 1024, 1)


def main() -> None:
    """Print a line a program, and write them where asked; exit with 1 if there was harm."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=Level, default=Level.STRICT)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cases = tomllib.loads((ROOT / "tests" / "cases" / "hostile.toml").read_text())["program"]
    fates = []
    with open_sandbox(level=options.level) as box, socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        layers = box.isolation.layers
        for case in cases:
            fates.append(fate(case, box, listener, ROOT / "tests" / "execute" / "hostile"))
            one = fates[-1]
            print(f"{one.program:28} {one.verdict:10} {one.seconds:6.2f} s  {', '.join(one.harm) or '-'}")
    harmed = sum(bool(one.harm) for one in fates)
    peak = max(one.supervisor_mib for one in fates)
    print(f"{len(fates)} programs, {harmed} did harm; supervisor at most {peak} MiB; {options.level}")
    if options.json:
        document = {
            "schema": "stab/bench/hostile/1",
            "level": options.level.value,
            "user": "root" if os.geteuid() == 0 else "ordinary",
            "layers": layers,
            "machine": f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Linux {platform.release()}",
            "supervisor_mib": peak,
            "programs": [asdict(one) for one in fates],
        }
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    sys.exit(bool(harmed))


if __name__ == "__main__":
    main()
