"""Time and memory limits, and the form of a problem, as the sites spell them."""

from __future__ import annotations

import pytest

from stab.statement import problem_from_text
from stab.statement.limits import memory_limit, time_limit


@pytest.mark.parametrize(
    ("text", "seconds", "mib"),
    [
        ("time limit per test: 2 seconds\nmemory limit per test: 256 megabytes", 2, 256),
        ("time limit per test\n2.5 seconds\nmemory limit per test\n512 megabytes", 2.5, 512),
        ("Time Limit: 2 sec / Memory Limit: 1024 MB", 2, 1024),
        ("CPU Time limit\n1 second\nMemory limit\n2048 MB", 1, 2048),
        ("Time Limit: 1000MS\t\tMemory Limit: 65536K", 1, 64),
        ("**Time limit:** 500 ms. **Memory limit:** 64 MiB", 0.5, 64),
        ("<li><b>Time limit</b>: 3s</li><li><b>Memory limit</b>: 262144 kB</li>", 3, 256),
        ("| Time limit | Memory limit |\n|---|---|\n", None, None),
        ("時間制限 : 2sec / メモリ制限 : 256MB", 2, 256),
        ("时间限制：1000ms 内存限制：1GB", 1, 1024),
        ("The time limit is 4 seconds.", 4, None),
        ("TL: 1,5 s", 1.5, None),
        ("time limit: 0 seconds", None, None),
        ("A story about a time limit of three days.", None, None),
        ("Memory limit: 100 bytes", None, 1),
        ("TL 1s, ML 64M", 1, 64),
        ("Time Limit: 2000/1000 MS (Java/Others)\tMemory Limit: 65536/32768 K (Java/Others)", 1, 32),
        ("Time limit (C++): 1 sec", 1, None),
        ("Time limit: 1,000 ms\nMemory limit: 65,536 KB", 1, 64),
        ("CPU limit: 3 seconds", 3, None),
        ("The time limit for this problem is 3 seconds.", 3, None),
        ("Time: 2 s\nMemory: 256 MB", 2, 256),
        ("**Time:** 0.5 s\n**Memory:** 64 MiB", 0.5, 64),
        ("Max time: 2 s", 2, None),
        ("Limits: 2 sec., 512 MB", 2, 512),
        ("At that time: 2 seconds passed.", None, None),
        ("Limits: 1 ≤ n ≤ 100", None, None),
        ("The memory: 3 of 5 bytes are free.", None, None),
    ],
)
def test_limits(text: str, seconds: float | None, mib: int | None) -> None:
    assert time_limit(text) == seconds
    assert memory_limit(text) == mib


INPUT = "\n\nInput\n\nThe first line has n, the number of lamps.\n\nOutput\n\nThe answer.\n"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Lamps." + INPUT, "stream"),
        ("Interactive lamps react to touch." + INPUT, "stream"),
        ("Do not forget to flush the output after every query." + INPUT, "interactive"),
        ("Use fflush(stdout)." + INPUT, "interactive"),
        ("The interactor answers." + INPUT, "interactive"),
        ("This is not an interactive problem." + INPUT, "stream"),
        ("Write a class Solution." + INPUT, "stream"),
        ("class Solution:\n    def lamps(self, n: int) -> int:\n", "function"),
        ("Complete the function lamps below." + INPUT, "stream"),
        ("Lamps.\n\nInput file: input.txt\nOutput file: output.txt" + INPUT, "files"),
        ("Lamps.\n\nInput file: standard input\nOutput file: standard output" + INPUT, "stream"),
        ("Lamps.\n\nINPUT FORMAT (file lamps.in):\n\nThe first line has n lamps.\n", "files"),
        ("Lamps.\n\nINPUT FORMAT (input arrives from stdin):\n\nThe first line has n lamps.\n", "stream"),
        ("インタラクティブ形式の問題です。", "interactive"),
    ],
)
def test_form(text: str, form: str) -> None:
    assert problem_from_text(text, id="x").form.value == form
