"""Which languages' tools are here, and what the user set about them."""

from __future__ import annotations

import functools
import importlib.util
import os
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stab.errors import InputError, MachineError
from stab.execute.isolation import Mount, interpreter_mounts, is_system_path, settings_mounts
from stab.execute.versions import known_version
from stab.records import Language


@dataclass(frozen=True, slots=True)
class Kit:
    """What a language is compiled and run with, before this machine is looked at."""

    package: str  # of Debian and Ubuntu
    tools: tuple[str, ...]  # names; the first compiles or interprets, the last runs
    flags: tuple[str, ...] = ()
    run_flags: tuple[str, ...] = ()
    version: str = "--version"
    own_place: tuple[str, ...] = ()  # arguments that make the tool print where it really lies
    settings: tuple[str, ...] = ()  # what the tools need of /etc


_LINKS = ("alternatives",)  # where Debian's names of compilers and libraries lead
KITS = {
    Language.PYTHON: Kit("python3", ("python3",), settings=_LINKS),
    Language.PYPY: Kit(
        "pypy3", ("pypy3",), own_place=("-c", "import sys; print(sys.executable)"), settings=_LINKS
    ),
    Language.CPP: Kit("g++", ("g++",), ("-O2", "-std=gnu++17", "-pipe"), settings=_LINKS),
    Language.C: Kit("gcc", ("gcc",), ("-O2", "-std=gnu17", "-pipe"), settings=_LINKS),
    Language.JAVA: Kit(
        "default-jdk-headless",
        ("javac", "java"),
        ("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Xss64m", "-encoding", "UTF-8", "-nowarn"),
        ("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xss64m"),
        version="-version",
        settings=("java*",),
    ),
    Language.JAVASCRIPT: Kit(
        "nodejs",
        ("node",),
        run_flags=("--stack-size=65536",),
        own_place=("-p", "process.execPath"),
        settings=("ssl/openssl.cnf",),
    ),
    Language.RUST: Kit(
        "rustc", ("rustc",), ("-O", "--edition", "2021"), own_place=("--print", "sysroot"), settings=_LINKS
    ),
    Language.GO: Kit("golang-go", ("go",), version="version", own_place=("env", "GOROOT")),
}
_KEYS = frozenset({"program", "runner", "flags", "run_flags"})
_SETTINGS = "STAB_LANGUAGES"


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The tools of one language as found here; `mounts` are binds they need beside /usr."""

    language: Language
    version: str
    programs: tuple[str, ...]  # (python,), (g++,), (javac, java)
    mounts: tuple[Mount, ...] = ()
    flags: tuple[str, ...] = ()
    run_flags: tuple[str, ...] = ()

    @property
    def described(self) -> str:
        """Version, tools and flags: all that decides what a program does and how long it takes."""
        first = shlex.join((self.programs[0], *self.flags))
        second = shlex.join((*self.programs[1:], *self.run_flags))
        return "; ".join(part for part in (self.version, first, second) if part)


def find_toolchain(language: Language) -> Toolchain:
    """The tools for `language` on this machine. Raises MachineError naming what to install, and InputError
    for settings that can't be used."""
    own = _settings().get(language, {})
    kit = KITS[language]
    programs = _programs(language, kit, own)
    version = _version(programs[-1], kit.version) if programs else None
    if version is None:
        wanted = own.get("program")
        said = f"{wanted} does not run, so there are" if wanted else "there are"
        raise MachineError(
            f"{said} no tools for {language.value} on this machine",
            hint=f"install them (Debian, Ubuntu: apt install {kit.package})",
        )
    return Toolchain(
        language,
        version,
        programs,
        _mounts(language, programs),
        _words(own, "flags", kit.flags),
        _words(own, "run_flags", kit.run_flags),
    )


