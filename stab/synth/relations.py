"""The rules of a layout as relations between quantities, and a quantity's bounds isolated from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from stab.expression import Call, Const, Expr, Op, Ref, Unbound, Value, evaluate, holds, render
from stab.expression import Comparison as Chain
from stab.records import Rule
from stab.synth.offsets import ends_of_difference, offsets

MAX_DEPTH = 6  # how many quantities still unknown may stand between two known ones


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation `left sign right`, sign in <= < == !=, its quantities without indices."""

    left: Expr
    sign: str
    right: Expr
    adjacent: int = (
        0  # 1: neighbours of one array rise (a[i] <= a[i + 1]); -1: they fall; 2: any two entries;
    )
    # 3: the left side of each row with the right side of the next; 4: another relation of several rows
    step: Value = 1  # by how much two different values differ at least, for `<`

    def quantities(self) -> frozenset[str]:
        """Return the canonical texts of the quantities it relates."""
        return frozenset((*keys(self.left), *keys(self.right)))

    def holds(self, env: Mapping[str, Value]) -> bool:
        """Tell whether it is true; a quantity without a value counts as true."""
        try:
            return holds(Chain((self.left, self.right), (self.sign,)), env)
        except (Unbound, ArithmeticError, ValueError):
            return True


def relations(rules: Iterable[Rule]) -> tuple[Relation, ...]:
    """Return all adjacent pairs of the rules' chains, larger side right."""
    found: dict[Relation, None] = {}
    for rule in rules:
        for left, sign, right in rule.comparison.atoms():
            if isinstance(left, Call) and left.name == "oneof":
                found.update(dict.fromkeys(_ends_of_set(left)))
            if sign in (">=", ">"):
                left, sign, right = right, {">=": "<=", ">": "<"}[sign], left
            a, b = plain(left), plain(right)
            if a == b:
                if left != right:
                    found[Relation(a, sign, b, _direction(left, right))] = None
                continue
            found[between_rows(left, sign, right) or Relation(a, sign, b)] = None
    return tuple(found)


def _ends_of_set(item: Call) -> Iterator[Relation]:
    """Yield the bounds that membership in a set of numbers implies."""
    subject, *members = map(plain, item.args)
    values = [m.value for m in members if isinstance(m, Const)]
    if len(values) == len(members) and values:
        yield Relation(Const(min(values)), "<=", subject)
        yield Relation(subject, "<=", Const(max(values)))


def _direction(left: Expr, right: Expr) -> int:
    """Return -1 where the smaller side has the larger index (a[i + 1] <= a[i]), 2 for a[i], a[j], else 1."""
    small, large = (
        side.indices[0] if isinstance(side, Ref) and side.indices else None for side in (left, right)
    )
    if isinstance(small, Ref) and isinstance(large, Ref):
        return 2
    falls = (isinstance(small, Op) and small.sign == "+") or (isinstance(large, Op) and large.sign == "-")
    return -1 if falls else 1


def between_rows(left: Expr, sign: str, right: Expr) -> Relation | None:
    """Return a relation of neighbouring rows, the row before on the left; None where all is of one row."""
    found = offsets(left) | offsets(right)
    if len(found) < 2:
        return None
    if sign in ("<", "<=") and offsets(left) == set() and (ends := ends_of_difference(right)) is not None:
        left, right = Op("+", (ends[0], left)), ends[1]
    before, after = offsets(left), offsets(right)
    is_chain = sign in ("<", "<=") and len(before) == len(after) == 1 and max(after) == max(before) + 1
    return Relation(plain(left), sign, plain(right), 3 if is_chain else 4)


def plain(item: Expr) -> Expr:
    """Return the expression with the indices of its quantities removed."""
    match item:
        case Ref(name, _):
            return Ref(name)
        case Op(sign, args):
            return Op(sign, tuple(map(plain, args)))
        case Call(name, args):
            return Call(name, tuple(map(plain, args)))
        case _:
            return item


def keys(item: Expr) -> Iterator[str]:
    """Yield the canonical texts of the quantities in an expression: `n`, `len(s)`, `sum(n)`."""
    match item:
        case Ref() | Call("sum" | "len", _):
            yield render(item)
        case Op(_, args) | Call(_, args):
            for arg in args:
                yield from keys(arg)
        case _:
            pass


@dataclass(frozen=True, slots=True)
class Ends:
    """Lower and upper bounds of a quantity, as expressions over known quantities."""

    lows: tuple[Expr, ...]
    highs: tuple[Expr, ...]


