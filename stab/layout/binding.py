"""Connects the constraints of a statement to the fields of a layout, and checks them on the samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stab.errors import LayoutError
from stab.expression import BadExpression, Comparison, Const, Expr, Ref, gap, names, parse, parse_expr, render
from stab.layout.access import trace_of
from stab.layout.evaluation import Evaluator
from stab.layout.mismatch import shown
from stab.layout.naming import Names
from stab.layout.plan import Plan, Unresolved, is_case_level, plans, rule_plans
from stab.layout.rendering import role_text
from stab.layout.roles import role_faults
from stab.layout.schema import RepeatStep, Schema
from stab.records import (
    Binding,
    Extraction,
    Layout,
    Origin,
    Repeat,
    Role,
    RoleKind,
    Rule,
    Sample,
    Scope,
    Unread,
)

_MOST_SEEN = 10_000  # elements of a sample
_GRAPHS = (RoleKind.EDGES, RoleKind.TREE, RoleKind.VERTEX, RoleKind.PARENTS)


def bind(layout: Layout, extraction: Extraction, samples: Sequence[Sample] = ()) -> Binding:
    """Return the rules that can be checked on an input of this layout.

    Names match exactly first, then without case where that is unique; x[1], x_1 and x1 are the same.
    Of a chain with unknown names the pairs that are known remain. Constraints and roles that a sample
    breaks are withdrawn, with the sample's value in the reason; what the user gave stays. Ranges of
    vertices that the statement doesn't give are added (from 0 where a sample has 0).
    """
    schema = Schema(layout)
    own = {name for c in extraction.constraints for name in _bounded_above(c.comparison)}
    known = Names(schema, own)
    evaluators = _evaluators(layout, samples)
    rules: list[Rule] = []
    unbound: list[str] = []
    withdrawn: list[Unread] = []
    broken: list[str] = []
    contested: list[Unread] = []
    for claim in (*_claims(extraction), *_implicit_counts(schema)):
        found, missing = _rules(schema, known, claim, extraction.tests_variable)
        unbound += missing
        if claim.is_given:
            rules += (candidate.rule for candidate in found if candidate.rule not in rules)
            contested += _contested(schema, claim, found, evaluators)
            continue
        verdicts = [v for rule in found for v in _verdicts(schema, rule, claim, extraction, evaluators)]
        rules += (v.kept for v in verdicts if v.kept is not None and v.kept not in rules)
        quote = claim.quote or render(claim.comparison)
        withdrawn += (Unread(quote, claim.line, v.reason) for v in verdicts if v.reason is not None)
        broken += _lost(claim, verdicts)
    rules += _vertex_ranges(schema, layout, rules, [e for _, e in evaluators], extraction.tests_variable)
    withdrawn += _broken_roles(layout, evaluators)
    return Binding(
        _sharpest(rules),
        tuple(dict.fromkeys(unbound)),
        tuple(withdrawn),
        tuple(dict.fromkeys(broken)),
        tuple(contested),
    )


@dataclass(frozen=True, slots=True)
class _Claim:
    comparison: Comparison
    quote: str
    line: int
    is_side_condition: bool = False
    is_given: bool = False  # by the user, whose word counts more than a sample's
    is_implicit: bool = False

    def pair(self, number: int) -> str:
        """Return the canonical text of a pair of the chain; of a side condition the condition."""
        if self.is_side_condition:
            return self.quote
        left, sign, right = list(self.comparison.atoms())[number]
        return render(Comparison((left, right), (sign,)))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A rule that names fields of the layout, and which pairs of the claim's chain it holds."""

    rule: Rule
    pairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What the samples left of a rule."""

    pairs: tuple[int, ...]
    kept: Rule | None
    reason: str | None


def _evaluators(layout: Layout, samples: Sequence[Sample]) -> list[tuple[str, Evaluator]]:
    """Return the samples that the layout reads; what is wrong with the others is the layout's affair."""
    found = []
    for sample in samples:
        try:
            trace = trace_of(layout, sample.input.encode("utf-8", "replace"), tolerant=True)
        except LayoutError:
            continue
        found.append((sample.name, Evaluator(trace)))
    return found


def _claims(extraction: Extraction) -> Iterator[_Claim]:
    for constraint in extraction.constraints:
        is_given = constraint.origin is Origin.OVERRIDE
        yield _Claim(constraint.comparison, constraint.quote, constraint.line, is_given=is_given)
    for text in extraction.side_conditions:
        try:
            item = parse(text)
        except BadExpression:
            continue
        comparison = item if isinstance(item, Comparison) else Comparison((item, Const(1)), ("==",))
        is_given = text in extraction.given_conditions
        yield _Claim(comparison, text, 0, is_side_condition=True, is_given=is_given)


def _implicit_counts(schema: Schema) -> Iterator[_Claim]:
    counts: dict[str, None] = {}
    for block in schema.blocks:
        if (
            isinstance(block, RepeatStep)
            and isinstance(block.node.count, Ref)
            and not block.node.count.indices
        ):
            counts[block.node.count.name] = None
    for slot in schema.slots:
        if isinstance(slot.field.count, Ref) and not slot.field.count.indices:
            counts[slot.field.count.name] = None
    for name in counts:
        yield _Claim(Comparison((Const(0), Ref(name)), ("<=",)), "", 0, is_implicit=True)


