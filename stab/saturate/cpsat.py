"""Coupled variables: OR-Tools CP-SAT (Perron and Furnon 2024), made deterministic; owner of ortools."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from stab.expression import Call, Comparison, Const, Expr, Op, Ref, Value, evaluate, refs, render
from stab.saturate.rules import Atom, Interval, interval

LARGEST = 2**62  # domains, and every intermediate value, must stay inside (-2^62, 2^62)
DETERMINISTIC_SECONDS = 0.2
MAX_EXPONENT = 62
GRID = 1024  # points of a tabulated function


class TooLarge(Exception):
    """A value of the group does not fit into the solver's 64 bits, or an operation is not modelled."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's answer: status optimal, feasible, infeasible or unknown; values only for the first two."""

    status: str
    values: Mapping[str, int]


class GroupModel:
    """One group of coupled variables; every solve is a fresh model, so answers do not depend on history."""

    def __init__(
        self, atoms: Sequence[Atom], conditions: Sequence[Expr | Comparison], domains: Mapping[str, Interval]
    ):
        self._atoms = atoms
        self._conditions = conditions
        self._domains = domains

    def maximise(
        self,
        target: str | None,
        *,
        lows: Mapping[str, int] | None = None,
        fixed: Mapping[str, int] | None = None,
        hint: Mapping[str, int] | None = None,
    ) -> Answer:
        """Return an assignment with the largest `target` (any assignment, without a target).

        `lows` lifts lower ends, `fixed` pins values, `hint` is an assignment to start from.
        Raises TooLarge when the group can't be written in 64 bits.
        """
        from ortools.sat.python import cp_model

        build = _Builder(cp_model.CpModel(), self._domains)
        for key, value in (lows or {}).items():
            build.model.add(build.variable(key) >= value)
        for key, value in (fixed or {}).items():
            build.model.add(build.variable(key) == value)
        for atom in self._atoms:
            build.relation(atom)
        for condition in self._conditions:
            build.condition(condition)
        variables = {key: build.variable(key) for key in self._domains}
        for key, value in (hint or {}).items():
            build.model.add_hint(variables[key], value)
        if target is not None:
            build.model.maximize(variables[target])
        return self._solve(build.model, variables)

    def _solve(self, model: Any, variables: Mapping[str, Any]) -> Answer:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.max_deterministic_time = DETERMINISTIC_SECONDS
        status = solver.solve(model)
        if status == cp_model.MODEL_INVALID:
            raise TooLarge(model.validate())
        names = {
            cp_model.OPTIMAL: "optimal",
            cp_model.FEASIBLE: "feasible",
            cp_model.INFEASIBLE: "infeasible",
        }
        name = names.get(status, "unknown")
        if name not in ("optimal", "feasible"):
            return Answer(name, {})
        return Answer(name, {key: int(solver.value(v)) for key, v in variables.items()})


_ORDER = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le}


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A linear expression divided by a positive constant."""

    linear: Any
    divisor: int = 1


