"""How contests compile and start each language."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from stab.errors import InputError
from stab.execute.isolation import Mount, Profile
from stab.execute.java import has_main, java_entry
from stab.execute.languages import Toolchain
from stab.records import Language, Limits, Solution, SourceFile

_PROGRAM = "/program"
_SOURCE = "/source"
_SAFE_NAME = re.compile(r"[A-Za-z0-9_+\-][A-Za-z0-9_.+\-]*")
_MAIN = {
    Language.PYTHON: "main.py",
    Language.PYPY: "main.py",
    Language.CPP: "main.cpp",
    Language.C: "main.c",
    Language.JAVASCRIPT: "main.js",
    Language.RUST: "main.rs",
    Language.GO: "main.go",
}
_UNITS = {  # files that are compiled; the others are included or imported
    Language.CPP: (".cpp", ".cc", ".cxx", ".c++"),
    Language.C: (".c",),
    Language.JAVA: (".java",),
    Language.GO: (".go",),
}
_NATIVE = {Language.CPP, Language.C, Language.RUST, Language.GO}  # need no tools to run
_RESERVING = {Language.JAVA, Language.JAVASCRIPT}  # they reserve address space that they never use


@dataclass(frozen=True, slots=True)
class Recipe:
    """How sources become a program: `script` runs in the box, in the sources' folder ($SOURCE), and writes
    the artifact to standard output; without an artifact the sources themselves are the program."""

    files: tuple[SourceFile, ...]
    script: str
    start: str  # the file that is started: the artifact or a source
    artifact: str = ""
    entry: str = ""  # Java: the class that is started


@dataclass(frozen=True, slots=True)
class Program:
    """A solution that is ready to run: the folder with its artifact, and the class to start (Java)."""

    name: str
    toolchain: Toolchain
    folder: Path
    artifact: str
    entry: str = ""


def recipe(toolchain: Toolchain, solution: Solution) -> Recipe:
    """How `solution` becomes something that can be started. Raises InputError for impossible file names."""
    language = toolchain.language
    entry = _entry(solution) if language is Language.JAVA else ""
    main = _main_name(solution, entry)
    files = (SourceFile(main, solution.source), *solution.others)
    if len({file.name for file in files}) < len(files) or not all(_is_safe(file.name) for file in files):
        raise InputError(
            f"the files of {solution.name} can't be named so: {', '.join(f.name for f in files)}"
        )
    tool = shlex.join([toolchain.programs[0], *toolchain.flags])
    units = shlex.join(f.name for f in files if PurePosixPath(f.name).suffix in _UNITS.get(language, ()))
    return _MAKERS[language](files, tool, units, entry)


def _main_name(solution: Solution, entry: str) -> str:
    if solution.file:
        return solution.file
    return f"{entry.rpartition('.')[2]}.java" if entry else _MAIN[solution.language]


def _is_safe(name: str) -> bool:
    return all(_SAFE_NAME.fullmatch(part) for part in name.split("/"))


def _entry(solution: Solution) -> str:
    texts = [solution.source, *(f.text for f in solution.others if f.name.endswith(".java"))]
    return java_entry(next((text for text in texts if has_main(text)), solution.source))


_Maker = Callable[[tuple[SourceFile, ...], str, str, str], Recipe]


_CHECK = """import sys
for name in sys.argv[1:]:
    try: compile(open(name, 'rb').read(), name, 'exec', dont_inherit=True)
    except Exception as error:
        import traceback
        sys.exit(''.join(traceback.format_exception_only(type(error), error)))
"""


def _python(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    names = shlex.join(file.name for file in files if file.name.endswith(".py"))
    return Recipe(files, f"{tool} -I -S -c {shlex.quote(_CHECK)} {names}", files[0].name)


def _javascript(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    return Recipe(files, f"{tool} --check {shlex.quote(files[0].name)}", files[0].name)


def _native(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    return Recipe(files, f'{tool} {units} -o "$BOX/main" -lm && cat "$BOX/main"', "main", "main")


def _rust(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    main = shlex.quote(files[0].name)
    script = f'{tool} --crate-name main {main} -o "$BOX/main" && cat "$BOX/main"'
    return Recipe(files, script, "main", "main")


def _go(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    settings = 'export GOCACHE="$BOX/cache" GOPATH="$BOX/go" GO111MODULE=off CGO_ENABLED=0 GOTOOLCHAIN=local'
    program, *flags = shlex.split(tool)
    build = shlex.join([program, "build", *flags])
    return Recipe(files, f'{settings}; {build} -o "$BOX/main" {units} && cat "$BOX/main"', "main", "main")


def _java(files: tuple[SourceFile, ...], tool: str, units: str, entry: str) -> Recipe:
    script = f'mkdir "$BOX/out" && {tool} -d "$BOX/out" {units} >&2 && tar -C "$BOX/out" -cf - .'
    return Recipe(files, script, "main.jar", "main.jar", entry)


_MAKERS: dict[Language, _Maker] = {
    Language.PYTHON: _python,
    Language.PYPY: _python,
    Language.CPP: _native,
    Language.C: _native,
    Language.JAVA: _java,
    Language.JAVASCRIPT: _javascript,
    Language.RUST: _rust,
    Language.GO: _go,
}


def compile_profile(toolchain: Toolchain, folder: Path) -> Profile:
    """The box in which the sources in `folder` are compiled."""
    mounts = (Mount(folder, Path(_SOURCE)), *toolchain.mounts)
    # no endless devices: a source may include them
    return Profile(
        mounts=mounts,
        environment=(("SOURCE", _SOURCE),),
        devices=("null",),
        scratch_mb=512,
        processes=128,
        data_factor=None,
    )


def start_command(program: Program, limits: Limits) -> list[str]:
    """The command that starts a compiled solution inside its box."""
    path = f"{_PROGRAM}/{program.artifact}"
    language, run_flags = program.toolchain.language, program.toolchain.run_flags
    if language in _NATIVE:
        return [path]
    runner = program.toolchain.programs[-1]
    if language is Language.JAVA:
        return [runner, *run_flags, f"-Xmx{limits.memory_mb}m", "-cp", path, program.entry]
    heap = [f"--max-old-space-size={limits.memory_mb}"] if language is Language.JAVASCRIPT else []
    return [runner, *run_flags, *heap, path]


def run_profile(program: Program, shown: tuple[Mount, ...] = ()) -> Profile:
    """The box in which a compiled solution runs: its own folder, the tools, what is `shown` besides."""
    tools = () if program.toolchain.language in _NATIVE else program.toolchain.mounts
    mounts = (Mount(program.folder, Path(_PROGRAM)), *tools, *shown)
    if program.toolchain.language in _RESERVING:
        # The virtual machine reserves address space and needs memory beside the heap that is bounded.
        return Profile(mounts=mounts, processes=256, overhead_mb=192, data_factor=None)
    return Profile(mounts=mounts)
