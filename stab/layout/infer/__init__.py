"""From the words of a statement to an input layout that its samples prove."""

from __future__ import annotations

from stab.errors import LayoutError
from stab.layout.infer.alternatives import read_prose
from stab.layout.infer.block_search import Failure, read_blocks
from stab.layout.infer.fitting import Fitted
from stab.layout.infer.matcher import text_of
from stab.layout.infer.search import Nearest, Search
from stab.records import Extraction, Layout, LayoutSource, Problem, ProblemForm, SampleCheck, SectionKind

__all__ = ["infer_layout"]

_WRITE = "write the layout yourself: `layout:` in the front matter, or --layout FILE"


def infer_layout(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout of the problem's input, proved on every sample.

    Raises LayoutError with the nearest failure (sample, line, expected, found) when no reading of the
    input section reads all samples, and for problems without a stream input or without samples.
    """
    _refuse(problem)
    section = "\n\n".join(s.text for s in problem.sections if s.kind is SectionKind.INPUT)
    texts = tuple(text_of(sample.name, sample.input) for sample in problem.samples)
    prose = read_prose(section or problem.text)
    block = read_blocks(section or problem.text, problem.text, texts, prose)
    if isinstance(block, Fitted):
        fitted = block
    else:
        search = Search(prose, texts, extraction.tests_variable)
        found = search.run()
        if found is None:
            raise _failure(block or search.nearest)
        _, fitted = found
    checks = tuple(SampleCheck(sample.name, ok=True) for sample in problem.samples)
    return Layout(fitted.nodes, (), LayoutSource.PROSE, checks)


def _refuse(problem: Problem) -> None:
    reasons = {
        ProblemForm.INTERACTIVE: "the problem is interactive: its input depends on the program's questions",
        ProblemForm.FUNCTION: "the problem asks for a function: there is no input to lay out",
        ProblemForm.FILES: "the problem reads its input from a named file",
    }
    if problem.form in reasons:
        raise LayoutError(
            f"no layout: {reasons[problem.form]}", hint="only problems that read standard input have one"
        )
    if not problem.samples:
        raise LayoutError(
            "no layout can be proved: the statement has no sample input",
            hint=f"add a sample to the statement, or {_WRITE}",
        )


def _failure(near: Failure | Nearest | None) -> LayoutError:
    if near is None:
        return LayoutError("no layout: the statement doesn't describe its input line by line", hint=_WRITE)
    return LayoutError(
        f"no reading of the input section fits the samples; the nearest fails in sample {near.sample}, "
        f"line {near.line}: expected {near.expected}, found `{near.found}`",
        hint=_WRITE,
    )