class _Builder:
    """Writes expressions into a CP-SAT model, one auxiliary variable per non-linear operation."""

    def __init__(self, model: Any, domains: Mapping[str, Interval]):
        self.model = model
        self._domains = domains
        self._variables: dict[str, Any] = {}
        self._count = 0

    def variable(self, key: str) -> Any:
        if key not in self._variables:
            domain = self._domains[key]
            if domain.low is None or domain.high is None:
                raise TooLarge(f"{key} has no bound")
            self._variables[key] = self._new(domain, key)
        return self._variables[key]

    def relation(self, atom: Atom) -> None:
        left, right = self._expression(atom.left), self._expression(atom.right)
        for side, divisor in ((atom.left, right.divisor), (atom.right, left.divisor)):
            bound = interval(side, self._domains)
            if _farthest(bound) * divisor >= LARGEST:
                raise TooLarge(render(side))
        a, b = left.linear * right.divisor, right.linear * left.divisor
        self.model.add(_ORDER[atom.sign](a, b))

    def condition(self, condition: Expr | Comparison) -> None:
        """Post a side condition; one that can't be modelled is left to the exact check."""
        match condition:
            case Call("ispow2", (Ref() as only,)) | Comparison(
                (Call("ispow2", (Ref() as only,)), Const(1)), ("==",)
            ):
                high = int(self._domains[render(only)].high or 1)
                self._among(only, [1 << k for k in range(high.bit_length())])
            case Comparison((Call("oneof", (Ref() as only, *members)), Const(1)), ("==",)):
                self._among(only, [int(m.value) for m in members if isinstance(m, Const)])
            case Comparison((left, right), ("==" | "!=" | "<=" | "<" as sign,)):
                with suppress(TooLarge):
                    self.relation(Atom(left, sign, right, -1))
            case _:
                pass

    def _among(self, subject: Ref, values: Sequence[int]) -> None:
        self.model.add_allowed_assignments([self.variable(render(subject))], [[value] for value in values])

    def _new(self, domain: Interval, name: str = "") -> Any:
        if domain.low is None or domain.high is None or domain.low <= -LARGEST or domain.high >= LARGEST:
            raise TooLarge(name)
        self._count += 1
        return self.model.new_int_var(int(domain.low), int(domain.high), name or f"_{self._count}")

    def _expression(self, item: Expr) -> _Scaled:
        match item:
            case Const(value):
                exact = Fraction(value)
                if abs(exact.numerator) >= LARGEST:
                    raise TooLarge(str(value))
                return _Scaled(exact.numerator, exact.denominator)
            case Ref() | Call("sum" | "len", _):
                return _Scaled(self.variable(render(item)))
            case Op("-", (only,)):
                inner = self._expression(only)
                return _Scaled(-inner.linear, inner.divisor)
            case Op(sign, (left, right)):
                return self._operation(sign, left, right, item)
            case Call("min" | "max" | "abs" as name, args):
                return self._extreme(name, args, item)
            case Call("floor" | "ceil" as name, (only,)):
                return self._rounded(name, self._expression(only), item)
        raise TooLarge(f"{render(item)} is not modelled")

    def _operation(self, sign: str, left: Expr, right: Expr, whole: Expr) -> _Scaled:
        a, b = self._expression(left), self._expression(right)
        if sign in ("+", "-"):
            x, y = a.linear * b.divisor, b.linear * a.divisor
            return _Scaled(x + y if sign == "+" else x - y, a.divisor * b.divisor)
        if sign == "*":
            return self._product(a, b, left, right)
        if sign == "/" and isinstance(right, Const) and right.value > 0:
            exact = Fraction(right.value)
            return _Scaled(a.linear * exact.denominator, a.divisor * exact.numerator)
        if sign in ("/", "//") and a.divisor == b.divisor == 1:
            return self._quotient(a, b, whole)
        if sign == "%" and isinstance(right, Const) and a.divisor == 1:
            target = self._new(interval(whole, self._domains))
            self.model.add_modulo_equality(target, a.linear, int(right.value))
            return _Scaled(target)
        if sign == "**":
            return self._power(left, right, whole)
        raise TooLarge(f"{render(whole)} is not modelled")

    def _product(self, a: _Scaled, b: _Scaled, left: Expr, right: Expr) -> _Scaled:
        divisor = a.divisor * b.divisor
        if isinstance(left, Const) or isinstance(right, Const):
            return _Scaled(a.linear * b.linear, divisor)
        keys = {render(ref) for side in (left, right) for ref in refs(side)}
        if len(keys) == 1 and (key := keys.pop()) in self._domains:
            return self._tabulated(key, Op("*", (left, right)))
        ranges = [interval(e, self._domains) for e in (left, right)]
        scaled = [
            Interval(_times(r.low, s.divisor), _times(r.high, s.divisor))
            for r, s in zip(ranges, (a, b), strict=True)
        ]
        if any(end is None for r in scaled for end in (r.low, r.high)):
            raise TooLarge("open product")
        ends = [
            x * y
            for x in (scaled[0].low or 0, scaled[0].high or 0)
            for y in (scaled[1].low or 0, scaled[1].high or 0)
        ]
        target = self._new(Interval(min(ends), max(ends)))
        self.model.add_multiplication_equality(target, [a.linear, b.linear])
        return _Scaled(target, divisor)

    def _tabulated(self, key: str, whole: Expr) -> _Scaled:
        """Write a function of one variable as a table; a large domain is thinned to GRID points.

        Presolve never ends on a square over 10^5 values, and a thinned domain only loses nearby answers.
        """
        domain = self._domains[key]
        low, high = int(domain.low or 0), int(domain.high or 0)
        span = high - low
        points = (
            range(low, high + 1)
            if span <= GRID
            else sorted({low + span * i // GRID for i in range(GRID + 1)})
        )
        values = [evaluate(whole, {key: point}) for point in points]
        divisor = math.lcm(*(Fraction(v).denominator for v in values))
        table = [int(v * divisor) for v in values]
        index = self.model.new_int_var(0, len(table) - 1, "")
        target = self._new(Interval(min(table), max(table)))
        self.model.add_element(index, list(points), self.variable(key))
        self.model.add_element(index, table, target)
        return _Scaled(target, divisor)

    def _quotient(self, a: _Scaled, b: _Scaled, whole: Expr) -> _Scaled:
        """Round down: right for an upper bound on an integer, the only place where quotients stand."""
        bound = interval(whole, self._domains)
        if bound.low is None or bound.high is None or bound.low < 0:
            raise TooLarge(render(whole))
        target = self._new(Interval(0, int(bound.high)))
        self.model.add_division_equality(target, a.linear, b.linear)
        return _Scaled(target)

    def _rounded(self, name: str, inner: _Scaled, whole: Expr) -> _Scaled:
        bound = interval(whole, self._domains)
        if bound.low is None or bound.low < 0:
            raise TooLarge(render(whole))
        target = self._new(bound)
        shift = inner.divisor - 1 if name == "ceil" else 0
        self.model.add_division_equality(target, inner.linear + shift, inner.divisor)
        return _Scaled(target)

    def _extreme(self, name: str, args: Sequence[Expr], whole: Expr) -> _Scaled:
        parts = [self._expression(a) for a in args]
        if any(p.divisor != 1 for p in parts):
            parts = [self._rounded("floor", p, Call("floor", (a,))) for p, a in zip(parts, args, strict=True)]
        target = self._new(interval(whole, self._domains))
        post = {
            "min": self.model.add_min_equality,
            "max": self.model.add_max_equality,
            "abs": lambda t, xs: self.model.add_abs_equality(t, xs[0]),
        }[name]
        post(target, [p.linear for p in parts])
        return _Scaled(target)

    def _power(self, left: Expr, right: Expr, whole: Expr) -> _Scaled:
        if isinstance(right, Const) and isinstance(right.value, int) and 1 <= right.value <= MAX_EXPONENT:
            product: Expr = left
            for _ in range(right.value - 1):
                product = Op("*", (product, left))
            return self._expression(product)
        domain = interval(right, self._domains)
        if isinstance(left, Const) and isinstance(left.value, int) and left.value > 1:
            if domain.low is None or domain.high is None or domain.low < 0 or domain.high > MAX_EXPONENT:
                raise TooLarge(render(whole))
            table = [min(left.value**k, LARGEST - 1) for k in range(int(domain.high) + 1)]
            target = self._new(Interval(1, table[-1]))
            self.model.add_element(self._expression(right).linear, table, target)
            return _Scaled(target)
        raise TooLarge(f"{render(whole)} is not modelled")


def _farthest(domain: Interval) -> Value:
    """Return the largest absolute value in the interval's known ends."""
    ends: list[Value] = [max(end, -end) for end in (domain.low, domain.high) if end is not None]
    return max(ends, default=0)


def _times(value: Value | None, factor: int) -> Value | None:
    return None if value is None else value * factor
