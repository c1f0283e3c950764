"""Hostile programs: each is contained, gets the right verdict, and leaves the sandbox in working order.

Programs that look for a way out print BLOCKED when they find none, and something else when they do.
"""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path
from textwrap import dedent

import pytest

from stab.execute import run_program
from stab.records import Language, Limits, Solution, Verdict

LIMITS = Limits(time_s=6.0, wall_s=12.0, memory_mb=384, output_mb=4)
SHORT = Limits(time_s=0.5, wall_s=1.5, memory_mb=384, output_mb=4)
SECRET = "host-file-secret"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    file = tmp_path_factory.mktemp("input") / "data.in"
    file.write_text("5\n1 2 3 4 5\n")
    return file


def run(sandbox, data, language, source, limits=LIMITS):
    return run_program(Solution("hostile", language, dedent(source)), data, limits=limits, sandbox=sandbox)


def still_works(sandbox, data):
    run_ = run(sandbox, data, Language.PYTHON, "print(sum(map(int, open(0).read().split()[1:])))")
    return run_.verdict is Verdict.OK and run_.stdout == b"15\n"


PYTHON = {
    "loop": ("while True: pass", Verdict.TIME),
    "sleep": ("import time; time.sleep(60)", Verdict.TIME),
    "memory hog": ("a = []\nwhile True: a.append(bytearray(10**6))", Verdict.MEMORY),
    "one huge allocation": ("a = bytearray(10**11)", Verdict.MEMORY),
    "output flood": ("while True: print('x' * 1000)", Verdict.OUTPUT),
    "error flood": ("import sys\nwhile True: sys.stderr.write('x' * 1000)", Verdict.OUTPUT),
    "exit status": ("import sys; sys.exit(3)", Verdict.RUNTIME_ERROR),
    "exception": ("print([][1])", Verdict.RUNTIME_ERROR),
    "signal": ("import os; os.kill(os.getpid(), 11)", Verdict.RUNTIME_ERROR),
    "syntax": ("def f(:\n  pass", Verdict.COMPILE_ERROR),
    "zero byte": ("print(1)\0", Verdict.COMPILE_ERROR),
    "ignores SIGTERM and SIGXCPU": (
        "import signal\nfor s in (15, 24): signal.signal(s, signal.SIG_IGN)\nwhile True: pass",
        Verdict.TIME,
    ),
    "fork bomb": (
        "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
        Verdict.TIME,
    ),
    "children do the work": (
        "import os\nfor i in range(3):\n  if os.fork() == 0:\n    while True: pass\nos.wait()",
        Verdict.TIME,
    ),
    "memory in children": (
        """
        import os, time
        for i in range(8):
            if os.fork() == 0:
                a = bytearray(os.urandom(64) * 2**20)
                time.sleep(60)
        time.sleep(60)
        """,
        Verdict.MEMORY,
    ),
    "kill everything": (
        "import os\ntry: os.kill(-1, 9)\nexcept ProcessLookupError: pass\nwhile True: pass",
        Verdict.TIME,
    ),
    "closed descriptors": ("import os\nos.closerange(0, 256)\nwhile True: pass", Verdict.TIME),
    "reads nothing": ("pass", Verdict.OK),
    "binary output": ("import sys; sys.stdout.buffer.write(bytes(range(256)))", Verdict.OK),
}

CPP = {
    "loop": ("int main() { volatile unsigned x = 0; for (;;) x = x + 1; }", Verdict.TIME),
    "memory hog": (
        "#include <cstdlib>\n#include <cstring>\n"
        "int main() { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }",
        Verdict.MEMORY,
    ),
    "output flood": ('#include <cstdio>\nint main() { for (;;) puts("flood"); }', Verdict.OUTPUT),
    "null pointer": ("int main() { int *volatile p = nullptr; return *p; }", Verdict.RUNTIME_ERROR),
    "endless recursion": (
        "int f(volatile int *p) { int a = *p + 1; return f(&a) + a; }"
        " int main() { int x = 1; return f(&x); }",
        Verdict.RUNTIME_ERROR,
    ),
    "compile error": ("int main() { return nothing; }", Verdict.COMPILE_ERROR),
    "includes a device": ('#include "/dev/random"\nint main() {}', Verdict.COMPILE_ERROR),
    "includes a host file": ('#include "/etc/shadow"\nint main() {}', Verdict.COMPILE_ERROR),
    "deep recursion is no crash": (
        "int f(int n) { volatile int a[16]; a[n % 16] = n; return n ? f(n - 1) + a[n % 16] : 0; }"
        " int main() { return f(1000000) == 1; }",
        Verdict.OK,
    ),
}