def _rules(
    schema: Schema, known: Names, claim: _Claim, tests: str | None
) -> tuple[list[_Candidate], list[str]]:
    """Return the rules of a claim, and its text where a part of it names no field."""
    rules, missing = [], []
    for comparison in known.renamed(claim.comparison):
        try:
            rule = _rule(schema, comparison, claim, tests)
            rules.append(_Candidate(rule, tuple(range(len(comparison.signs)))))
        except Unresolved:
            missing.append(render(claim.comparison))
            rules += _pairs(schema, comparison, claim, tests)
    return rules, missing


def _pairs(schema: Schema, comparison: Comparison, claim: _Claim, tests: str | None) -> Iterator[_Candidate]:
    """Yield a rule for every pair of a chain whose names are fields."""
    for number, (left, sign, right) in enumerate(comparison.atoms()):
        try:
            rule = _rule(schema, Comparison((left, right), (sign,)), claim, tests)
        except Unresolved:
            continue
        yield _Candidate(rule, (number,))


def _verdicts(
    schema: Schema,
    candidate: _Candidate,
    claim: _Claim,
    extraction: Extraction,
    evaluators: Sequence[tuple[str, Evaluator]],
) -> Iterator[_Verdict]:
    """Yield what the samples leave of a rule; of a chain that they break, of every pair."""
    kept, reason = _examined(schema, candidate.rule, evaluators)
    if kept is not None or len(candidate.pairs) == 1:
        beside: list[_Verdict] = []
        if kept is None:
            beside += _beside_range(schema, candidate.rule, claim, extraction.tests_variable, evaluators)
        if beside:
            instead = " and ".join(render(v.kept.comparison) for v in beside if v.kept is not None)
            reason = f"{reason}; taken instead: {instead}"
        yield _Verdict(candidate.pairs, kept, reason)
        yield from beside
        return
    for part in _pairs(schema, candidate.rule.comparison, claim, extraction.tests_variable):
        yield from _verdicts(schema, part, claim, extraction, evaluators)


def _contested(
    schema: Schema,
    claim: _Claim,
    found: Sequence[_Candidate],
    evaluators: Sequence[tuple[str, Evaluator]],
) -> Iterator[Unread]:
    """Yield how samples break what the user gave."""
    for candidate in found:
        _, reason = _examined(schema, candidate.rule, evaluators)
        if reason is not None:
            yield Unread(claim.quote, claim.line, reason)


def _beside_range(
    schema: Schema, rule: Rule, claim: _Claim, tests: str | None, evaluators: Sequence[tuple[str, Evaluator]]
) -> Iterator[_Verdict]:
    """Yield the rules of a range that the samples leave for one value, -1 or 0, that stands for none."""
    low, subject = rule.comparison.operands
    (sign,) = rule.comparison.signs
    if not (isinstance(low, Const) and isinstance(subject, Ref) and sign in ("<", "<=")):
        return
    values = {
        violation.values[render(subject)]
        for plan in rule_plans(schema, rule)
        for _, evaluator in evaluators
        for violation in evaluator.violations(plan, _MOST_SEEN)
    }
    value, first = next(iter(values)), low.value + (sign == "<")
    if values <= {-1, 0} and len(values) == 1 and isinstance(first, int) and int(value) < first:
        bound = Comparison((Const(int(value)), subject), ("<=",))
        for comparison in (bound, *gap(subject, int(value), first)):
            kept, _ = _examined(schema, _rule(schema, comparison, claim, tests), evaluators)
            yield _Verdict((), kept, None)


def _lost(claim: _Claim, verdicts: Sequence[_Verdict]) -> list[str]:
    """Return the pairs of a claim of which no reading is left."""
    kept = {n for v in verdicts if v.kept is not None for n in v.pairs}
    gone = {n for v in verdicts if v.kept is None for n in v.pairs}
    return [claim.pair(number) for number in sorted(gone - kept)]


def _rule(schema: Schema, comparison: Comparison, claim: _Claim, tests: str | None) -> Rule:
    found = plans(schema, comparison, claim.quote)
    fields = tuple(dict.fromkeys(slot.name for plan in found for slot in plan.slots))
    scope = max((_scope(schema, plan, tests) for plan in found), key=list(Scope).index)
    return Rule(comparison, fields, scope, claim.quote, claim.line, claim.is_side_condition)


def _scope(schema: Schema, plan: Plan, tests: str | None) -> Scope:
    if plan.domain.run is not None:
        return Scope.ROW
    if plan.domain.level is schema.root:
        return Scope.FILE
    return Scope.CASE if is_case_level(schema, plan.domain.level, tests) else Scope.ROW


