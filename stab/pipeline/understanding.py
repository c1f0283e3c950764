"""From a problem to the generation specification (paper, figure 1 up to the generator)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stab.errors import InputError, LayoutError
from stab.expression import Comparison, Const, Expr, Ref, names, parse, refs, render
from stab.inject import retrieve
from stab.layout import bind, infer_layout, said_conditions, unkept
from stab.records import (
    Answer,
    Binding,
    Branch,
    Choice,
    Constraint,
    Extraction,
    Field,
    FieldType,
    GenerationSpec,
    Layout,
    Line,
    Literal,
    Node,
    Origin,
    Problem,
    ProblemForm,
    Repeat,
    Retrieval,
    RoleKind,
    Scenario,
)
from stab.saturate import extract, saturate, with_lengths


def understand(
    problem: Problem, *, catalog: Sequence[Scenario] | None = None, encoder: str = "auto"
) -> GenerationSpec:
    """Return everything a generator is written from.

    Raises InputError when no constraint was read, LayoutError when no layout can be proved,
    InfeasibleError when constraints contradict each other.
    """
    extraction, layout, binding = read_input(problem, demand_constraints=True)
    extraction = _settled(extraction, layout, binding)
    return GenerationSpec(
        problem=problem,
        extraction=extraction,
        saturation=saturate(extraction),
        layout=layout,
        binding=binding,
        retrieval=scenarios(problem, catalog, encoder, (extraction, layout)),
    )


def read_input(problem: Problem, *, demand_constraints: bool = False) -> tuple[Extraction, Layout, Binding]:
    """Return the constraints, the layout, and how they fit together: all that tells valid inputs apart.

    Raises InputError for a given constraint about something that is not in the input (and, on demand,
    when no constraint was read), LayoutError when no layout can be proved.
    """
    extraction = extract(problem)
    if demand_constraints and not extraction.constraints and problem.form is ProblemForm.STREAM:
        raise no_constraint(problem)
    layout = infer_layout(problem, extraction)
    extraction = _in_layout(problem, extraction, layout)
    return extraction, layout, _bound(problem, extraction, layout)


def read_constraints(problem: Problem, answers: Sequence[Answer] = ()) -> tuple[Extraction, Layout | None]:
    """Return the constraints as inputs would obey them; without a layout, None, as the words tell them.

    `answers` are what a language model makes of unread stretches.

    Raises InputError for a given one about something that is not in the input, InfeasibleError when
    constraints contradict each other.
    """
    extraction = extract(problem, answers)
    try:
        layout = infer_layout(problem, extraction)
    except LayoutError:
        return with_promises(problem, extraction, None), None
    extraction = _in_layout(problem, extraction, layout)
    return _settled(extraction, layout, _bound(problem, extraction, layout)), layout


def _in_layout(problem: Problem, extraction: Extraction, layout: Layout) -> Extraction:
    """Return the extraction with what only the layout tells: lengths, conditions of fields, promises."""
    extraction = with_lengths(extraction, layout)
    told = with_promises(problem, extraction, layout)
    said = said_conditions(problem, extraction, layout)
    return replace(told, side_conditions=(*told.side_conditions, *said))


def _bound(problem: Problem, extraction: Extraction, layout: Layout) -> Binding:
    binding = bind(layout, extraction, problem.samples)
    _refuse_strangers(extraction, layout, binding)
    return binding


def _settled(extraction: Extraction, layout: Layout, binding: Binding) -> Extraction:
    """Return the extraction without what samples break, with the sizes that the layout tells."""
    if binding.broken:
        saturate(extraction)  # a statement that contradicts itself is refused before samples mend it
    return with_layout_sizes(without_withdrawn(extraction, binding), layout)


def with_promises(problem: Problem, extraction: Extraction, layout: Layout | None) -> Extraction:
    """Return the extraction whose unread has what the statement promises and no role or constraint checks."""
    return replace(extraction, unread=extraction.unread + unkept(problem, extraction, layout))


def _refuse_strangers(extraction: Extraction, layout: Layout, binding: Binding) -> None:
    """Raise InputError where a constraint that the user gave names what the input does not hold."""
    given = {c.text: c.variables for c in extraction.constraints if c.origin is Origin.OVERRIDE}
    given |= {text: names(parse(text)) for text in extraction.given_conditions}
    read = {c for c in extraction.constraints if c.origin is not Origin.OVERRIDE}
    known = {name.lower() for c in read for name in c.variables}
    known |= {name.lower() for name in field_names(layout)}
    for text in binding.unbound:
        strangers = [name for name in given.get(text, ()) if name.lower() not in known]
        if strangers:
            raise InputError(
                f"the constraint {text!r} is about {strangers[0]}, which is not in the input",
                hint=f"the input holds {', '.join(field_names(layout))}; see stab layout",
            )


def remarks(extraction: Extraction, binding: Binding) -> tuple[str, ...]:
    """Return what the user should know of the constraints that he gave."""
    given = {c.text for c in extraction.constraints if c.origin is Origin.OVERRIDE}
    given.update(extraction.given_conditions)
    return (
        *(f"as given, against the samples: {c.quote} ({c.reason})" for c in binding.contested),
        *(f"as given, but no input is checked for it: {t}" for t in binding.unbound if t in given),
    )


def without_upper_bound(extraction: Extraction, layout: Layout) -> tuple[str, ...]:
    """Return the fields of numbers, in reading order, of which nothing says how large they may be."""
    known = set(_bounded_above(extraction))
    known |= {name.casefold() for role in layout.roles if role.kind in _NUMBERING for name in role.fields}
    numbers = {item.name: None for item in layout.fields if item.type in _NUMBERS}
    return tuple(name for name in numbers if name.casefold() not in known)


_NUMBERS = (FieldType.INT, FieldType.REAL)
_NUMBERING = frozenset(  # what numbers vertices or elements is at most as large as they are many
    {
        RoleKind.EDGES,
        RoleKind.TREE,
        RoleKind.PARENTS,
        RoleKind.VERTEX,
        RoleKind.PERMUTATION,
        RoleKind.QUERY_TYPE,
    }
)


def _bounded_above(extraction: Extraction) -> Iterator[str]:
    """Yield the names, case folded, that stand on the smaller side of a comparison or equal something."""
    texts = [parse(text) for text in extraction.side_conditions]
    for comparison in (*(c.comparison for c in extraction.constraints), *texts):
        for left, sign, right in comparison.atoms() if isinstance(comparison, Comparison) else ():
            smaller = {"<": (left,), "<=": (left,), ">": (right,), ">=": (right,), "==": (left, right)}
            for ref in (ref for expr in smaller.get(sign, ()) for ref in refs(expr)):
                digits = "".join(str(i.value) for i in ref.indices if isinstance(i, Const))
                yield from (ref.name.casefold(), f"{ref.name}{digits}".casefold())
                words = (i.name for i in ref.indices if isinstance(i, Ref))
                yield from (f"{ref.name}_{word}".casefold() for word in words)  # x[s] may be x_s
                yield from (
                    f"{ref.name}{digit}".casefold() for digit in "123456789" if ref.indices
                )  # x[i], x1


def field_names(layout: Layout) -> tuple[str, ...]:
    """Return the names of all fields, in reading order, each once."""
    return tuple(dict.fromkeys(item.name for item in layout.fields))


def scenarios(
    problem: Problem,
    catalog: Sequence[Scenario] | None,
    encoder: str,
    known: tuple[Extraction, Layout | None] | None = None,
) -> Retrieval:
    """Return the scenarios that match the problem, by the keyword route or by nearest centroids.

    `known` is what was read of the input, which counts as evidence; without it the statement is read here.
    """
    if known is None:
        extraction = extract(problem)
        try:
            known = extraction, infer_layout(problem, extraction)
        except LayoutError:
            known = extraction, None
    own = None if catalog is None else tuple(catalog)
    return retrieve(problem, catalog=own, encoder=encoder, extraction=known[0], layout=known[1])


def no_constraint(problem: Problem) -> InputError:
    """Return the error for a statement without a readable constraint."""
    return InputError(
        "no constraint was found in the statement",
        file=None if problem.path is None else str(problem.path),
        hint="add them with --constraint '1 <= n <= 200000' or 'constraints:' in the front matter",
    )


def without_withdrawn(extraction: Extraction, binding: Binding) -> Extraction:
    """Return the extraction without what a sample breaks, which becomes unread.

    Of a chain only the broken pairs go: `1 <= n <= 5` without `n <= 5` is `1 <= n`.
    """
    broken = frozenset(binding.broken)
    return replace(
        extraction,
        constraints=tuple(part for c in extraction.constraints for part in _unbroken(c, broken)),
        side_conditions=tuple(text for text in extraction.side_conditions if text not in broken),
        unread=extraction.unread + binding.withdrawn,
    )


def _unbroken(constraint: Constraint, broken: frozenset[str]) -> Iterator[Constraint]:
    """Yield the longest stretches of a chain without a broken pair."""
    runs: list[list[tuple[Expr, str, Expr]]] = [[]]
    for left, sign, right in constraint.comparison.atoms():
        if render(Comparison((left, right), (sign,))) in broken:
            runs.append([])
        else:
            runs[-1].append((left, sign, right))
    if len(runs) == 1:
        yield constraint
        return
    for run in filter(None, runs):
        operands = (run[0][0], *(right for _, _, right in run))
        comparison = Comparison(operands, tuple(sign for _, sign, _ in run))
        yield replace(constraint, text=render(comparison), variables=names(comparison), comparison=comparison)


def with_layout_sizes(extraction: Extraction, layout: Layout) -> Extraction:
    """Return the extraction whose size variables include the counts of the layout, bounded ones first."""
    known = {name for c in extraction.constraints for name in c.variables}
    counts = [_as_written(name, extraction.constraints) for name in _counts(layout.nodes)]
    sizes = (*extraction.size_variables, *(c for c in counts if c in known))
    tests = extraction.tests_variable or next(
        (_as_written(r.fields[0], extraction.constraints) for r in layout.roles if r.kind is RoleKind.TESTS),
        None,
    )
    return replace(extraction, size_variables=tuple(dict.fromkeys(sizes)), tests_variable=tests)


def _as_written(name: str, constraints: Sequence[Constraint]) -> str:
    """Return the spelling of a name in the constraints: exact if there, else the only one but for case."""
    spellings = dict.fromkeys(v for c in constraints for v in c.variables)
    if name in spellings:
        return name
    alike = [s for s in spellings if s.lower() == name.lower()]
    return alike[0] if len(alike) == 1 else name


def _counts(nodes: Sequence[Node]) -> Iterator[str]:
    """Yield the names that decide how many lines, items or characters there are."""
    for node in nodes:
        match node:
            case Line(items):
                yield from _item_counts(items)
            case Repeat(count, body):
                yield from _names(count)
                yield from _counts(body)
            case Choice(_, branches):
                for branch in branches:
                    yield from _branch_counts(branch)
            case _:
                pass


def _branch_counts(branch: Branch) -> Iterator[str]:
    yield from _item_counts(branch.items)
    yield from _counts(branch.body)


def _item_counts(items: Sequence[Field | Literal]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Field):
            yield from _names(item.count)
            yield from _names(item.length)


def _names(item: Expr | None) -> tuple[str, ...]:
    return () if item is None else names(item)