JAVA = {
    "loop": ("class Main { public static void main(String[] a) { while (true); } }", Verdict.TIME),
    "memory hog": (
        """
        import java.util.*;
        public class Hog {
            public static void main(String[] a) {
                List<byte[]> all = new ArrayList<>();
                while (true) all.add(new byte[1 << 20]);
            }
        }
        """,
        Verdict.MEMORY,
    ),
    "exception": (
        'class Main { public static void main(String[] a) { throw new IllegalStateException("no"); } }',
        Verdict.RUNTIME_ERROR,
    ),
    "exit status": (
        "class Main { public static void main(String[] a) { System.exit(3); } }",
        Verdict.RUNTIME_ERROR,
    ),
    "compile error": ("class Main { int x }", Verdict.COMPILE_ERROR),
    "thread bomb": (
        """
        class Main {
            public static void main(String[] a) {
                for (int i = 0; i < 3000; i++)
                    new Thread(() -> {
                        try { Thread.sleep(700); } catch (InterruptedException e) { }
                    }).start();
            }
        }
        """,
        Verdict.MEMORY,  # "unable to create native thread" is an OutOfMemoryError
    ),
}

CASES = [
    (language, name, *case)
    for language, table in ((Language.PYTHON, PYTHON), (Language.CPP, CPP), (Language.JAVA, JAVA))
    for name, case in table.items()
]


@pytest.mark.parametrize(
    ("language", "name", "source", "verdict"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES]
)
def test_verdict(box, data, language, name, source, verdict):
    limits = SHORT if verdict is Verdict.TIME else LIMITS
    result = run(box, data, language, source, limits)
    assert result.verdict is verdict, (result, result.stderr[-500:])
    assert result.wall_s < 10
    assert len(result.stdout) <= LIMITS.output_mb * 2**20
    if verdict is not Verdict.OK:
        assert result.detail
    if verdict is Verdict.COMPILE_ERROR:
        assert result.stderr.strip()


