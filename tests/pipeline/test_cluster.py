"""Comparing on two local Parsl workers, and what configurations that can't be used lead to."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stab.errors import InputError, MachineError
from stab.pipeline import parcels
from stab.pipeline.cluster import _deaf_children, read_cluster
from stab.pipeline.conditions import Measuring
from stab.pipeline.crews import Job, open_crew
from stab.pipeline.ledger import Basket, Ledger, Order
from stab.pipeline.ranking import rank_solutions
from stab.pipeline.scoring import _compare, score_suites
from stab.records import (
    Decision,
    Environment,
    ExistingTest,
    Language,
    Limits,
    Run,
    SizedTest,
    Solution,
    Verdict,
)
from stab.store import open_store

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "cluster"
LOCAL = """
from parsl import Config
from parsl.executors import HighThroughputExecutor
from parsl.providers import LocalProvider

config = Config(
    executors=[
        HighThroughputExecutor(
            address="127.0.0.1",
            max_workers_per_node=2,
            cpu_affinity="block",
            encrypted=False,
            provider=LocalProvider(init_blocks=1, max_blocks=1),
        )
    ],
    strategy="none",
    run_dir={folder!r},
)
"""
STEPS = "n = int(input())\nx = 0\nfor i in range(n{more}): x += i\nprint(n)\n"
SOLUTIONS = [
    Solution("plain", Language.PYTHON, STEPS.format(more="")),
    Solution("double", Language.PYTHON, STEPS.format(more=" * 2")),
]


def config(folder: Path, text: str) -> Path:
    file = folder / "workers.py"
    file.write_text(text)
    return file


def made(folder: Path, name: str, steps: int) -> ExistingTest:
    file = folder / f"{name}.in"
    file.write_text(f"{steps}\n")
    return ExistingTest(name, file)


@pytest.fixture
def suites(tmp_path: Path) -> tuple[list[ExistingTest], list[ExistingTest]]:
    """Existing tests, and generated ones that differ from them beyond all noise."""
    existing = [made(tmp_path, "tiny", 10), made(tmp_path, "middle", 500_000)]
    return existing, [made(tmp_path, "huge", 6_000_000), made(tmp_path, "nothing", 1)]


def test_two_workers_decide_as_one_machine_does_and_are_not_asked_again(tmp_path: Path, suites):
    pytest.importorskip("parsl")
    kept = Measuring(limits=Limits(time_s=20.0), store=tmp_path / "runs.sqlite")
    file = config(tmp_path, LOCAL.format(folder=str(tmp_path / "logs")))

    def decisions(measuring: Measuring, cluster: Any = None) -> Any:
        with open_crew(measuring, cluster) as crew:
            scoring = score_suites(SOLUTIONS, *suites, crew)
            return {(t.solution, t.test): t.decision for t in scoring.score.by_test}, scoring, crew.reused

    here, _, _ = decisions(Measuring(limits=kept.limits))
    there, scoring, reused = decisions(kept, read_cluster(file))
    again, repeated, found = decisions(kept, read_cluster(config(tmp_path, LOCAL.format(folder="/dev/null"))))

    assert here == {
        (solution, test): decision
        for solution in ("plain", "double")
        for test, decision in (("huge", Decision.SLOWER), ("nothing", Decision.NOT_SLOWER))
    }
    assert there == here
    assert reused == 0
    assert len(list((tmp_path / "logs").rglob("worker_*.log"))) == 2
    assert {t.host for t in scoring.score.by_test} == {m.host for m in scoring.environments} != {""}
    assert scoring.score.noise is not None
    assert again == here  # without workers: that configuration could start none
    assert found > 0
    assert repeated.score == scoring.score


def test_a_ranking_with_growth_is_done_by_the_workers(tmp_path: Path):
    pytest.importorskip("parsl")
    sizes = [1, 1_000_000, 2_000_000, 4_000_000]
    family = [SizedTest("", n, made(tmp_path, f"size-{n}", n)) for n in sizes]
    ranking = rank_solutions(
        SOLUTIONS,
        [family[-1].test],
        Measuring(limits=Limits(time_s=20.0), store=tmp_path / "runs.sqlite"),
        resize=lambda names: family,
        cluster=read_cluster(config(tmp_path, LOCAL.format(folder=str(tmp_path / "logs")))),
    )

    assert [(own.solution, own.rank_group) for own in ranking.solutions] == [("plain", 1), ("double", 2)]
    for own in ranking.solutions:
        assert own.growth is not None
        assert {size for size, _ in own.growth.points} <= set(sizes[1:])
        assert own.growth.ci[0] <= own.growth.exponent <= own.growth.ci[1]
        assert own.growth.host != ""
    assert list((tmp_path / "logs").rglob("worker_*.log"))


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("x = (\n", "this is no Python: '(' was never closed", 1),
        ("import nosuchmodule\n", "it fails: ModuleNotFoundError: No module named 'nosuchmodule'", 1),
        ("\n\nraise SystemExit(3)\n", "it fails: SystemExit: 3", 3),
        ("", "`config` is not set", None),
        ("config = {'workers': 2}\n", "`config` is not a parsl Config", None),
        ("import parsl\nconfig = parsl.Config()\n", "its workers are threads", None),
        (None, "can't be read: No such file or directory", None),
    ],
)
def test_a_configuration_that_can_not_be_used(tmp_path: Path, text, said, line):
    pytest.importorskip("parsl")
    file = tmp_path / "missing.py" if text is None else config(tmp_path, text)
    with pytest.raises(InputError) as told:
        read_cluster(file)

    assert said in told.value.message
    assert (told.value.file, told.value.line) == (str(file), line)
    assert told.value.hint


def test_workers_that_can_not_be_started_are_said(tmp_path: Path, suites):
    pytest.importorskip("parsl")
    file = config(tmp_path, LOCAL.format(folder="/dev/null"))
    with (
        pytest.raises(InputError, match="its workers can't be started"),
        open_crew(Measuring(), read_cluster(file)) as crew,
    ):
        score_suites(SOLUTIONS, *suites, crew)


def test_without_parsl_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("stab.pipeline.cluster.find_spec", lambda name: None)
    with pytest.raises(MachineError) as told:
        read_cluster(config(tmp_path, LOCAL))

    assert "stab-gen[cluster]" in (told.value.hint or "")


def test_the_slurm_example_is_a_configuration():
    pytest.importorskip("parsl")
    (executor,) = read_cluster(EXAMPLES / "slurm.py").config.executors

    assert executor.cpu_affinity == "block"
    assert executor.provider.label == "slurm"


# --- parcels -------------------------------------------------------------------------------------

MACHINE = Environment("strict", "some processor", 0.5, {"python": "3.12"}, "node7")


def job(suites: Any, **options: Any) -> Job[Any]:
    action = partial(_compare, **{"invalid": (), "calibrating": False, "among": 1, **options})
    return Job(action, (SOLUTIONS[0],), tuple(map(tuple, suites)))


def test_a_parcel_carries_its_files(suites):
    packed = parcels.pack(job(suites), Measuring(jobs=4, store=Path("runs.sqlite")))
    for suite in suites:
        for test in suite:
            test.input.unlink()
    sent = pickle.loads(pickle.dumps(packed))

    assert (sent.job.solutions, sent.job.suites, sent.files) == (
        packed.job.solutions, packed.job.suites, packed.files
    )  # fmt: skip
    assert sent.job.action.keywords == packed.job.action.keywords
    assert (sent.measuring.jobs, sent.measuring.store) == (1, None)
    assert len(sent.files) == 4
    assert {str(t.input) for suite in sent.job.suites for t in suite} == set(sent.files)


def test_jobs_that_differ_in_anything_have_keys_of_their_own(suites):
    existing, generated = suites
    keys = [
        parcels.job_key(job(suites), Measuring()),
        parcels.job_key(job(suites, invalid=("huge",)), Measuring()),
        parcels.job_key(job((existing, generated[:1])), Measuring()),
        parcels.job_key(job(suites), Measuring(seed=1)),
        parcels.job_key(job(suites), Measuring(limits=Limits(time_s=1))),
    ]

    assert len(set(keys)) == len(keys)
    assert parcels.job_key(job(suites), Measuring(jobs=3, fresh=True)) == keys[0]


def test_runs_of_two_machines_never_meet(tmp_path: Path, suites):
    order = Order(SOLUTIONS[0], suites[0][0], "confirm", 3)
    basket = Basket()
    run = Run(Verdict.OK, 0.25, 0.3, 9.0, stdout=b"10\n")
    Ledger(Measuring(), MACHINE, basket).keep(order, run)
    (kept,) = basket.runs
    with open_store(tmp_path / "runs.sqlite") as store:
        store.add(kept.key, kept.repeat, kept.run, keep_output=kept.keep_output)
        store.note_done("job", MACHINE)
        found = store.done_on("job")
        other = Environment(**{**{n: getattr(MACHINE, n) for n in MACHINE.__slots__}, "host": "node8"})

        assert found == MACHINE
        assert store.done_on("another job") is None
        assert parcels.Replay(Measuring(), MACHINE, store).run(order).cpu_s == 0.25
        with pytest.raises(parcels.NotKept):
            parcels.Replay(Measuring(), other, store).run(order)


def test_parsl_is_imported_only_where_it_is_wanted():
    code = "import sys, stab.pipeline.scoring, stab.pipeline.cluster; print('parsl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_processes_that_parsl_starts_do_not_hear_the_terminal(tmp_path: Path):
    """Ctrl-C goes to all processes of the terminal; Parsl can't shut down once its broker is gone."""
    code = "import signal; print(sorted(s.name for s in signal.pthread_sigmask(signal.SIG_BLOCK, ())))"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with _deaf_children():
        shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert shown.stdout == "['SIGHUP', 'SIGINT']\n"
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [((), 3, "workers.py:1: this is no Python"), (("-j", "2"), 2, "-j is about this machine")],
)
def test_the_command_line_says_so_before_anything_runs(tmp_path: Path, more, code, said):
    pytest.importorskip("parsl")
    call = [
        sys.executable,
        "-m",
        "stab",
        "score",
        "missing.md",
        "-s",
        "sol",
        "--existing",
        "a",
        "--generated",
        "b",
    ]
    file = config(tmp_path, "x = (\n")
    done = subprocess.run([*call, "--cluster", str(file), *more], capture_output=True, text=True, check=False)

    assert done.returncode == code
    assert said in done.stderr