def _examined(
    schema: Schema, rule: Rule, evaluators: Sequence[tuple[str, Evaluator]]
) -> tuple[Rule | None, str | None]:
    """Return the rule as far as the samples keep it, and how they break it.

    Where a name is read in several places, the rule may hold in one and not in another.
    """
    kept, first = [], None
    readings = rule_plans(schema, rule)
    for number, plan in enumerate(readings):
        reason = next(filter(None, (_broken(rule, plan, name, e) for name, e in evaluators)), None)
        if reason is None:
            kept.append(number)
        first = first or reason
    if not kept:
        return None, first
    if first is None:
        return rule, None
    return replace(rule, readings=tuple(kept)), f"{first}; where its names are read elsewhere it is kept"


def _broken(rule: Rule, plan: Plan, sample: str, evaluator: Evaluator) -> str | None:
    """Return how a sample breaks a reading of a rule, None if it doesn't."""
    for violation in evaluator.violations(plan, 1):
        line, column, _ = evaluator.trace.place(violation.slot, violation.element)
        values = ", ".join(f"{text} = {value}" for text, value in list(violation.values.items())[:4])
        place = f"line {line}, column {column}"
        return f"sample '{sample}' has {values} ({place}), which breaks {render(rule.comparison)}"
    return None


def _broken_roles(layout: Layout, evaluators: Sequence[tuple[str, Evaluator]]) -> Iterator[Unread]:
    for role in layout.roles:
        for name, evaluator in evaluators:
            fault = next(role_faults(role, evaluator), None)
            if fault is not None:
                place = f"line {fault.line}, column {fault.column}, {shown(fault.token)}"
                yield Unread(role_text(role), 0, f"sample '{name}' ({place}) breaks: {fault.rule}")
                break


def _vertex_ranges(
    schema: Schema, layout: Layout, rules: Sequence[Rule], evaluators: Sequence[Evaluator], tests: str | None
) -> list[Rule]:
    """Return ranges of vertices and permutations that no rule bounds: from 1, or from 0 as in the samples."""
    made = []
    bounded = {name for rule in rules for name in _bounded_above(rule.comparison)}
    for role in layout.roles:
        if role.kind not in _GRAPHS and role.kind is not RoleKind.PERMUTATION:
            continue
        for field in role.fields:
            low, high = _seen_range(schema, field, evaluators)
            size = _size_of(role, schema, field)
            unknown = role.kind is RoleKind.PERMUTATION and high is None
            if field in bounded or low is None or size is None or unknown:
                continue
            first = min(low, 1)
            last: Expr = size if first == 1 or high is None else parse_expr(f"{render(size)} - 1")
            if role.kind is RoleKind.PARENTS:
                last = size
            slot = schema.named(field)[0]
            middle = Ref(field, (Ref("i"),)) if slot.is_run else Ref(field)
            claim = _Claim(
                Comparison((Const(first), middle, last), ("<=", "<=")), role.quote, 0, is_implicit=True
            )
            try:
                rule = _rule(schema, claim.comparison, claim, tests)
            except Unresolved:
                continue
            if _examined(schema, rule, [("", evaluator) for evaluator in evaluators])[1] is None:
                made.append(rule)
    return made


def _size_of(role: Role, schema: Schema, field: str) -> Expr | None:
    """Return how many vertices there are, or how long a permutation is."""
    if role.size is not None or role.kind is not RoleKind.PERMUTATION:
        return None if role.size is None else parse_expr(role.size)
    slot = next(iter(schema.named(field)), None)
    if slot is None or slot.is_run:
        return None if slot is None else slot.field.count
    return slot.level.origin.count if isinstance(slot.level.origin, Repeat) else None


def _bounded_above(comparison: Comparison) -> Iterator[str]:
    for left, sign, right in comparison.atoms():
        if sign in ("<", "<=") and isinstance(left, Ref):
            yield left.name
        elif sign in (">", ">=") and isinstance(right, Ref):
            yield right.name


def _seen_range(schema: Schema, field: str, evaluators: Sequence[Evaluator]) -> tuple[int | None, int | None]:
    """Return the smallest and largest value of a field in the samples; (1, None) without samples."""
    low, high = 1, None
    slots = schema.named(field)
    if not slots or (slots[0].level is schema.root and not slots[0].is_run):
        return (1, None) if slots else (None, None)
    for evaluator in evaluators:
        for slot in slots:
            numbers = evaluator.numbers(slot)
            if len(numbers):
                low, high = min(low, int(numbers.min())), max(high or 0, int(numbers.max()))
    return low, high


def _sharpest(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Leave out `0 <= n` where another rule bounds n below."""
    bounded = {name for rule in rules if not _is_count_rule(rule) for name in _bounded_below(rule.comparison)}
    return tuple(r for r in rules if not (_is_count_rule(r) and set(names(r.comparison)) <= bounded))


def _is_count_rule(rule: Rule) -> bool:
    return (
        not rule.quote
        and rule.line == 0
        and rule.comparison.operands[0] == Const(0)
        and len(rule.comparison.operands) == 2
    )


def _bounded_below(comparison: Comparison) -> Iterator[str]:
    for left, sign, right in comparison.atoms():
        if sign in ("<", "<=") and isinstance(right, Ref):
            yield right.name
        elif sign in (">", ">=") and isinstance(left, Ref):
            yield left.name
