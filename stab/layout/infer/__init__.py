"""From the words of a statement to an input layout that its samples prove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stab.errors import LayoutError
from stab.layout.access import trace_of
from stab.layout.evaluation import Evaluator
from stab.layout.infer.alternatives import Prose, read_prose, split
from stab.layout.infer.block_search import Failure, read_blocks
from stab.layout.infer.charsets import with_charsets, with_lengths
from stab.layout.infer.facts import Facts, gather, key
from stab.layout.infer.fitting import Fitted, fields
from stab.layout.infer.matcher import Text, text_of
from stab.layout.infer.meaning import roles_of
from stab.layout.infer.search import Nearest, Search, Solution
from stab.layout.mismatch import Mismatch
from stab.layout.notation import parse_layout
from stab.layout.roles import role_faults
from stab.records import (
    Extraction,
    Layout,
    LayoutSource,
    Problem,
    ProblemForm,
    Role,
    Sample,
    SampleCheck,
    SectionKind,
)

__all__ = ["infer_layout"]

_WRITE = "write the layout yourself: `layout:` in the front matter, or --layout FILE"


def infer_layout(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout of the problem's input, proved on every sample.

    A layout among the problem's overrides is taken as it is, and proved too. Raises LayoutError with the
    nearest failure (sample, line, expected, found) when no reading of the input section reads all
    samples, and for problems without a stream input or without samples.
    """
    if problem.overrides.layout is not None:
        return _given(problem)
    _refuse(problem)
    section = "\n\n".join(s.text for s in problem.sections if s.kind is SectionKind.INPUT) or problem.text
    texts = tuple(text_of(sample.name, sample.input) for sample in problem.samples)
    prose = read_prose(section)
    tests: str | None = None
    regions: dict[str, frozenset[str]] = {}
    found = read_blocks(section, problem.text, texts, prose)
    if not isinstance(found, Fitted):
        search = Search(prose, texts, extraction.tests_variable)
        solved = search.run()
        if solved is None:
            raise _failure(found or search.nearest)
        solution, found = solved
        tests, regions = solution.tests, _region_names(prose, solution, found)
    facts = gather(problem, extraction, regions)
    return _finished(found, facts, tests or extraction.tests_variable, problem.samples, texts)


def _finished(
    fitted: Fitted, facts: Facts, tests: str | None, samples: Sequence[Sample], texts: tuple[Text, ...]
) -> Layout:
    """Return the layout with alphabets, lengths and the roles that no sample breaks."""
    nodes = with_charsets(with_lengths(fitted.nodes, facts, texts), facts, texts)
    bare = Layout(nodes, roles_of(nodes, facts, tests), LayoutSource.PROSE)
    traces = [_evaluator(bare, sample) for sample in samples]
    kept = tuple(role for role in bare.roles if not any(_is_broken(role, trace) for trace in traces))
    return replace(bare, roles=kept, checks=tuple(SampleCheck(s.name, ok=True) for s in samples))


def _evaluator(layout: Layout, sample: Sample) -> Evaluator:
    try:
        return Evaluator(trace_of(layout, sample.input.encode("utf-8", "replace"), tolerant=True))
    except Mismatch as miss:
        raise _mismatch(sample, miss) from miss


def _is_broken(role: Role, trace: Evaluator) -> bool:
    return next(role_faults(role, trace), None) is not None


def _mismatch(sample: Sample, miss: Mismatch) -> LayoutError:
    return LayoutError(
        f"the layout doesn't fit sample {sample.name}, line {miss.line}, column {miss.column}: "
        f"expected {miss.expected}, found {miss.found}",
        hint=_WRITE,
    )


def _region_names(prose: Prose, solution: Solution, fitted: Fitted) -> dict[str, frozenset[str]]:
    """Return the fields of each region, by the sentences of the region."""
    pairs = zip(fields(solution.nodes), fields(fitted.nodes), strict=True)
    named = {id(before): after.name for before, after in pairs}
    found: dict[str, frozenset[str]] = {}
    for piece in solution.pieces:
        names = frozenset(named[id(item)] for item in fields(piece.nodes) if id(item) in named)
        if not names:
            continue
        region = prose.regions[piece.region]
        for part in split(prose, replace(region, body=region.start)):
            found[key(prose.quote(part.start, part.start + len(part.text)))] = names
    return found


def _given(problem: Problem) -> Layout:
    """Return the layout that the user wrote, proved on the samples."""
    layout = replace(parse_layout(problem.overrides.layout or ""), source=LayoutSource.OVERRIDE)
    for sample in problem.samples:
        _evaluator(layout, sample)
    return replace(layout, checks=tuple(SampleCheck(s.name, ok=True) for s in problem.samples))


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
