"""Sources to programs, compiled inside the box and kept by content in the user's cache."""

from __future__ import annotations

import contextlib
import hashlib
import io
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from stab.errors import MachineError
from stab.execute.evicting import limit_cache, touch
from stab.execute.languages import Toolchain
from stab.execute.outcome import Outcome
from stab.execute.recipes import Program, Recipe, compile_profile, recipe
from stab.execute.sandbox import Sandbox
from stab.records import Limits, Run, Solution, SourceFile, Verdict
from stab.resources import cache_dir

COMPILE_LIMITS = Limits(time_s=60.0, wall_s=120.0, memory_mb=2048, output_mb=256)
_FORMAT = "2"  # part of every key: raise it when the cached files change their shape


def cache_folder() -> Path:
    """Where compiled programs are kept: $XDG_CACHE_HOME/stab/programs, made if it is missing."""
    folder = cache_dir("programs")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
    except OSError as error:
        raise MachineError(
            f"the cache folder {folder} can't be made: {error.strerror}", hint="set XDG_CACHE_HOME"
        ) from error
    return folder


def compile_solution(
    solution: Solution, sandbox: Sandbox, *, limits: Limits = COMPILE_LIMITS
) -> Program | Run:
    """The program of `solution`, or the Run (COMPILE_ERROR, or UNMEASURED) that says why there is none.

    Raises MachineError when the tools of its language are missing.
    """
    toolchain = sandbox.toolchain(solution.language)
    how = recipe(toolchain, solution)
    home = cache_folder() / _key(toolchain, how)
    program = Program(solution.name, toolchain, home, how.start, how.entry)
    if (home / how.start).is_file():
        touch(home)
        return program
    outcome = _compile(how, toolchain, limits, sandbox)
    if outcome.fault is not None:
        return Run(Verdict.UNMEASURED, 0.0, 0.0, None, outcome.fault)
    if outcome.stopped is not None or outcome.status != 0:
        return _compile_error(outcome)
    _keep(outcome.stdout, how, home)
    limit_cache(home.parent)
    return program


def _key(toolchain: Toolchain, how: Recipe) -> str:
    files = [text for file in how.files for text in (file.name, file.text)]
    parts = (_FORMAT, toolchain.language.value, toolchain.version, how.script, how.entry, *files)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _compile(how: Recipe, toolchain: Toolchain, limits: Limits, sandbox: Sandbox) -> Outcome:
    with source_folder(how.files) as folder:
        profile = compile_profile(toolchain, folder)
        command = ["/bin/sh", "-c", f'cd "$SOURCE" && {how.script}']
        return sandbox.run(command, profile=profile, limits=limits)


@contextlib.contextmanager
def source_folder(files: Sequence[SourceFile]) -> Iterator[Path]:
    """A passing folder below the cache that holds `files`, for showing it in a box."""
    home = cache_folder()
    try:
        folder = Path(tempfile.mkdtemp(prefix="source-", dir=home))
    except OSError as error:
        raise _no_room(home, error) from error
    try:
        _write(folder, files)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise _no_room(home, error) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(folder: Path, files: Sequence[SourceFile]) -> None:
    """Write the files so that the program's user can read them."""
    folder.chmod(0o755)
    for source in files:
        file = folder / source.name
        for parent in reversed(file.relative_to(folder).parents[:-1]):
            (folder / parent).mkdir(mode=0o755, exist_ok=True)
        file.write_bytes(_encoded(source.text))
        file.chmod(0o644)


def _encoded(text: str) -> bytes:
    """Return the bytes of a source: those that were no UTF-8 when it was read are the same again."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def _no_room(home: Path, error: OSError) -> MachineError:
    return MachineError(
        f"nothing can be written to {home}: {error.strerror}",
        hint="free some disk space or set XDG_CACHE_HOME",
    )


def _compile_error(outcome: Outcome) -> Run:
    text = outcome.stderr.decode("utf-8", "replace")
    detail = f"the compiler was stopped: {outcome.stopped} limit" if outcome.stopped else _first_error(text)
    memory = outcome.peak_bytes / 2**20
    return Run(Verdict.COMPILE_ERROR, outcome.cpu_s, outcome.wall_s, memory, detail, stderr=text)


def _first_error(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no message")


def _keep(artifact: bytes, how: Recipe, home: Path) -> None:
    """Write the artifact under its final name, all at once: two runs may compile the same source."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="new-", dir=home.parent))
    except OSError as error:
        raise _no_room(home.parent, error) from error
    try:
        folder.chmod(0o755)
        if how.artifact:
            file = folder / how.artifact
            file.write_bytes(_jar(artifact) if how.artifact.endswith(".jar") else artifact)
            file.chmod(0o755)
        else:
            _write(folder, how.files)
        folder.rename(home)
    except OSError as error:
        if not (home / how.start).is_file():
            raise _no_room(home.parent, error) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _jar(archive: bytes) -> bytes:
    """The class files of an untrusted tar archive as a jar; nothing is unpacked on the way."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar, zipfile.ZipFile(packed, "w") as jar:
        for member in sorted(tar.getmembers(), key=lambda member: member.name):
            data = tar.extractfile(member) if member.isreg() else None
            if data is not None and member.name.endswith(".class"):
                jar.writestr(zipfile.ZipInfo(member.name.removeprefix("./")), data.read())
    return packed.getvalue()
