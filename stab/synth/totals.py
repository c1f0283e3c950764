"""Rules on the sum of the values of a column or an array: what they bound, and what room they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stab.expression import Call, Const, Expr, Op, Ref
from stab.records import FieldType, GenerationSpec, Rule, Scope
from stab.synth.relations import Relation, keys, relations
from stab.synth.shape import Shape, Total


def summed_rows(rules: Iterable[Rule]) -> frozenset[str]:
    """Return the names whose sum over a whole input is bounded."""
    in_file = [rule for rule in rules if rule.scope is Scope.FILE]
    sides = (side for relation in relations(in_file) for side in (relation.left, relation.right))
    return frozenset(name for side in sides for name in _plain_sum(side))


def _plain_sum(item: Expr) -> Iterator[str]:
    match item:
        case Call("sum", (Ref(name, _),)):
            yield name


def is_case_count(shape: Shape, count: Expr | None) -> bool:
    """Tell whether a block of so many repetitions is the loop over the test cases."""
    return count is not None and shape.is_tests(count)


def find_totals(spec: GenerationSpec, shape: Shape) -> Iterator[Relation]:
    """Yield the relations that bound the sum of one column or array of an input or test case; note them."""
    for rule in spec.binding.rules:
        for relation in relations((rule,)):
            sides = [(relation.left, relation.right)]
            if relation.sign == "==":
                sides.append((relation.right, relation.left))
            for total, limit in sides:
                key = _summed(total, rule.scope, shape)
                if key is None or key in keys(limit) or key in shape.totals or relation.sign == "!=":
                    continue
                strict = relation.sign == "<"
                limit = Op("-", (limit, Const(1))) if strict else limit
                shape.totals[key] = Total(limit, relation.sign == "==")
                yield relation


def _summed(item: Expr, scope: Scope, shape: Shape) -> str | None:
    """Return the field whose values the expression adds up, if they are one column or array of integers."""
    match item:
        case Call("sum", (Ref(name, _),)) if name in shape.fields:
            home = shape.fields[name]
            counts = home.counts
            is_in_case = bool(counts) and is_case_count(shape, counts[0])
            if home.field.type is not FieldType.INT or (is_in_case and scope is Scope.FILE):
                return None
            return name if len(counts) - is_in_case == 1 else None
    return None


def room_for_totals(shape: Shape) -> Iterator[Relation]:
    """Yield that the least values of a column must not exceed its total, nor the greatest fall short."""
    for name, total in shape.totals.items():
        count = shape.fields[name].counts[-1]
        ends = shape.bounds.ends(name, frozenset())
        lows = [e.value for e in ends.lows if isinstance(e, Const)]
        highs = [e.value for e in ends.highs if isinstance(e, Const)]
        if count is not None and lows:
            yield Relation(Op("*", (count, Const(max(lows)))), "<=", total.limit)
        if count is not None and highs and total.exact:
            yield Relation(total.limit, "<=", Op("*", (count, Const(min(highs)))))
