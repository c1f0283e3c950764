"""What is tried before a level is believed, and how its layers are told."""

from __future__ import annotations

from dataclasses import dataclass

from stab.execute.isolation import Isolation, Level

SIGNALS_SCOPED = 6  # the version of Landlock from which signals stay inside
INSTALL = "install bubblewrap (Debian, Ubuntu: apt install bubblewrap)"
NAMESPACES = (
    "let ordinary users create namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also "
    "kernel.apparmor_restrict_unprivileged_userns=0); in Docker, start the container with --privileged"
)
_UNSAFE = "don't run programs here that you wouldn't run by hand"


@dataclass(frozen=True, slots=True)
class Layers:
    """What a sandbox is made of."""

    user: int | None
    nested: bool
    nested_refused: str | None
    seccomp: bool
    landlock: int
    counts_cpu: bool
    counts_memory: bool


def trial(level: Level) -> list[str]:
    """A command that names each way out it finds open: files, writing, and signals to its parent."""
    tries = [
        "if read line < /etc/passwd; then echo reading; fi",
        "if echo x > /etc/stab; then echo writing; fi",
    ]
    if level is not Level.STRICT:  # there the parent is the box's own init
        tries.append("if kill -0 $PPID; then echo signals; fi")
    return ["/bin/sh", "-c", f"exec 2> /dev/null; {'; '.join(tries)}; exit 0"]


def describe(level: Level, layers: Layers, failed: list[str]) -> Isolation:
    """The isolation that a proved sandbox gives; `failed` says why better levels are not to be had."""
    made_of = [f"spare user {layers.user}"] if layers.user is not None else []
    missing = [*failed]
    if level is Level.STRICT:
        made_of += ["bubblewrap: own files, processes, network", "size-limited scratch memory"]
        made_of += ["no nested user namespaces"] if layers.nested else []
        missing += [f"no ban on nested user namespaces: {layers.nested_refused}"] if not layers.nested else []
    elif layers.landlock:
        scope = ", no signals" if layers.landlock >= SIGNALS_SCOPED else ""
        made_of += [f"Landlock version {layers.landlock}: no files of others{scope}", "watched work folder"]
    made_of += ["resource limits"]
    if layers.seccomp:
        calls = "" if level is Level.STRICT else ": no network, no changes of modes and owners"
        made_of += [f"seccomp{calls}"]
    else:
        missing += ["seccomp: no list of system calls for this processor"]
    made_of += ["memory limit by control group"] if layers.counts_memory else []
    if layers.counts_cpu:
        made_of += ["CPU time by control group"]
    else:
        missing += ["no control group can be made: children that a program disowns are only sampled"]
    return Isolation(level, tuple(made_of), tuple(missing), _advice(level))


def _advice(level: Level) -> str | None:
    if level is Level.WEAK:
        return f"host files, the network and stab itself are not protected: {_UNSAFE}"
    return INSTALL if level is Level.LANDLOCK else None


def in_plain_words(isolation: Isolation) -> str:
    """What the level means for somebody who runs strangers' programs here."""
    return {
        Level.STRICT: (
            "Untrusted programs are shut in: they see no files of this machine but the language tools, no "
            "other process and no network, and end with their run."
        ),
        Level.LANDLOCK: (
            "Untrusted programs can neither read nor change your files, nor use the network, nor signal "
            "other processes. They can see which files and processes exist, and their memory is checked some "
            "fifty times a second instead of being bounded by the kernel. Good enough for judging."
        ),
        Level.WEAK: (
            "Programs are limited in time, memory and processes, and nothing else: they can read and change "
            "whatever you can. Only run programs that you trust."
        ),
        Level.NONE: (
            "No program can be run safely: generating works, timing and judging do not. With --allow-unsafe "
            "programs are limited in time and memory, and nothing else protects you."
        ),
    }[isolation.level]
