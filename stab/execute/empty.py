"""The program that does nothing, in every language: its time is what starting a runtime takes."""

from __future__ import annotations

from stab.records import Language, Solution

_SOURCES = {
    Language.PYTHON: "pass\n",
    Language.PYPY: "pass\n",
    Language.CPP: "#include <iostream>\nint main() { return 0; }\n",  # with what most include
    Language.C: "int main(void) { return 0; }\n",
    Language.JAVA: "public class Main { public static void main(String[] args) { } }\n",
    Language.JAVASCRIPT: ";\n",
    Language.RUST: "fn main() {}\n",
    Language.GO: "package main\nfunc main() {}\n",
}


def empty_program(language: Language) -> Solution:
    """Return a solution that reads nothing, prints nothing and ends well."""
    return Solution(f"nothing in {language.value}", language, _SOURCES[language])