_OPAQUE = frozenset({"abs", "gcd", "isprime", "ispow2", "ndivisors", "oneof"})


class Bounds:
    """Isolates quantities from relations; quantities that come later are replaced by their own bounds."""

    def __init__(self, found: Sequence[Relation]) -> None:
        self.relations = tuple(r for r in found if not r.adjacent)
        self.by_key: dict[str, list[Relation]] = {}
        for relation in self.relations:
            for key in relation.quantities():
                self.by_key.setdefault(key, []).append(relation)
        self.cache: dict[tuple[str, frozenset[str], frozenset[str]], Ends] = {}

    def ends(self, key: str, known: frozenset[str], seen: frozenset[str] = frozenset()) -> Ends:
        """Return the bounds of `key` over the quantities in `known` alone."""
        at = (key, known, seen)
        if at not in self.cache:
            self.cache[at] = self._ends(key, known, seen | {key})
        return self.cache[at]

    def _ends(self, key: str, known: frozenset[str], seen: frozenset[str]) -> Ends:
        lows: dict[Expr, None] = {}
        highs: dict[Expr, None] = {}
        for relation in self.by_key.get(key, ()):
            for expr, is_upper in isolate(relation, key):
                relaxed = self.relax(expr, is_upper, known, seen)
                if relaxed is not None:
                    (highs if is_upper else lows)[fold(relaxed)] = None
        return Ends(tuple(lows), tuple(highs))

    def residual(self, key: str, known: frozenset[str]) -> tuple[Relation, ...]:
        """Return the relations on `key` and known quantities that no interval of `key` expresses."""
        here = known | {key}
        return tuple(
            r for r in self.by_key.get(key, ()) if r.quantities() <= here and not tuple(isolate(r, key))
        )

    def relax(self, item: Expr, up: bool, known: frozenset[str], seen: frozenset[str]) -> Expr | None:
        """Return the largest (or smallest) value of `item` over known quantities; None without an end."""
        if isinstance(item, Const):
            return item
        if isinstance(item, Ref) or (isinstance(item, Call) and item.name in ("sum", "len")):
            return self._relax_key(item, up, known, seen)
        if isinstance(item, Op):
            return self._relax_op(item, up, known, seen)
        parts = [self.relax(arg, up, known, seen) for arg in item.args]
        if item.name in ("min", "max"):
            one_is_enough = up == (item.name == "min")
            left = tuple(p for p in parts if p is not None)
            if not left or (len(left) < len(parts) and not one_is_enough):
                return None
            return left[0] if len(left) == 1 else Call(item.name, left)
        if item.name in _OPAQUE and not set(keys(item)) <= known:
            return None
        return None if None in parts else Call(item.name, tuple(p for p in parts if p is not None))

    def _relax_key(self, item: Expr, up: bool, known: frozenset[str], seen: frozenset[str]) -> Expr | None:
        key = render(item)
        if key in known:
            return item
        if key in seen or len(seen) > MAX_DEPTH:
            return None
        ends = self.ends(key, known, seen)
        options = ends.highs if up else ends.lows
        if not options:
            return None
        return options[0] if len(options) == 1 else fold(Call("min" if up else "max", options))

    def _relax_op(self, item: Op, up: bool, known: frozenset[str], seen: frozenset[str]) -> Expr | None:
        if set(keys(item)) <= known:
            return item
        if len(item.args) == 1:
            inner = self.relax(item.args[0], not up, known, seen)
            return None if inner is None else Op("-", (inner,))
        left, right = item.args
        opposite = item.sign in ("-", "/", "//")
        left_up = right_up = up
        if item.sign == "%":
            return Const(0) if not up else self.relax(Op("-", (right, Const(1))), True, known, seen)
        if item.sign == "*":
            left_up = up != _negative(right)
            right_up = up != _negative(left)
        a = self.relax(left, left_up, known, seen)
        b = self.relax(right, right_up != opposite, known, seen)
        return None if a is None or b is None else Op(item.sign, (a, b))


def _negative(item: Expr) -> bool:
    return (isinstance(item, Const) and item.value < 0) or (isinstance(item, Op) and len(item.args) == 1)


