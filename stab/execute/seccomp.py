"""The system calls a boxed program may not make, as a BPF program.

Namespaces already hide files, processes and the network. What is denied everywhere would reach memory that no
limit counts (memfd, shared segments), the kernel's rarer parts (bpf, keys, io_uring, perf), or a namespace
of its own. Without namespaces more is in reach, and Landlock says nothing of it: modes and owners of the
user's files, limits and priorities of the user's processes.
"""

from __future__ import annotations

import platform
import struct

_ALLOW = 0x7FFF0000
_DENY = 0x00050000 | 1  # EPERM
_ABSENT = 0x00050000 | 38  # ENOSYS: the C library falls back to clone
_DO_NOTHING = 0x00050000  # the call returns 0
_KILL = 0x80000000
_NAMESPACES = 0x7E020000 | 0x00000080  # CLONE_NEW* and CLONE_NEWTIME

# numbers: name -> (x86_64, aarch64); None where the architecture lacks the call
_DENIED: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "acct": (163, 89),
    "syslog": (103, 116),
    "quotactl": (179, 60),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264),
    "modify_ldt": (154, None),
    "personality": (135, 92),
}
# what reaches beyond the box where only Landlock holds it
_DENIED_IN_THE_OPEN: dict[str, tuple[int | None, int | None]] = {
    "sendmsg": (46, 211),  # descriptors in flight are files that nobody can count
    "sendmmsg": (307, 269),
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
}
# compilers set modes and times on their own files and give up if they can't: nothing is done, and no error
_IGNORED_IN_THE_OPEN: dict[str, tuple[int | None, int | None]] = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    "sync": (162, 81),
    "syncfs": (306, 267),
}
_OF_ITSELF_ONLY = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122)}  # the first word must be 0
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _load(offset: int) -> bytes:
    return _step(0x20, offset)


def _return(action: int) -> bytes:
    return _step(0x06, action)


def _when_equal(value: int, action: int) -> bytes:
    return _step(0x15, value, 0, 1) + _return(action)


def _first_word_is_zero(value: int) -> bytes:
    return _step(0x15, value, 0, 4) + _load(16) + _step(0x15, 0, 1, 0) + _return(_DENY) + _return(_ALLOW)


def seccomp_filter(machine: str | None = None, *, namespaced: bool = True) -> bytes | None:
    """The compiled filter for this machine's architecture, or None where we know no call numbers.

    Without namespaces (`namespaced` False) it denies more.
    """
    known = _ARCHITECTURES.get(machine or platform.machine())
    if known is None:
        return None
    column, audit = known
    program = _load(4) + _step(0x15, audit, 1, 0) + _return(_KILL)  # another ABI has other numbers
    program += _load(0)
    if column == 0:
        program += _step(0x35, 0x40000000, 0, 1) + _return(_KILL)  # the x32 ABI
    tables = [(_DENIED, _DENY)]
    if not namespaced:
        tables += [(_DENIED_IN_THE_OPEN, _DENY), (_IGNORED_IN_THE_OPEN, _DO_NOTHING)]
    for table, action in tables:
        for numbers in table.values():
            number = numbers[column]
            if number is not None:
                program += _when_equal(number, action)
    program += _when_equal(_CLONE3[column], _ABSENT)
    if not namespaced:
        for numbers in _OF_ITSELF_ONLY.values():
            program += _first_word_is_zero(numbers[column])
    program += _step(0x15, _CLONE[column], 0, 3) + _load(16) + _step(0x45, _NAMESPACES, 0, 1) + _return(_DENY)
    return program + _return(_ALLOW)