ATTEMPTS = {
    "read the shadow file": "f = open('/etc/shadow').read()",
    "read a host file": "f = open(SECRET_FILE).read()",
    "read the host's home": "import os; f = os.listdir(HOST_HOME)",
    "read the sources": "f = open(STAB_FILE).read()",
    "connect to the host": ("import socket; f = socket.create_connection(('127.0.0.1', PORT), timeout=1)"),
    "connect to the world": "import socket; f = socket.create_connection(('1.1.1.1', 80), timeout=1)",
    "open a socket": "import socket; f = socket.socket()",
    "write to the system": "f = open('/usr/x', 'w')",
    "write to the root folder": "f = open('/x', 'w')",
    "write to the program": "f = open('/program/main.py', 'w')",
    "write to a device folder": "f = open('/dev/x', 'w')",
    "write to its input": "f = open('/proc/self/fd/0', 'r+b', buffering=0); f.write(b'9')",
    "truncate its input": "import os; f = os.truncate('/proc/self/fd/0', 0)",
    "fill the disk": "for i in range(40): open(f'/box/{i}', 'wb').write(bytes(3 * 2**20))",
    "new user namespace": "c(libc.unshare(0x10000000))",
    "new mount namespace": "c(libc.unshare(0x20000))",
    "mount": "c(libc.mount(b'none', b'/box', b'tmpfs', 0, None))",
    "trace the init": "c(libc.ptrace(16, 1, 0, 0))",
    "memory nobody counts": "c(libc.memfd_create(b'x', 0))",
    "shared memory nobody counts": "c(libc.shmget(0, 1 << 20, 0o1600))",
    "raise its limits": "import resource as r; r.setrlimit(r.RLIMIT_NPROC, (10**6, 10**6))",
    "change the user": "import os; os.setuid(0)",
    "become root by a program": "import subprocess as s; s.run(['/usr/bin/su', '-c', 'id'], check=True)",
    "see other processes": "import os; assert max(int(p) for p in os.listdir('/proc') if p.isdigit()) > 50",
    "signal a host process": "import os; os.kill(HOST_PID, 9)",
    "read the environment": "import os; f = os.environ['STAB_TEST_SECRET']",
    "read the init's environment": "f = open('/proc/1/environ').read(); assert 'SECRET' in f",
    "follow a link out": "import os; os.symlink(SECRET_FILE, '/box/l'); f = open('/box/l').read()",
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_way_out_is_blocked(box, data, tmp_path, name):
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o644)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        places = f"SECRET_FILE, HOST_HOME, STAB_FILE = {str(secret)!r}, {str(Path.home())!r}, {__file__!r}\n"
        places += f"PORT, HOST_PID = {listener.getsockname()[1]}, {os.getpid()}\n"
        source = (
            "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
            "def c(result):\n  assert result != -1\n"
            f"{places}try:\n  {ATTEMPTS[name]}\n  print('OPEN', locals().get('f'))\n"
            "except (OSError, AssertionError, ValueError, KeyError) as e:\n  print('BLOCKED')\n"
            "except __import__('subprocess').SubprocessError:\n  print('BLOCKED')\n"
        )
        result = run(box, data, Language.PYTHON, source)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert (result.verdict, result.stdout) == (Verdict.OK, b"BLOCKED\n"), result
    assert data.read_text() == "5\n1 2 3 4 5\n"


def test_orphans_die_and_are_charged(box, data):
    marker = f"stab-orphan-{os.getpid()}"
    source = f"""
        import os, time
        end, held = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                if os.fork() == 0:
                    os.execv('/bin/sleep', ['{marker}', '60'])
                while time.process_time() < 0.4: pass
            os._exit(0)
        os.wait()
        os.close(held)
        os.read(end, 1)  # until the orphan has finished its work
        print('parent done')
    """
    result = run(box, data, Language.PYTHON, source)
    assert (result.verdict, result.stdout) == (Verdict.OK, b"parent done\n")
    assert result.cpu_s > 0.35
    assert not [p for p in Path("/proc").glob("[0-9]*/cmdline") if marker in _text(p)]


def _text(path):
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def test_everything_still_works_after_all_that(sandbox, data):
    for language, _, source, _ in CASES[:12]:
        run(sandbox, data, language, source, Limits(time_s=0.1, wall_s=0.3, memory_mb=64, output_mb=1))
    assert still_works(sandbox, data)


def test_supervisor_stays_small(box, data):
    run(box, data, Language.PYTHON, PYTHON["output flood"][0])
    status = Path(f"/proc/{box.supervisor_pid}/status").read_text()
    peak_kib = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    assert peak_kib < 100 * 1024


def test_memory_of_the_parent_is_not_charged(sandbox, data):
    ballast = bytearray(os.urandom(1 << 10) * (200 << 10))
    result = run(sandbox, data, Language.PYTHON, "pass")
    assert len(ballast) == 200 << 20
    assert result.memory_mb < 50


def test_a_dead_supervisor_says_nothing_about_the_solution(data):
    from stab.execute import open_sandbox

    with open_sandbox() as box:
        os.kill(box.supervisor_pid, 9)
        deadline = time.monotonic() + 5
        while Path(f"/proc/{box.supervisor_pid}/exe").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert run(box, data, Language.PYTHON, "pass").verdict is Verdict.UNMEASURED
        assert run(box, data, Language.PYTHON, "pass").verdict is Verdict.OK