def _programs(language: Language, kit: Kit, own: Mapping[str, object]) -> tuple[str, ...]:
    """Real paths of the tools, () if one is missing; no shims: they cost time and lie in private folders."""
    found = []
    for key, name in zip(("program", "runner"), kit.tools, strict=False):
        path = str(own[key]) if key in own else _located(name)
        if path is None or shutil.which(path) is None:
            return ()
        found.append(_real(Path(str(shutil.which(path))), kit, name))
    if len(found) == 1 and language is Language.PYTHON and found[0] is None:
        return ()
    return tuple(found)


def _located(name: str) -> str | None:
    system = Path("/usr/bin") / name  # the box shows /usr: what is there needs nothing else
    if system.exists():
        return str(system)
    if name == "python3":
        return str(interpreter_mounts()[0])
    if name == "java":  # the one that belongs to the compiler
        compiler = shutil.which("javac")
        return str(Path(compiler).resolve().with_name("java")) if compiler else None
    return shutil.which(name)


def _real(path: Path, kit: Kit, name: str) -> str:
    if is_system_path(path) or not kit.own_place:
        return str(path.resolve())
    said = _output(str(path), *kit.own_place)
    if not said:
        return str(path.resolve())
    place = Path(said)
    return str((place / "bin" / name if place.is_dir() else place).resolve())


def _mounts(language: Language, programs: tuple[str, ...]) -> tuple[Mount, ...]:
    if language is Language.PYTHON and programs[0] == str(interpreter_mounts()[0]):
        return (*interpreter_mounts()[1], *settings_mounts(*_LINKS))
    homes = dict.fromkeys(Path(program).parent.parent for program in programs)
    own = [Mount(home, home) for home in homes if not is_system_path(home) and home != Path("/")]
    return (*own, *(mount for pattern in KITS[language].settings for mount in settings_mounts(pattern)))


@functools.lru_cache(maxsize=64)
def _output(*command: str) -> str | None:
    """The first line a tool says about itself, or None if it doesn't run. The tools are the user's own."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else None


def _version(program: str, argument: str) -> str | None:
    return known_version(program, lambda: _output(program, argument))


# --- what the user sets ----------------------------------------------------------------------------


def settings_file() -> Path:
    """Where a user may set compilers and flags: $STAB_LANGUAGES, else stab/languages.toml below
    $XDG_CONFIG_HOME."""
    chosen = os.environ.get(_SETTINGS)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "stab" / "languages.toml"


def _settings() -> dict[Language, dict[str, object]]:
    """A table for each language: program, runner, flags, run_flags. Raises InputError for anything else."""
    file = settings_file()
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if os.environ.get(_SETTINGS):
            raise InputError(
                "no such file", file=str(file), hint=f"set {_SETTINGS} to one, or to nothing"
            ) from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"can't be read: {error}", file=str(file)) from error
    found = {}
    for name, table in read.items():
        known = isinstance(table, dict) and name in {language.value for language in Language}
        if not known or not set(table) <= _KEYS:
            raise InputError(
                f"[{name}] is not understood",
                file=str(file),
                hint=f"tables are {', '.join(Language)}; keys are {', '.join(sorted(_KEYS))}",
            )
        found[Language(name)] = table
    return found


def _words(own: Mapping[str, object], key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    value = own.get(key, default)
    if isinstance(value, str):
        return tuple(value.split())
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return tuple(value)
    raise InputError(f"{key} must be a list of words", file=str(settings_file()))


# --- what lies outside /usr ------------------------------------------------------------------------


def private_folders() -> tuple[Path, ...]:
    """Folders outside /usr that boxes may have to show: tools of the user's, numpy for generators."""
    folders = [numpy_folder()]
    for language in Language:
        if any(
            not (Path("/usr/bin") / tool).exists() and shutil.which(tool) for tool in KITS[language].tools
        ):
            try:
                folders += [m.source for m in find_toolchain(language).mounts if m.source.parts[1] != "etc"]
            except MachineError:
                continue
    return tuple(folder for folder in dict.fromkeys(folders) if folder and not is_system_path(folder))


def numpy_folder() -> Path | None:
    """The site-packages folder that holds numpy, or None where there is none."""
    found = importlib.util.find_spec("numpy")
    return Path(found.origin).parent.parent if found is not None and found.origin else None
