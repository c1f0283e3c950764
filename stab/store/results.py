"""Runs in an SQLite file, one row a run, written as soon as the run is over. Owner of sqlite3."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from stab.errors import InputError, MachineError
from stab.records import Environment, Run, Verdict
from stab.resources import cache_dir

if TYPE_CHECKING:
    import sqlite3

_VERSION = 1
_LONGEST_OUTPUT = 1 << 20  # bytes of a program's output that are kept
_SHORT = 1 << 10  # bytes that compressing takes longer than writing
_TABLES = """
CREATE TABLE IF NOT EXISTS jobs (
    key TEXT PRIMARY KEY,
    environment TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    key TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    cpu_s REAL NOT NULL,
    wall_s REAL NOT NULL,
    memory_mb REAL,
    detail TEXT NOT NULL,
    instructions INTEGER,
    output BLOB,
    PRIMARY KEY (key, repeat)
) WITHOUT ROWID;
"""


def default_file() -> Path:
    """Return where measurements are kept unless told: $XDG_CACHE_HOME/stab/results.sqlite."""
    return cache_dir("results.sqlite")


def open_store(file: Path | None = None) -> Store:
    """Return the store in a file, made if it is missing, to be used with `with`.

    Raises InputError for a file that is no store, MachineError for one that can't be written.
    """
    return Store(default_file() if file is None else file)


class Store:
    """Runs by key and number. One process writes at a time; others wait for it a few seconds."""

    def __init__(self, file: Path) -> None:
        import sqlite3

        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(file, timeout=30.0, isolation_level=None)
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise _unusable(file, error) from error
        except OSError as error:
            raise MachineError(
                f"can't keep measurements in {file}: {error.strerror}", hint="name another file with --store"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def add(self, key: str, repeat: int, run: Run, *, keep_output: bool = False) -> None:
        """Keep a run; it is on disk when this returns. Raises MachineError when the disk is full."""
        import sqlite3

        output = _output(run) if keep_output or run.verdict is Verdict.COMPILE_ERROR else None
        row = (
            key,
            repeat,
            run.verdict.value,
            run.cpu_s,
            run.wall_s,
            run.memory_mb,
            run.detail,
            run.instructions,
            None if output is None else _packed(output),
        )
        try:
            self._database.execute(f"INSERT OR REPLACE INTO runs VALUES ({', '.join('?' * len(row))})", row)
        except sqlite3.DatabaseError as error:
            raise _unusable(self.file, error) from error

    def get(self, key: str, repeat: int, *, with_output: bool = False) -> Run | None:
        """Return a run that was kept, or None; with `with_output` also None where its output was not."""
        import sqlite3

        wanted = "verdict, cpu_s, wall_s, memory_mb, detail, instructions, output"
        try:
            row = self._database.execute(
                f"SELECT {wanted} FROM runs WHERE key = ? AND repeat = ?", (key, repeat)
            ).fetchone()
        except sqlite3.DatabaseError as error:
            raise _unusable(self.file, error) from error
        if row is None or (with_output and row[6] is None):
            return None
        try:
            return _run(row)
        except (ValueError, TypeError, zlib.error) as error:  # changed by hand, or by a bad disk
            raise _unusable(self.file, sqlite3.DatabaseError(f"a run is damaged ({error})")) from error

    def note_done(self, job: str, environment: Environment) -> None:
        """Keep on which machine a job was done. Raises MachineError when the disk is full."""
        import sqlite3

        try:
            row = (job, json.dumps(asdict(environment)))
            self._database.execute("INSERT OR REPLACE INTO jobs VALUES (?, ?)", row)
        except sqlite3.DatabaseError as error:
            raise _unusable(self.file, error) from error

    def done_on(self, job: str) -> Environment | None:
        """Return the machine that did a job, or None."""
        import sqlite3

        try:
            row = self._database.execute("SELECT environment FROM jobs WHERE key = ?", (job,)).fetchone()
        except sqlite3.DatabaseError as error:
            raise _unusable(self.file, error) from error
        return None if row is None else Environment(**json.loads(row[0]))

    def __len__(self) -> int:
        """Return how many runs are kept."""
        return int(self._database.execute("SELECT count(*) FROM runs").fetchone()[0])

    def _prepare(self) -> None:
        found = self._database.execute("PRAGMA user_version").fetchone()[0]
        tables = [row[0] for row in self._database.execute("SELECT name FROM sqlite_master")]
        if found not in (0, _VERSION) or (found == 0 and tables):
            raise InputError(
                "this file holds something else than measurements of this version",
                file=str(self.file),
                hint="name another file with --store",
            )
        self._database.execute("PRAGMA journal_mode = WAL")  # where the file system can't, SQLite says so
        self._database.execute("PRAGMA synchronous = NORMAL")  # a crash of ours loses nothing
        self._database.execute("PRAGMA wal_autocheckpoint = 10000")  # each one waits for the disk
        self._database.executescript(_TABLES)
        self._database.execute(f"PRAGMA user_version = {_VERSION}")


def _run(row: tuple[Any, ...]) -> Run:
    verdict, cpu_s, wall_s, memory_mb, detail, instructions, output = row
    said = b"" if output is None else _unpacked(output)
    refused = verdict == Verdict.COMPILE_ERROR
    return Run(
        verdict=Verdict(verdict),
        cpu_s=cpu_s,
        wall_s=wall_s,
        memory_mb=memory_mb,
        detail=detail,
        stdout=b"" if refused else said,
        stderr=said.decode("utf-8", "replace") if refused else "",
        instructions=instructions,
    )


def _output(run: Run) -> bytes | None:
    """Return what is kept of what was said: by the program, or by the compiler that made none."""
    if run.verdict is Verdict.COMPILE_ERROR:
        return run.stderr.encode("utf-8", "surrogatepass")[:_LONGEST_OUTPUT]
    return run.stdout if len(run.stdout) <= _LONGEST_OUTPUT else None


def _packed(output: bytes) -> bytes:
    return b"=" + output if len(output) <= _SHORT else b"z" + zlib.compress(output, 1)


def _unpacked(kept: bytes) -> bytes:
    return kept[1:] if kept[:1] == b"=" else zlib.decompress(kept[1:])


def _unusable(file: Path, error: sqlite3.DatabaseError) -> InputError | MachineError:
    import sqlite3

    if isinstance(error, sqlite3.OperationalError):  # locked, full, read-only
        return MachineError(
            f"can't keep measurements in {file}: {error}", hint="name another file with --store"
        )
    return InputError(
        f"not a file of measurements: {error}",
        file=str(file),
        hint="name another file with --store",
    )
