"""From the words of a statement to an input layout that its samples prove."""

from __future__ import annotations

from dataclasses import replace

from stab.errors import LayoutError
from stab.layout.access import trace_of
from stab.layout.evaluation import Evaluator
from stab.layout.infer.alternatives import Prose, read_prose, split
from stab.layout.infer.block_search import read_blocks
from stab.layout.infer.blocks import told_kinds
from stab.layout.infer.charsets import with_charsets, with_lengths
from stab.layout.infer.facts import gather, key
from stab.layout.infer.fitting import Fitted, fields
from stab.layout.infer.guessing import Guess, guesses, nearest
from stab.layout.infer.matcher import Text, text_of
from stab.layout.infer.meaning import roles_of, test_loop
from stab.layout.infer.normalise import readable
from stab.layout.infer.search import Search, Solution
from stab.layout.infer.unnamed import with_names
from stab.layout.mismatch import Mismatch
from stab.layout.notation import parse_layout
from stab.layout.rendering import render_layout
from stab.layout.roles import role_faults
from stab.layout.schema import Schema
from stab.records import (
    Extraction,
    Layout,
    LayoutSource,
    Problem,
    ProblemForm,
    Role,
    RoleKind,
    Sample,
    SampleCheck,
    SectionKind,
)

__all__ = ["infer_layout"]

_LONGEST_OFFER = 4_000  # characters
_LONGEST = 20_000  # characters of the input section; real ones have a few thousand
_MOST_REGIONS = 40  # announced pieces of the input; real statements have up to twenty
_WRITE = "write the layout yourself: `layout:` in the front matter, or --layout FILE"
_ARGUMENTS = (
    "tell how its arguments stand in a file: `layout:` in the front matter, or --layout FILE, "
    "and `samples:` written that way (`samples: []` for none)"
)
_PASTE = "put it right where it is wrong, and give it as `layout:` in the front matter or by --layout FILE"


