"""Sections are exact, ordered, disjoint slices of the text, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stab.records import SectionKind
from stab.statement import problem_from_text
from stab.statement.headings import find_headings
from stab.statement.vocabulary import meaning

PARTS = [
    "Input",
    "## Input",
    "**Input:**",
    "Output:",
    "-----Examples-----",
    "Examples",
    "Sample Input 1",
    "```input1",
    "```",
    "~~~",
    "<pre>",
    "</pre>",
    "<h3>Output</h3>",
    "<b>Input:</b>",
    "\\section*{Input}",
    "\\begin{Input}",
    "\\end{Input}",
    "\\exmp{1}{2}",
    "\\begin{verbatim}",
    "\\end{verbatim}",
    "Note",
    "## Constraints",
    "【输入格式】",
    "入力例 1",
    "@{lang.en}",
    "@{lang.ja}",
    "@{lang.end}",
    "# Title",
    "### More",
    "1 2 3",
    "#..#",
    "    5",
    "The first line contains n.",
    "Constraints: 1 <= n <= 5",
    "Subtask 1 (5 points)",
    "",
    " ",
    "\t",
    "InputThe first line.OutputPrint it.ExampleInput1Output2NoteWell.",
    "Input\tOutput",
    "Time limit: 2 s",
    "---",
    "===",
    '<span class="lang-en">',
    "</body>",
    "Sample Input 1  Sample Output 1",
    "STDIN Function\n----- ---",
]


@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=12)), min_size=1, max_size=25))
@settings(max_examples=300, deadline=None)
def test_sections_are_ordered_disjoint_slices(parts: list[str]) -> None:
    text = "\n".join(["Some words.", *parts])
    problem = problem_from_text(text, id="x")
    position = 0
    for section in problem.sections:
        assert section.text == problem.text[section.start : section.start + len(section.text)]
        assert section.start >= position
        assert section.line == 1 + problem.text.count("\n", 0, section.start)
        assert section.text.strip()
        position = section.start + len(section.text)
    for sample in problem.samples:
        assert sample.input.endswith("\n") and not sample.input.startswith("\n")
        assert all(line == line.rstrip() for line in sample.input.split("\n"))


@pytest.mark.parametrize(
    ("title", "kind", "role", "number"),
    [
        ("Input", "input", None, None),
        ("**Input Format:**", "input", None, None),
        ("INPUT FORMAT (file lamps.in):", "input", None, None),
        ("@{keyword.constraints}", "constraints", None, None),
        ("Sample Input #01", "examples", "input", 1),
        ("Output for Sample Input 2", "examples", "output", 2),
        ("Output 3", "examples", "output", 3),
        ("样例输出 #2", "examples", "output", 2),
        ("【数据范围】", "constraints", None, None),
        ("Explanation of sample 4", "note", None, 4),
        ("Subtask #1 (10 points):", "subtasks", None, 1),
        ("Small dataset", "subtasks", None, None),
        ("Inputs 2-5", "subtasks", None, 2),
        ("Förklaring av exempel 1", "note", None, 1),
        ("Формат выходных данных", "output", None, None),
        ("Interaction Protocol", "input", None, None),
    ],
)
def test_meaning_of_headings(title: str, kind: str, role: str | None, number: int | None) -> None:
    found = meaning(title)
    assert found is not None
    assert (found.kind.value, found.role, found.number) == (kind, role, number)


@pytest.mark.parametrize(
    "title",
    ["Lamps", "Input30.3000 0.4500", "Input21 2Output2", "The input is large", "Inputs and friends", ""],
)
def test_other_words_are_no_heading(title: str) -> None:
    assert meaning(title) is None


@pytest.mark.parametrize(
    "line",
    [
        "- Input",
        "input",
        "Points",
        "Task",
        "Input, then output.",
        "  input stream",
        "# of lamps, #....",
        "12#Input",
    ],
)
def test_lines_that_head_nothing(line: str) -> None:
    text = f"Some words.\n{line}\nstandard input\nmore words\n"
    assert not [h for h in find_headings(text) if h.meaning is not None]


def test_unknown_headings_end_a_section() -> None:
    problem = problem_from_text("## Input\n\nThe integer n.\n\n## Editorial\n\nn <= 5 is easy.\n", id="x")
    assert [(s.kind, s.text) for s in problem.sections] == [
        (SectionKind.INPUT, "The integer n."),
        (SectionKind.STORY, "n <= 5 is easy."),
    ]


def test_deeper_unknown_headings_stay_inside() -> None:
    problem = problem_from_text(
        "## Input\n\nThe integer n.\n\n### Queries\n\nThen q lines.\n\n## Output\n\nx\n", id="x"
    )
    assert [s.kind for s in problem.sections] == [SectionKind.INPUT, SectionKind.OUTPUT]
    assert "Then q lines." in problem.sections[0].text


def test_headings_inside_code_are_data() -> None:
    problem = problem_from_text("## Input\n\n```\n# Output\nOutput\n$N$\n```\n\n## Output\n\nx\n", id="x")
    assert [s.kind for s in problem.sections] == [SectionKind.INPUT, SectionKind.OUTPUT]


def test_a_list_of_tests_that_repeats_the_samples_adds_none() -> None:
    text = (
        "Input\n\nOne n.\n\nOutput\n\nIt.\n\nExamples\n\nInput\n\n1\n\n\nOutput\n\n2\n\n## Tags\n\n- dp\n\n"
        "## Examples\n\n### Example 1\n\n**Input**:\n```\n1\n```\n\n**Output**:\n```\n2\n```\n\n"
        "### Example 2\n\n**Input**:\n```\n7\n```\n\n**Output**:\n```\n8\n```\n"
    )
    assert [(s.name, s.input, s.output) for s in problem_from_text(text, id="x").samples] == [
        ("1", "1\n", "2\n")
    ]


def test_blank_lines_inside_a_sample_are_kept() -> None:
    text = "## Sample Input\n\n```\n2  \n\n1 2\n```\n\n## Sample Output\n\n```\na\n\nb\n```\n"
    sample = problem_from_text(text, id="x").samples[0]
    assert (sample.input, sample.output) == ("2\n\n1 2\n", "a\n\nb\n")


@pytest.mark.parametrize(
    "text",
    [
        "\\exmp{" * 30_000,
        "<h2>" * 60_000,
        "```\n" * 60_000,
        "Input\n" * 40_000,
        "<" * 200_000,
        "[" * 200_000,
        "\\begin{verbatim}" * 20_000,
        "InputThe" * 30_000,
        "* " * 100_000,
        "<pre>" * 50_000,
        "---\n" * 60_000,
        "(" * 200_000,
        "time limit " * 20_000,
    ],
    ids=lambda text: text[:10],
)
def test_hostile_texts_are_read(text: str) -> None:
    problem = problem_from_text("\\begin{example}\nx\n" + text, id="x")

    assert all(problem.text[s.start : s.start + len(s.text)] == s.text for s in problem.sections)


def test_a_sample_with_an_empty_line_behind_each_line_is_single_spaced() -> None:
    text = "# P\n\n## Input\n\nThe first line has n.{}\n\n## Sample Input\n\n```\n2\n\n1 2\n\n3 4\n```\n"

    assert problem_from_text(text.format(""), id="p").samples[0].input == "2\n1 2\n3 4\n"
    told = problem_from_text(text.format(" A blank line stands before each row."), id="p")
    assert told.samples[0].input == "2\n\n1 2\n\n3 4\n"
