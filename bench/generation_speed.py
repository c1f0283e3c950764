"""Large inputs made and written by stab, by CYaRon (Python) and by jngen and testlib (C++), side by side.

    python bench/generation_speed.py [--cyaron PYTHON] [--headers FOLDER] [--repetitions 5] [--write]

PYTHON is an interpreter that has `cyaron`; FOLDER holds jngen.h and testlib.h (the wheel of `rbx-cp` has
both). Each program is a process of its own that writes one file: start-up is part of it. Those of stab are
such as `stab gen` writes, with the constructions that they use in them. The figure is the least CPU time
(user and system) of the repetitions, which take turns; CYaRon, which needs long, has one. The trees
and paths of stab, jngen and testlib have their vertices renamed and their edges shuffled; CYaRon's come as it
makes them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from machine import machine

from stab.build import inline_source

RESULTS = Path(__file__).parent / "results"

STAB = {  # the constructions used, and the text to write
    "tree": (
        ("join_rows", "relabel", "shuffle_edges", "tree_random"),
        "f'{N}\\n' + join_rows(shuffle_edges(relabel(tree_random(N, rng), N, rng), rng))",
    ),
    "path": (
        ("join_rows", "relabel", "shuffle_edges", "tree_path"),
        "f'{N}\\n' + join_rows(shuffle_edges(relabel(tree_path(N), N, rng), rng))",
    ),
    "graph": (
        ("graph_random", "join_rows"),
        "f'100000 {N}\\n' + join_rows(graph_random(100_000, N, rng))",
    ),
    "integers": (
        ("join_ints", "seq_random"),
        "f'{N}\\n' + join_ints(seq_random(N, 1, 10**9, rng)) + '\\n'",
    ),
    "string": (("str_random",), "str_random(N, 'abcdefghijklmnopqrstuvwxyz', rng) + '\\n'"),
}
STAB_MAIN = (
    "import sys\nN = 10**6\nrng = np.random.RandomState(1)\ntext = %s\n"
    "with open(sys.argv[1], 'w', encoding='ascii') as file:\n    file.write(text)\n"
)

CYARON_HEAD = "import sys\nfrom cyaron import *\nrandom.seed(1)\nN = 10**6\nio = IO(sys.argv[1])\n"
CYARON = {
    "tree": "io.input_writeln(N)\nio.input_writeln(Graph.tree(N).to_str(output=Edge.unweighted_edge))\n",
    "path": "io.input_writeln(N)\nio.input_writeln(Graph.chain(N).to_str(output=Edge.unweighted_edge))\n",
    "graph": (
        "io.input_writeln(100000, N)\n"
        "g = Graph.graph(100000, N, self_loop=False, repeated_edges=False)\n"
        "io.input_writeln(g.to_str(output=Edge.unweighted_edge))\n"
    ),
    "integers": "io.input_writeln(N)\nio.input_writeln([randint(1, 10**9) for _ in range(N)])\n",
    "string": "io.input_writeln(String.random(N, charset='abcdefghijklmnopqrstuvwxyz'))\n",
}

JNGEN = {
    "tree": "cout << Tree::random(n).shuffled().printN().add1() << endl;",
    "path": "cout << Tree::bamboo(n).shuffled().printN().add1() << endl;",
    "graph": "cout << Graph::random(100000, n).g().shuffled().printN().printM().add1() << endl;",
    "integers": "cout << Array::random(n, 1, 1000000000).printN() << endl;",
    "string": 'cout << rnds.random(n, "a-z") << endl;',
}
JNGEN_MAIN = (
    '#include "jngen.h"\nusing namespace std;\nint main(int argc, char** argv) {\n'
    "    registerGen(argc, argv); ios::sync_with_stdio(false); const int n = 1000000;\n    %s\n}\n"
)
TESTLIB_TREE = """vector<pair<int, int>> e; vector<int> name(n);
    for (int i = 0; i < n; i++) name[i] = i + 1;
    shuffle(name.begin(), name.end());
    for (int i = 1; i < n; i++) {
        int a = name[%s], b = name[i];
        if (rnd.next(2)) swap(a, b);
        e.push_back({a, b});
    }
    shuffle(e.begin(), e.end());
    printf("%%d\\n", n);
    for (auto &x : e) printf("%%d %%d\\n", x.first, x.second);"""
TESTLIB = {
    "tree": TESTLIB_TREE % "rnd.next(i)",
    "path": TESTLIB_TREE % "i - 1",
    "graph": """set<pair<int, int>> e; const int v = 100000;
    while ((int)e.size() < n) {
        int a = rnd.next(1, v), b = rnd.next(1, v);
        if (a != b) e.insert({min(a, b), max(a, b)});
    }
    vector<pair<int, int>> f(e.begin(), e.end());
    shuffle(f.begin(), f.end());
    printf("%d %d\\n", v, n);
    for (auto &x : f) printf("%d %d\\n", x.first, x.second);""",
    "integers": """printf("%d\\n", n);
    for (int i = 0; i < n; i++) printf("%d%c", rnd.next(1, 1000000000), i + 1 < n ? ' ' : '\\n');""",
    "string": "string s(n, ' '); for (auto &c : s) c = char(rnd.next(int('a'), int('z'))); println(s);",
}
TESTLIB_MAIN = (
    '#include "testlib.h"\nusing namespace std;\nint main(int argc, char** argv) {\n'
    "    registerGen(argc, argv, 1); const int n = 1000000;\n    %s\n}\n"
)
TITLES = {
    "tree": "random tree, 10^6 vertices",
    "path": "path, 10^6 vertices",
    "graph": "simple graph, 10^5 vertices, 10^6 edges",
    "integers": "10^6 integers up to 10^9",
    "string": "string of 10^6 letters",
}


@dataclass(frozen=True, slots=True)
class Program:
    """How one input is made; `writes` tells that the program writes the file itself."""

    tool: str
    what: str
    command: tuple[str, ...]
    writes: bool


def programs(args: argparse.Namespace, folder: Path) -> list[Program]:
    """Return the programs of all tools that are here, the C++ ones compiled."""
    found = []
    for what in TITLES:
        names, text = STAB[what]
        source = inline_source(names) + STAB_MAIN % text
        found.append(_python("stab", what, Path(sys.executable), source, folder))
        if args.cyaron is not None:
            found.append(_python("cyaron", what, args.cyaron, CYARON_HEAD + CYARON[what], folder))
        if args.headers is not None:
            for tool, main, body in (("jngen", JNGEN_MAIN, JNGEN), ("testlib", TESTLIB_MAIN, TESTLIB)):
                found.append(_compiled(tool, what, main % body[what], args.headers, folder))
    return found


def _python(tool: str, what: str, python: Path, source: str, folder: Path) -> Program:
    file = folder / f"{tool}-{what}.py"
    file.write_text(source)
    return Program(tool, what, (str(python), str(file)), True)


def _compiled(tool: str, what: str, source: str, headers: Path, folder: Path) -> Program:
    file = folder / f"{tool}-{what}.cpp"
    file.write_text(source)
    binary = file.with_suffix("")
    if binary.exists():  # of an earlier call
        return Program(tool, what, (str(binary), "1"), False)
    call = ["g++", "-O2", "-std=gnu++17", "-w", f"-I{headers}", "-o", str(binary), str(file)]
    subprocess.run(call, check=True)
    return Program(tool, what, (str(binary), "1"), False)


def cpu_seconds(program: Program, out: Path) -> float:
    """Return the CPU seconds of one run, which writes `out`. Raises RuntimeError where it fails."""
    command = [*program.command, str(out)] if program.writes else list(program.command)
    target = os.devnull if program.writes else str(out)
    opened = (os.POSIX_SPAWN_OPEN, 1, target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    child = os.posix_spawnp(command[0], command, dict(os.environ), file_actions=[opened])
    _, status, usage = os.wait4(child, 0)
    if status != 0 or out.stat().st_size < 10**6:
        raise RuntimeError(f"{program.tool} made no {program.what}: status {status}")
    return usage.ru_utime + usage.ru_stime


def measured(found: Sequence[Program], repetitions: int, folder: Path) -> dict[str, dict[str, float]]:
    """Return the least seconds by input and tool; CYaRon, which needs long, runs once."""
    best: dict[str, dict[str, float]] = {what: {} for what in TITLES}
    for number in range(repetitions):
        for program in found:
            if program.tool == "cyaron" and number >= 1:
                continue
            out = folder / f"{program.tool}-{program.what}.in"
            seconds = cpu_seconds(program, out)
            out.unlink()
            own = best[program.what]
            own[program.tool] = min(seconds, own.get(program.tool, seconds))
    return best


def lines_of(best: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return the table."""
    tools = list(dict.fromkeys(tool for own in best.values() for tool in own))
    head = [*tools, *(["cyaron / stab"] if "cyaron" in tools else [])]
    others = [t for t in tools if t in ("jngen", "testlib")]
    head += [f"stab / {tool}" for tool in others]
    lines = [f"| input | {' | '.join(head)} |", "| --- |" + " --- |" * len(head)]
    for what, own in best.items():
        cells = [f"{own[tool]:.3f}" for tool in tools]
        if "cyaron" in tools:
            cells.append(f"{own['cyaron'] / own['stab']:.1f}")
        cells += [f"{own['stab'] / own[tool]:.2f}" for tool in others]
        lines.append(f"| {TITLES[what]} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cyaron", type=Path, help="an interpreter that has cyaron")
    parser.add_argument("--headers", type=Path, help="a folder with jngen.h and testlib.h")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--build", type=Path, help="a folder for the programs, kept: no compiling next time")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        build = args.build or Path(name)
        build.mkdir(parents=True, exist_ok=True)
        best = measured(programs(args, build), args.repetitions, Path(name))
    lines = ["# Large inputs, made and written: least CPU seconds, start-up included", "", machine(), ""]
    lines += lines_of(best)
    print("\n".join(lines))
    if args.write:
        document = {"schema": "stab/bench/generation-speed/1", "machine": machine(), "seconds": best}
        (RESULTS / "generation_speed.md").write_text("\n".join(lines) + "\n")
        (RESULTS / "generation_speed.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