def isolate(relation: Relation, key: str) -> Iterator[tuple[Expr, bool]]:
    """Yield bounds (expression, is upper) of `key` that the relation implies, if it can be freed."""
    left, right = relation.left, relation.right
    in_left, in_right = list(keys(left)).count(key), list(keys(right)).count(key)
    if in_left + in_right != 1 or relation.sign == "!=":
        return
    step = Const(relation.step) if relation.sign == "<" else None
    ways = []
    if in_left:
        ways.append((left, Op("-", (right, step)) if step else right, True))
        if relation.sign == "==":
            ways.append((left, right, False))
    else:
        ways.append((right, Op("+", (left, step)) if step else left, False))
        if relation.sign == "==":
            ways.append((right, left, True))
    solved = [_free(side, bound, is_upper, key) for side, bound, is_upper in ways]
    if all(s is not None for s in solved):
        yield from (s for s in solved if s is not None)


def _free(  # noqa: C901 - one case an operation reads best in one place
    item: Expr, bound: Expr, upper: bool, key: str
) -> tuple[Expr, bool] | None:
    """Return the bound on `key` that follows from `item <= bound` (upper) or `item >= bound`."""
    match item:
        case Ref() | Call("sum" | "len", _):
            return bound, upper
        case Op("-", (only,)):
            return _free(only, Op("-", (bound,)), not upper, key)
        case Op("+", (a, b)):
            inner, other = (a, b) if key in keys(a) else (b, a)
            return _free(inner, Op("-", (bound, other)), upper, key)
        case Op("-", (a, b)):
            if key in keys(a):
                return _free(a, Op("+", (bound, b)), upper, key)
            return _free(b, Op("-", (a, bound)), not upper, key)
        case Op("*", (a, b)):
            inner, other = (a, b) if key in keys(a) else (b, a)
            if _negative(other):
                return None
            return _free(inner, _quotient(bound, other, upper), upper, key)
        case Op("/", (a, Const(value) as b)) if value > 0:
            return _free(a, Op("*", (bound, b)), upper, key)
        case Op("//", (a, Const(value) as b)) if value > 0:
            top = Op("*", (bound, b))
            return _free(a, Op("+", (top, Const(value - 1))) if upper else top, upper, key)
        case Op("**", (a, Const(2))) if isinstance(bound, Const) and key in keys(a):
            return _free(a, Const(_root(bound.value)), upper, key) if upper and bound.value >= 0 else None
        case Call("max" | "min" as name, args) if upper == (name == "max"):
            inner = next(arg for arg in args if key in keys(arg))
            return _free(inner, bound, upper, key)
        case Call("abs", (inner,)) if upper and isinstance(inner, Ref):
            return None
        case _:
            return None


def _root(value: Value) -> int:
    low, high = 0, int(value) + 1
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle <= value else (low, middle)
    return low


def _quotient(bound: Expr, other: Expr, upper: bool) -> Expr:
    """Return the integer quotient, rounded towards what satisfies the relation."""
    other = other if isinstance(other, Const) else Call("max", (other, Const(1)))
    if isinstance(other, Const) and isinstance(other.value, Fraction):
        return Op("*", (bound, Const(1 / other.value)))
    if upper:
        return Op("//", (bound, other))
    return Op("-", (Op("//", (Op("-", (bound,)), other)),))


def fold(item: Expr) -> Expr:
    """Return the expression with its constant parts worked out."""
    if isinstance(item, Op | Call) and not (isinstance(item, Call) and item.name in ("sum", "len")):
        args = tuple(map(fold, item.args))
        item = Op(item.sign, args) if isinstance(item, Op) else Call(item.name, args)
        if all(isinstance(arg, Const) for arg in args):
            try:
                return Const(evaluate(item, {}))
            except (ArithmeticError, ValueError):
                return item
        if isinstance(item, Op) and len(args) == 2:
            return _tidy(item)
    return item


def _tidy(item: Op) -> Expr:
    """Return x for x + 0, x - 0, x * 1 and x // 1, and n for (n - 1) + 1."""
    left, right = item.args
    if isinstance(right, Const):
        neutral = {"+": 0, "-": 0, "*": 1, "/": 1, "//": 1}.get(item.sign)
        if right.value == neutral:
            return left
        if item.sign in "+-" and isinstance(left, Op) and left.sign in "+-" and len(left.args) == 2:
            base, inner = left.args
            if isinstance(inner, Const):
                total: Value = inner.value if left.sign == "+" else -inner.value
                total += right.value if item.sign == "+" else -right.value
                if total == 0:
                    return base
                return Op("+" if total > 0 else "-", (base, Const(total if total > 0 else -total)))
    return item
