"""The kernel's side of a run: mounts, users, descriptors."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import struct
from collections.abc import Iterator
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 22, 36, 38
_SECCOMP_FILTER = 2
_CLONE_NEWNS = 0x00020000
_MNT_DETACH = 2
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_libc = ctypes.CDLL(None, use_errno=True)


class Fault(Exception):
    """Something of ours or of the machine failed: nothing can be said about the program."""


def adopt_orphans() -> None:
    """Become the process to which orphaned descendants fall."""
    _checked(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "subreaper")


def _checked(result: int, what: str) -> None:
    if result != 0:
        raise Fault(f"{what}: {os.strerror(ctypes.get_errno())}")


def _bind_mount(source: str, target: str) -> None:
    _checked(
        _libc.mount(source.encode(), target.encode(), None, _MS_BIND | _MS_REC, None), f"mount of {source}"
    )


def expose(paths: list[str], below: str) -> dict[str, str]:
    """Bind folders that only root can reach to a reachable place, in a mount namespace of our own."""
    if not paths:
        return {}
    _checked(_libc.unshare(_CLONE_NEWNS), "unshare")
    _checked(_libc.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None), "private mounts")
    exposed = {}
    for number, path in enumerate(paths):
        target = f"{below}/{number}"
        Path(target).mkdir(mode=0o755, exist_ok=True)
        _bind_mount(path, target)
        exposed[path] = target
    return exposed


def tidy(below: str, exposed: dict[str, str]) -> None:
    """Remove the scratch folder, for a parent that was killed; never anything inside an exposed folder."""
    for target in exposed.values():
        _libc.umount2(target.encode(), _MNT_DETACH)
        with contextlib.suppress(OSError):
            os.rmdir(target)  # noqa: PTH106 (fails, rather than deletes, if anything is left mounted)
    folder = Path(below).parent
    with contextlib.suppress(OSError):
        for name in ("stdout", "stderr", "seccomp.bpf"):
            (folder / name).unlink(missing_ok=True)
        Path(below).rmdir()
        folder.rmdir()


def reachable(path: str, exposed: dict[str, str]) -> str:
    """The path under which the unprivileged child finds `path`."""
    for source, target in exposed.items():
        if path == source or path.startswith(source + "/"):
            return target + path[len(source) :]
    return path


def sealed_copy(path: str | None) -> int:
    """A read-only descriptor on a private copy: a program could reopen the original's for writing."""
    if path is None:
        return os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    copy = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        source = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            while os.sendfile(copy, source, None, 1 << 30):
                pass
        finally:
            os.close(source)
        fcntl.fcntl(copy, fcntl.F_ADD_SEALS, 15)
        return os.open(f"/proc/self/fd/{copy}", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        os.close(copy)


def output_file(path: str, uid: int | None) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    if uid is not None:  # so that the program may open /dev/stdout
        os.fchown(descriptor, uid, uid)
    return descriptor


@contextlib.contextmanager
def real_user(uid: int | None) -> Iterator[None]:
    """Be `uid` as far as prlimit is concerned: root in a container often lacks CAP_SYS_RESOURCE."""
    if uid is None:
        yield
        return
    os.setresgid(uid, -1, -1)
    os.setresuid(uid, -1, -1)
    try:
        yield
    finally:
        os.setresuid(0, -1, -1)
        os.setresgid(0, -1, -1)


def become_command(
    argv: list[str], standard: tuple[int, int, int], keep: list[int], uid: int | None, core: int | None
) -> None:
    """Turn the forked child into bubblewrap; if that fails it leaves word on its standard error and dies."""
    try:
        prepare_child(standard, core)
        for descriptor in keep:
            os.set_inheritable(descriptor, True)
        become_user(uid)
        die_with_parent()
        os.execve(argv[0], argv, {"PATH": "/usr/bin:/bin"})
    except BaseException as error:
        os.write(2, f"{argv[0]}: {error}".encode())
    finally:
        os.kill(os.getpid(), signal.SIGKILL)  # not sys.exit: nothing of the parent's may run here


def prepare_child(standard: tuple[int, int, int], core: int | None) -> None:
    """Take the standard descriptors, stay on `core`, be the first that the kernel kills for memory."""
    for target, source in enumerate(standard):
        os.dup2(source, target)
    if core is not None:
        os.sched_setaffinity(0, {core})
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def die_with_parent() -> None:
    """Be killed when the supervisor is; to be asked for after the last change of user."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def become_user(uid: int | None) -> None:
    """Drop from root to a user of no rights."""
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)


def forgo_privileges() -> None:
    """Let no program that is started gain rights by its file's mode. Raises Fault."""
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")


def filter_calls(program: bytes) -> None:
    """Hold this process and its children to a seccomp filter, given as BPF code. Raises Fault."""
    code = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    _checked(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_FILTER, head, 0, 0), "seccomp")
