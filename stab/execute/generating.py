"""Runs a generator that somebody else wrote: in the box, with our interpreter and numpy."""

from __future__ import annotations

from pathlib import Path

from stab.execute.compiling import source_folder
from stab.execute.isolation import Mount, Profile, interpreter_mounts, settings_mounts
from stab.execute.languages import numpy_folder
from stab.execute.running import as_run, open_sandbox
from stab.execute.sandbox import Sandbox
from stab.records import Limits, Run, SourceFile, Verdict

_SITE = Path("/site-packages")
GENERATOR_LIMITS = Limits(time_s=20.0, memory_mb=2048, output_mb=256)


def run_generator_in_sandbox(
    source: str,
    seed: int,
    *,
    limits: Limits = GENERATOR_LIMITS,
    sandbox: Sandbox | None = None,
    hash_seed: int = 0,
) -> bytes | Run:
    """What `python3 generator.py SEED` prints, or the Run that tells how it failed (empty output is failure).

    The box holds the Python that runs stab and its numpy. `hash_seed` decides the order of sets of words
    (PYTHONHASHSEED). Raises SandboxError without isolation.
    """
    if sandbox is None:
        with open_sandbox() as own:
            return run_generator_in_sandbox(source, seed, limits=limits, sandbox=own, hash_seed=hash_seed)
    program, _ = interpreter_mounts()
    command = [str(program), "/program/generator.py", str(seed)]
    with source_folder([SourceFile("generator.py", source)]) as folder:
        run = as_run(sandbox.run(command, profile=_profile(folder, hash_seed), limits=limits), limits)
    if run.verdict is not Verdict.OK:
        return run
    if not run.stdout.strip():
        return Run(Verdict.RUNTIME_ERROR, run.cpu_s, run.wall_s, run.memory_mb, "it printed nothing")
    return run.stdout


def _profile(folder: Path, hash_seed: int) -> Profile:
    mounts = [Mount(folder, Path("/program")), *interpreter_mounts()[1], *settings_mounts("alternatives")]
    environment = [
        ("OMP_NUM_THREADS", "1"),
        ("OPENBLAS_NUM_THREADS", "1"),
        ("PYTHONHASHSEED", str(hash_seed)),
    ]
    site = numpy_folder()
    if site is not None:
        mounts.append(Mount(site, _SITE))
        environment.append(("PYTHONPATH", str(_SITE)))
    return Profile(tuple(mounts), tuple(environment), data_factor=None)