def infer_layout(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout of the problem's input, proved on every sample.

    A layout among the problem's overrides is taken as it is, and proved too. Raises LayoutError when no
    reading of the input section reads all samples (with the layout that came furthest, and the sample,
    line, expected and found where it ended), without samples (with the layout that the words alone give),
    and for problems without a stream input.
    """
    if problem.overrides.layout is not None:
        return _given(problem, extraction)
    _refuse(problem)
    section = "\n\n".join(s.text for s in problem.sections if s.kind is SectionKind.INPUT) or problem.text
    section = readable(section, _LONGEST)
    prose = read_prose(section)
    prose.kinds = told_kinds(readable(problem.text, _LONGEST))
    if len(prose.regions) > _MOST_REGIONS:
        raise LayoutError(
            f"no layout: the input section announces {len(prose.regions)} lines or blocks of lines, "
            f"more than the {_MOST_REGIONS} that can be told apart",
            hint=_WRITE,
        )
    texts = tuple(text_of(sample.name, sample.input) for sample in problem.samples)
    found = _proved(section, problem, prose, texts, extraction.tests_variable) if texts else None
    if found is None:
        raise _unproved(section, problem, extraction, prose)
    return _finished(found, problem, extraction, prose, texts)


def _proved(
    section: str, problem: Problem, prose: Prose, texts: tuple[Text, ...], tests: str | None
) -> Guess | None:
    """Return the least penalised layout that reads all texts."""
    block = read_blocks(section, readable(problem.text, _LONGEST), texts, prose)
    if block is not None:
        return Guess(block)
    solved = Search(prose, texts, tests).run()
    return Guess(solved[1], solved[0]) if solved else None


def _finished(
    found: Guess, problem: Problem, extraction: Extraction, prose: Prose, texts: tuple[Text, ...]
) -> Layout:
    """Return the layout with alphabets, lengths and the roles that no sample breaks."""
    counts = Schema(Layout(found.fitted.nodes)).sizes
    fitted = replace(found.fitted, nodes=with_names(found.fitted.nodes, extraction, counts))
    solution = found.solution
    regions = _region_names(prose, solution, fitted) if solution else {}
    facts = gather(problem, extraction, regions)
    tests = (solution.tests if solution else None) or extraction.tests_variable
    nodes = with_charsets(with_lengths(fitted.nodes, facts, texts), facts, texts)
    bare = Layout(nodes, roles_of(nodes, facts, tests), LayoutSource.PROSE)
    if not texts:
        return bare
    traces = [_evaluator(bare, sample) for sample in problem.samples]
    kept = tuple(role for role in bare.roles if not any(_is_broken(role, trace) for trace in traces))
    return replace(bare, roles=kept, checks=tuple(SampleCheck(s.name, ok=True) for s in problem.samples))


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


def _given(problem: Problem, extraction: Extraction) -> Layout:
    """Return the layout that the user wrote, proved on the samples.

    It has the roles that the user wrote, or where there are none those of the words; sizes anyway.
    """
    layout = replace(parse_layout(problem.overrides.layout or ""), source=LayoutSource.OVERRIDE)
    try:
        traces = [_evaluator(layout, sample) for sample in problem.samples]
    except LayoutError as error:
        if problem.form is ProblemForm.FUNCTION:
            error.hint = _ARGUMENTS
        raise
    facts = gather(problem, extraction, {})
    inferred = roles_of(layout.nodes, facts, extraction.tests_variable or test_loop(layout.nodes))
    kept = [role for role in inferred if not any(_is_broken(role, trace) for trace in traces)]
    if layout.roles:
        known = {name for role in layout.roles for name in role.fields}
        kept = [r for r in kept if r.kind in (RoleKind.SIZE, RoleKind.TESTS) and not known & set(r.fields)]
    checks = tuple(SampleCheck(s.name, ok=True) for s in problem.samples)
    return replace(layout, roles=(*layout.roles, *kept), checks=checks)


_HINTS = {
    ProblemForm.FUNCTION: _ARGUMENTS,
    ProblemForm.FILES: f"{_WRITE}: inputs are then made as they stand in that file",
}


def _refuse(problem: Problem) -> None:
    reasons = {
        ProblemForm.INTERACTIVE: "the problem is interactive: its input depends on the program's questions",
        ProblemForm.FUNCTION: "the problem asks for a function: there is no input to lay out",
        ProblemForm.FILES: "the problem reads its input from a named file",
    }
    if problem.form in reasons:
        hint = _HINTS.get(problem.form, "only problems that read their whole input have one")
        raise LayoutError(f"no layout: {reasons[problem.form]}", hint=hint)


def _unproved(section: str, problem: Problem, extraction: Extraction, prose: Prose) -> LayoutError:
    """Return the error with the likeliest layout: without samples the first, else the furthest."""
    found = guesses(section, readable(problem.text, _LONGEST), prose, extraction.tests_variable)
    if not problem.samples:
        return _offered(
            "no layout can be proved: the statement has no sample input",
            None if not found else _finished(found[0], problem, extraction, prose, ()),
            f"add a sample to the statement, or {_WRITE}",
        )
    miss = nearest(found, problem.samples)
    if miss is None:
        reason = "doesn't describe its input line by line" if not found else "and its samples disagree"
        return LayoutError(f"no layout: the statement {reason}", hint=_WRITE)
    fault = miss.fault
    return _offered(
        f"no reading of the input section fits the samples; the nearest fails in sample {miss.sample.name}, "
        f"line {fault.row}, column {fault.column}: expected {fault.expected}, found {fault.found}",
        _finished(miss.guess, problem, extraction, prose, ()),
        _WRITE,
    )


def _offered(message: str, candidate: Layout | None, hint: str) -> LayoutError:
    """Return the error with an unproved layout, ready to paste, if it is one that somebody would read."""
    error = LayoutError(message, hint=hint)
    offer = "" if candidate is None else render_layout(candidate)
    if offer and len(offer) <= _LONGEST_OFFER:
        error.candidate = offer
        error.hint = f"the likeliest layout, not proved:\n\n{error.candidate}\n      {_PASTE}"
    return error
