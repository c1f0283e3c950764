"""How contests compile and start each language, and which of the tools are here."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from stab.errors import MachineError
from stab.execute.isolation import Mount, Profile, interpreter_mounts, is_system_path
from stab.records import Language, Limits

_PACKAGES = {
    Language.PYTHON: "python3",
    Language.CPP: "g++",
    Language.JAVA: "default-jdk-headless",
}
_CPP_FLAGS = ("-O2", "-std=gnu++17", "-pipe")
_JAVA_FLAGS = ("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xss64m")
_JAVAC_FLAGS = (
    "-J-XX:+UseSerialGC",
    "-J-XX:TieredStopAtLevel=1",
    "-J-Xss64m",
    "-encoding",
    "UTF-8",
    "-nowarn",
)
_PROGRAM = "/program"
_SOURCE = "/source"


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The tools of one language as found here; `mounts` are binds they need beside /usr."""

    language: Language
    version: str
    programs: tuple[str, ...]  # (python,), (g++,), (javac, java)
    mounts: tuple[Mount, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to turn a source into an artifact: `script` runs in the box and writes it to standard output."""

    source_name: str
    script: str
    artifact: str  # name of the file kept: main, main.jar, main.py
    entry: str = ""  # Java: the class that is started


@dataclass(frozen=True, slots=True)
class Program:
    """A solution that is ready to run: the folder with its artifact, and the class to start (Java)."""

    name: str
    toolchain: Toolchain
    folder: Path
    artifact: str
    entry: str = ""


def find_toolchain(language: Language) -> Toolchain:
    """The tools for `language` on this machine. Raises MachineError naming what to install."""
    found = _FINDERS[language]()
    if found is None:
        raise MachineError(
            f"no tools for {language.value} on this machine",
            hint=f"install them (Debian, Ubuntu: apt install {_PACKAGES[language]})",
        )
    return found


def _version(*command: str) -> str | None:
    """The first line a tool says about itself, or None if it doesn't run. The tools are the system's own."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else None


def _python() -> Toolchain | None:
    system = Path("/usr/bin/python3")
    if system.exists():
        version = _version(str(system), "--version")
        if version is not None:
            return Toolchain(Language.PYTHON, version, (str(system.resolve()),))
    program, mounts = interpreter_mounts()
    version = _version(str(program), "--version")
    return Toolchain(Language.PYTHON, version, (str(program),), mounts) if version else None


def _cpp() -> Toolchain | None:
    program = Path("/usr/bin/g++")  # the box shows /usr; compilers elsewhere come with trees of their own
    version = _version(str(program), "--version") if program.exists() else None
    return Toolchain(Language.CPP, version, (str(program),)) if version else None


def _java() -> Toolchain | None:
    compiler = shutil.which("javac")
    if compiler is None:
        return None
    real = Path(compiler).resolve()
    runtime = real.with_name("java")
    version = _version(str(runtime), "-version") if runtime.exists() else None
    if version is None:
        return None
    home = real.parent.parent
    mounts = () if is_system_path(home) else (Mount(home, home),)
    return Toolchain(Language.JAVA, version, (str(real), str(runtime)), mounts)


def private_folders() -> tuple[Path, ...]:
    """Folders outside /usr that boxes may have to show: a Java of the user's, numpy for generators."""
    compiler = shutil.which("javac")
    numpy = numpy_folder()
    folders = [Path(compiler).resolve().parent.parent] if compiler else []
    folders += [numpy] if numpy else []
    return tuple(folder for folder in folders if not is_system_path(folder))


def numpy_folder() -> Path | None:
    """The site-packages folder that holds numpy, or None where there is none."""
    found = importlib.util.find_spec("numpy")
    return Path(found.origin).parent.parent if found is not None and found.origin else None


_FINDERS = {Language.PYTHON: _python, Language.CPP: _cpp, Language.JAVA: _java}


# --- compiling -------------------------------------------------------------------------------------


def recipe(toolchain: Toolchain, source: str) -> Recipe:
    """How `source` becomes something that can be started."""
    tool = toolchain.programs[0]
    if toolchain.language is Language.PYTHON:
        check = "import sys; compile(open(sys.argv[1], 'rb').read(), 'main.py', 'exec', dont_inherit=True)"
        script = f'{tool} -I -S -c "{check}" {_SOURCE}/main.py && cat {_SOURCE}/main.py'
        return Recipe("main.py", script, "main.py")
    if toolchain.language is Language.CPP:
        flags = " ".join(_CPP_FLAGS)
        script = f"{tool} {flags} {_SOURCE}/main.cpp -o /box/main && cat /box/main"
        return Recipe("main.cpp", script, "main")
    entry = java_entry(source)
    name = f"{entry.rpartition('.')[2]}.java"
    flags = " ".join(_JAVAC_FLAGS)
    script = f"mkdir /box/out && {tool} {flags} -d /box/out {_SOURCE}/{name} >&2 && tar -C /box/out -cf - ."
    return Recipe(name, script, "main.jar", entry)


_JAVA_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
_JAVA_PACKAGE = re.compile(r"\bpackage\s+([\w.]+)\s*;")
_JAVA_TYPE = re.compile(
    r"\b(public\s+)?((?:final|strictfp|abstract|static|sealed)\s+)*(?:class|record|enum|interface)\s+(\w+)"
)
_JAVA_MAIN = re.compile(r"\bstatic\s+(?:public\s+|final\s+|synchronized\s+)*void\s+main\s*\(")


def java_entry(source: str) -> str:
    """The class to start: the public one, else Main, else the one that holds `static void main`."""
    text = _JAVA_NOISE.sub(" ", source)
    package = _JAVA_PACKAGE.search(text)
    types = [(bool(m.group(1)), m.group(3), m.start()) for m in _JAVA_TYPE.finditer(text)]
    main = _JAVA_MAIN.search(text)
    before_main = [name for _, name, start in types if main and start < main.start()]
    public = [name for is_public, name, _ in types if is_public]
    names = [name for _, name, _ in types]
    candidates = [*public[:1], *(["Main"] if "Main" in names else []), *before_main[-1:], "Main"]
    return f"{package.group(1)}.{candidates[0]}" if package else candidates[0]


def compile_profile(toolchain: Toolchain, folder: Path) -> Profile:
    """The box in which the source in `folder` is compiled."""
    mounts = (Mount(folder, Path(_SOURCE)), *toolchain.mounts)
    # no endless devices: a source may include them
    return Profile(mounts=mounts, devices=("null",), scratch_mb=512, processes=128, data_factor=None)


# --- running ---------------------------------------------------------------------------------------


def start_command(program: Program, limits: Limits) -> list[str]:
    """The command that starts a compiled solution inside its box."""
    path = f"{_PROGRAM}/{program.artifact}"
    language = program.toolchain.language
    if language is Language.CPP:
        return [path]
    if language is Language.PYTHON:
        return [program.toolchain.programs[0], path]
    heap = f"-Xmx{limits.memory_mb}m"
    return [program.toolchain.programs[1], *_JAVA_FLAGS, heap, "-cp", path, program.entry]


def run_profile(program: Program) -> Profile:
    """The box in which a compiled solution runs: its own folder, the tools, nothing else."""
    mounts = (Mount(program.folder, Path(_PROGRAM)), *program.toolchain.mounts)
    if program.toolchain.language is Language.JAVA:
        # The virtual machine reserves address space and needs memory beside the heap that -Xmx bounds.
        return Profile(mounts=mounts, processes=256, overhead_mb=192, data_factor=None)
    return Profile(mounts=mounts)
