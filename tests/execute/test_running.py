"""Ordinary programs: answers, accounting, compiling and its cache, measuring, diagnosis."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stab.execute.languages as languages
import stab.execute.sandbox as sandboxes
from stab.errors import MachineError, SandboxError
from stab.execute import (
    Isolation,
    Level,
    Protocol,
    diagnose,
    environment,
    in_plain_words,
    measure,
    open_sandbox,
    probe_isolation,
    run_generator_in_sandbox,
    run_program,
)
from stab.execute.compiling import cache_folder
from stab.execute.java import java_entry
from stab.execute.outcome import Outcome
from stab.execute.running import as_run
from stab.execute.seccomp import seccomp_filter
from stab.records import ExistingTest, Language, Limits, Run, Solution, Verdict

SUMS = {
    Language.PYTHON: "n = int(input())\nprint(sum(map(int, input().split())))\n",
    Language.CPP: (
        '#include <cstdio>\nint main() { int n; long long s = 0, x; scanf("%d", &n);'
        ' while (n--) { scanf("%lld", &x); s += x; } printf("%lld\\n", s); }\n'
    ),
    Language.JAVA: """
        import java.util.Scanner;
        public class Sum {
            static class Inner { long s; }
            public static void main(String[] args) {
                Scanner in = new Scanner(System.in);
                Inner i = new Inner();
                for (int n = in.nextInt(); n > 0; n--) i.s += in.nextLong();
                System.out.println(i.s);
            }
        }
    """,
    Language.C: (
        '#include <stdio.h>\nint main(void) { int n; long long s = 0, x; scanf("%d", &n);'
        ' while (n--) { scanf("%lld", &x); s += x; } printf("%lld\\n", s); }\n'
    ),
    Language.JAVASCRIPT: (
        "const words = require('fs').readFileSync(0, 'utf8').split(/\\s+/).slice(1);\n"
        "console.log(words.reduce((sum, word) => sum + Number(word), 0));\n"
    ),
    Language.RUST: (
        "use std::io::Read;\nfn main() { let mut t = String::new();"
        " std::io::stdin().read_to_string(&mut t).unwrap();"
        ' println!("{}", t.split_whitespace().skip(1).map(|w| w.parse::<i64>().unwrap()).sum::<i64>()); }\n'
    ),
    Language.GO: (
        'package main\nimport "fmt"\nfunc main() { var n, x, s int; fmt.Scan(&n);'
        " for ; n > 0; n-- { fmt.Scan(&x); s += x }; fmt.Println(s) }\n"
    ),
}
OPTIONAL = {Language.PYPY, Language.JAVASCRIPT, Language.RUST, Language.GO}  # others are always installed
SUMS[Language.PYPY] = SUMS[Language.PYTHON]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    file = tmp_path_factory.mktemp("numbers") / "five.in"
    file.write_text("5\n1 2 3 4 5\n")
    return file


def python(source, name="p"):
    return Solution(name, Language.PYTHON, source)


@pytest.mark.parametrize("language", Language)
def test_answers_and_figures(box, data, language):
    if language in OPTIONAL and shutil.which(languages.KITS[language].tools[0]) is None:
        pytest.skip(f"no tools for {language.value} here: {languages.KITS[language].package}")
    run = run_program(Solution("sum", language, SUMS[language]), data, sandbox=box)
    assert (run.verdict, run.stdout) == (Verdict.OK, b"15\n"), run
    assert 0 < run.cpu_s < 3
    assert 0 < run.wall_s < 10
    assert 0.5 < run.memory_mb < 200


def test_cpu_time_covers_the_whole_tree(box, data):
    burn = "import os, time\ndef burn():\n  while time.process_time() < 0.12: pass\n"
    alone = run_program(python(burn + "burn()"), data, sandbox=box)
    family = burn + "for i in range(3):\n  if os.fork() == 0:\n    burn(); os._exit(0)\n"
    together = run_program(python(family + "for i in range(3): os.wait()"), data, sandbox=box)
    # the pipe ends when the last child does
    watched = f"import os\nend, held = os.pipe()\n{family}os.close(held)\nos.read(end, 1)"
    unwaited = run_program(python(watched), data, sandbox=box)
    assert 0.1 < alone.cpu_s < 0.3
    assert together.cpu_s > 0.3
    assert unwaited.cpu_s > 0.3


def test_cpu_time_of_disowned_children(sandbox, data):
    source = (
        "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "for i in range(4):\n  if os.fork() == 0:\n"
        "    while time.process_time() < 0.12: pass\n    os._exit(0)\n"
        "try: os.wait()\nexcept ChildProcessError: pass"
    )
    run = run_program(python(source), data, sandbox=sandbox)
    # without a control group the last sample of each child is all there is
    assert run.cpu_s > (0.45 if "CPU time by control group" in sandbox.isolation.layers else 0.1)


def test_waiting_for_a_busy_machine_is_not_the_programs_fault(box, data):
    core = min(os.sched_getaffinity(0))
    rivals = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for rival in rivals:
            os.sched_setaffinity(rival.pid, {core})
        source = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')"
        limits = Limits(time_s=1.0, wall_s=0.4)
        run = run_program(python(source), data, limits=limits, sandbox=box, core=core)
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    assert (run.verdict, run.stdout) == (Verdict.OK, b"done\n"), run
    assert run.wall_s > 0.4


def test_a_machine_too_busy_is_said_and_not_judged():
    run = as_run(Outcome(stopped="starved", status=-9, cpu_s=0.2, wall_s=8.0), Limits(time_s=1.0))
    assert run.verdict is Verdict.UNMEASURED
    assert "busy" in run.detail


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        (Outcome(stopped="wall", status=-9, cpu_s=2.0, wall_s=3.0), Verdict.TIME),
        (
            Outcome(stopped="cpu", status=-9, cpu_s=0.5, peak_bytes=300 << 20, memory_limit=256 << 20),
            Verdict.MEMORY,
        ),
        (Outcome(stopped="wall", status=-9, peak_bytes=300 << 20, memory_limit=256 << 20), Verdict.MEMORY),
        (Outcome(status=-9, refused_memory=True), Verdict.MEMORY),
        (Outcome(status=0, cpu_s=1.5), Verdict.TIME),
        (Outcome(status=0, output_bytes=64 << 20), Verdict.OUTPUT),
        (Outcome(stopped="disk", status=-9), Verdict.OUTPUT),
        (Outcome(status=139), Verdict.RUNTIME_ERROR),
        (Outcome(status=-11), Verdict.RUNTIME_ERROR),
        (Outcome(status=1, stderr=b"bwrap: execvp nothing"), Verdict.UNMEASURED),
        (Outcome(status=1, cpu_s=0.4, stderr=b"bwrap: execvp nothing"), Verdict.RUNTIME_ERROR),
    ],
)
def test_counters_decide_not_who_killed(outcome, verdict):
    assert as_run(outcome, Limits(time_s=1.0)).verdict is verdict


def test_a_run_stays_on_its_core(box, data):
    core = max(os.sched_getaffinity(0))
    source = "import os\nprint(os.sched_getaffinity(0))"
    assert run_program(python(source), data, sandbox=box, core=core).stdout == b"{%d}\n" % core


def test_memory_is_the_peak(box, data):
    run = run_program(python("a = b'x' * (100 << 20)\ndel a"), data, sandbox=box)
    assert 100 < run.memory_mb < 130


def test_shared_pages_count_once(box, data):
    source = (
        "import os, time\na = b'x' * (60 << 20)\n"
        "for i in range(9):\n  if os.fork() == 0:\n    time.sleep(0.4); os._exit(0)\n"
        "for i in range(9): os.wait()\nprint('fine')"
    )
    run = run_program(python(source), data, limits=Limits(memory_mb=256), sandbox=box)
    assert (run.verdict, run.stdout) == (Verdict.OK, b"fine\n"), run


def test_input_is_where_programs_look_for_it(box, data):
    for place in ("0", "'/dev/stdin'", "'/proc/self/fd/0'"):
        run = run_program(python(f"print(open({place}).read().split()[0])"), data, sandbox=box)
        assert run.stdout == b"5\n", place


def test_output_through_its_device_and_scratch_files(sandbox, data):
    source = "open('/tmp/x', 'w').write('kept')\nprint(open('x').read(), file=open('/dev/stdout', 'w'))"
    assert run_program(python(source), data, sandbox=sandbox).stdout == b"kept\n"


def test_compiled_programs_are_kept(sandbox, data):
    source = SUMS[Language.CPP] + "// one of its kind\n"
    run_program(Solution("first", Language.CPP, source), data, sandbox=sandbox)
    before = {p: p.stat().st_mtime_ns for p in cache_folder().glob("*/*")}
    run_program(Solution("second", Language.CPP, source), data, sandbox=sandbox)
    assert {p: p.stat().st_mtime_ns for p in cache_folder().glob("*/*")} == before
    run_program(Solution("third", Language.CPP, source + "\n"), data, sandbox=sandbox)
    assert len(list(cache_folder().glob("*/*"))) == len(before) + 1


@pytest.mark.parametrize(
    ("source", "entry"),
    [
        ("public class A { public static void main(String[] x) {} }", "A"),
        ("class B {} class Main { static public void main(String[] x) {} }", "Main"),
        ("class Helper {} class Solve { public static void main(String... x) {} }", "Solve"),
        ("// public class No\n/* public class Nor */ public final class C {}", "C"),
        ('class Main { String s = "public class No"; }', "Main"),
        ("package a.b; public class D {}", "a.b.D"),
        ("public strictfp class E {} class Main {}", "E"),
        ("", "Main"),
    ],
)
def test_java_entry(source, entry):
    assert java_entry(source) == entry


def test_java_in_a_package_runs(sandbox, data):
    source = 'package q.r; class Z { public static void main(String[] a) { System.out.print("z"); } }'
    run = run_program(Solution("z", Language.JAVA, source), data, sandbox=sandbox)
    assert run.stdout == b"z", run


def test_a_cache_that_cannot_be_made_is_said(monkeypatch, tmp_path, data):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    with pytest.raises(MachineError) as caught:
        run_program(python("pass"), data)
    assert "XDG_CACHE_HOME" in caught.value.hint


def test_missing_tools_name_the_package(monkeypatch, data):
    monkeypatch.setitem(
        languages.KITS, Language.JAVA, languages.Kit("default-jdk-headless", ("no-such-javac",))
    )
    with open_sandbox() as box, pytest.raises(MachineError) as caught:
        run_program(Solution("j", Language.JAVA, SUMS[Language.JAVA]), data, sandbox=box)
    assert "default-jdk-headless" in caught.value.hint


def test_measure_works_in_rounds_and_settles_failures(sandbox, data, tmp_path):
    right, wrong = tmp_path / "right.ans", tmp_path / "wrong.ans"
    right.write_text("15\n")
    wrong.write_text("16\n")
    tests = [
        ExistingTest("right", data, right),
        ExistingTest("wrong", data, wrong),
        ExistingTest("bare", data),
    ]
    solutions = [
        python(SUMS[Language.PYTHON], "sum"),
        python("while True: pass", "loop"),
        Solution("broken", Language.CPP, "int main() {"),
    ]
    events = []
    protocol = Protocol(limits=Limits(time_s=0.2), repeats=3, keep_output=True)
    found = measure(solutions, tests, protocol=protocol, on_event=events.append, sandbox=sandbox)
    assert [(m.solution, m.test, m.verdict.value, len(m.runs)) for m in found] == [
        ("sum", "right", "OK", 3),
        ("sum", "wrong", "WA", 3),
        ("sum", "bare", "OK", 3),
        ("loop", "right", "TLE", 1),
        ("loop", "wrong", "TLE", 1),
        ("loop", "bare", "TLE", 1),
        ("broken", "right", "CE", 1),
        ("broken", "wrong", "CE", 1),
        ("broken", "bare", "CE", 1),
    ]
    assert [(e.solution, e.test) for e in events[-4:]] == [
        ("sum", "bare"),
        ("sum", "right"),
        ("sum", "wrong"),
        ("sum", "bare"),
    ]
    assert (events[-1].done, events[-1].total) == (15, 15)
    assert [run.stdout for run in found[0].runs] == [b"15\n", b"", b""]
    assert "token 1" in found[1].runs[0].detail
    assert all(m.runs[0].cpu_s > 0.2 for m in found[3:6])  # a lower bound


def test_generators_have_numpy_and_their_seed(sandbox):
    source = (
        "import sys\nimport numpy as np\n"
        "print(*np.random.RandomState(int(sys.argv[1])).randint(1, 10**9, 5))\n"
    )
    first = run_generator_in_sandbox(source, 7, sandbox=sandbox)
    assert first == run_generator_in_sandbox(source, 7, sandbox=sandbox)
    assert first != run_generator_in_sandbox(source, 8, sandbox=sandbox)
    assert len(first.split()) == 5


@pytest.mark.parametrize(
    ("source", "verdict", "word"),
    [
        ("raise ValueError('no such graph')", Verdict.RUNTIME_ERROR, "no such graph"),
        ("pass", Verdict.RUNTIME_ERROR, "printed nothing"),
        ("while True: pass", Verdict.TIME, "CPU time"),
        ("import no_such_module", Verdict.RUNTIME_ERROR, "no_such_module"),
        ("print(open('/etc/shadow').read())", Verdict.RUNTIME_ERROR, "shadow"),
    ],
)
def test_failing_generators_say_why(sandbox, source, verdict, word):
    result = run_generator_in_sandbox(source, 1, limits=Limits(time_s=0.5), sandbox=sandbox)
    assert isinstance(result, Run)
    assert result.verdict is verdict
    assert word in result.detail


def test_solutions_have_no_numpy_of_ours(sandbox, data):
    result = run_program(python("import sys\nprint(sys.path)"), data, sandbox=sandbox)
    assert b"site-packages'" not in result.stdout.replace(b"/usr/", b"")


def test_a_program_that_cannot_be_started_is_our_fault(sandbox, data):
    outcome = sandbox.run(["/program/none"], stdin=data)
    assert as_run(outcome, Limits()).verdict is Verdict.UNMEASURED


def test_this_machine_isolates():
    isolation = probe_isolation()
    assert isolation.level is Level.STRICT, isolation
    assert os.geteuid() != 0 or any("spare user" in layer for layer in isolation.layers)


def test_without_bubblewrap_landlock_holds_and_that_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with open_sandbox() as box:
        isolation = box.isolation
    assert isolation.level is Level.LANDLOCK
    assert "bubblewrap is not installed" in isolation.missing
    assert "apt install bubblewrap" in isolation.hint


def test_without_any_isolation_it_is_refused_in_plain_words(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sandboxes, "SIGNALS_SCOPED", 10**6)
    with pytest.raises(SandboxError) as caught, open_sandbox():
        pass
    assert "bubblewrap" in caught.value.message and "Landlock" in caught.value.message
    assert "apt install bubblewrap" in caught.value.hint
    isolation = probe_isolation()
    assert (isolation.level, isolation.layers) == (Level.NONE, ())
    with open_sandbox(allow_unsafe=True) as box:
        assert box.isolation.level is Level.WEAK
        assert "not protected" in box.isolation.hint


def test_every_level_is_told_in_plain_words():
    said = {in_plain_words(Isolation(level, ())) for level in Level}
    assert len(said) == len(Level)
    assert all(text.endswith(".") for text in said)


def test_weak_isolation_is_never_taken_unasked():
    with pytest.raises(SandboxError, match="protects nothing") as caught:
        open_sandbox(level=Level.WEAK)
    assert "--allow-unsafe" in caught.value.hint


def test_a_bubblewrap_that_fails_is_refused(monkeypatch, tmp_path):
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SandboxError) as caught, open_sandbox(level=Level.STRICT):
        pass
    assert "No permissions" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_programs_die_with_a_parent_that_is_stopped(data, number):
    marker = f"stab-marker-{os.getpid()}"
    program = f"import os\nos.execv('/bin/sleep', ['{marker}', '60'])"
    script = (
        "import sys\nfrom pathlib import Path\nfrom stab.execute import open_sandbox, run_program\n"
        "from stab.records import Language, Solution\n"
        "with open_sandbox() as box:\n"
        "  print(box._workshop.folder, flush=True)\n"
        f"  run_program(Solution('p', Language.PYTHON, {program!r}), Path(sys.argv[1]), sandbox=box)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(data)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    folder = Path(parent.stdout.readline().strip())
    assert folder.is_dir()
    assert wait_until(lambda: running(marker))
    parent.send_signal(number)
    parent.wait(timeout=10)
    assert wait_until(lambda: not running(marker) and not folder.exists())


def running(marker):
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if path.read_bytes().startswith(marker.encode()):
                return True
    return False


def wait_until(condition):
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_nothing_is_left_behind():
    with open_sandbox() as box:
        folder, pid = box._workshop.folder, box.supervisor_pid
        assert folder.is_dir()
    assert not folder.exists()
    assert not Path(f"/proc/{pid}").exists()


def test_doctor_and_environment():
    found = diagnose()
    assert {tool.language for tool in found.tools} == set(Language)
    assert all(tool.version or "apt install" in tool.hint for tool in found.tools)
    assert found.cores >= 1
    here = environment(found.isolation)
    assert here.isolation == found.isolation.level
    assert here.cpu


def test_filter_exists_where_call_numbers_are_known():
    assert len(seccomp_filter("x86_64")) % 8 == 0
    assert seccomp_filter("x86_64") != seccomp_filter("aarch64")
    assert seccomp_filter("riscv64") is None
