"""Numbers of one input: every quantity that stands once, at a boundary, so that all relations hold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from stab.expression import Call, Const, Expr, Op, Ref, Unbound, Value, evaluate, render
from stab.records import Choice, Field, FieldType, Line, Literal, Node, Repeat
from stab.synth.numbers import pick
from stab.synth.observed import Seen
from stab.synth.shape import BlockKind, Shape, quantities, row_lengths

MAX_TOKENS = 2_000_000  # of one input
MAX_ROW_TOKENS = 200_000  # of rows of different lengths, where no rule limits their sum
CHARS_PER_TOKEN = 8  # a word of this many characters counts as one token
NEAREST_STEPS = 3000
MAX_PROFILES = 4
REPLANS = 60
ROWS = "#rows"  # count of a block that runs to the end of the file


class Unplannable(Exception):
    """No value satisfies the relations; the text says which quantity."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The fixed numbers of one input; `profiles` hold those of the test cases, used in turn."""

    boundary: str
    mode: str
    env: Mapping[str, int]
    profiles: tuple[Mapping[str, int], ...]
    notes: tuple[str, ...]


@dataclass(slots=True)
class Planner:
    """Fixes quantities in layout order; `wanted` are the boundary's values."""

    shape: Shape
    wanted: Mapping[str, int]
    mode: str
    rng: np.random.RandomState
    caps: dict[str, int] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    open: frozenset[str] = frozenset()  # quantities of the boundary whose turn has not come

    def plan(self, boundary: str) -> Plan:
        """Return the numbers of an input of at most MAX_TOKENS; Unplannable if there are none."""
        for _ in range(REPLANS):
            env, profiles = self._once()
            total = self._tokens(self.shape.nodes, {**env, **profiles[0]})
            if total <= MAX_TOKENS or not self._shrink({**env, **profiles[0]}, total):
                break
        return Plan(boundary, self.mode, env, profiles, tuple(self.notes))

    def _once(self) -> tuple[dict[str, int], tuple[dict[str, int], ...]]:
        known = {k: v for k, v in self.wanted.items() if k in self.shape.count_keys and self._usable(k)}
        known.update({k: min(v, self.caps[k]) for k, v in known.items() if k in self.caps})
        env: dict[str, int] = {}
        self.open = frozenset(known)
        self._assign(self.shape.nodes, env, known, self.mode)
        env.setdefault(ROWS, self._rows())
        cases = next((n for n in self.shape.nodes if self._is_cases(n)), None)
        if not isinstance(cases, Repeat):
            return env, ({},)
        tests = self._value(cases.count, {**known, **env}) if cases.count is not None else 1
        profiles = []
        for step in range(max(1, min(tests, MAX_PROFILES))):
            mode = self.mode if step == 0 else ("random", "max", "min")[step % 3]
            profile: dict[str, int] = {}
            self.open = frozenset(known) - frozenset(env)
            self._assign(cases.body, profile, {**known, **env}, mode)
            if profile not in profiles:
                profiles.append(profile)
        return env, tuple(profiles)

    def _usable(self, key: str) -> bool:
        return key in self.shape.fields or key.startswith("len(")

    def _is_cases(self, node: Node) -> bool:
        return isinstance(node, Repeat) and self.shape.kind(node, top=True) is BlockKind.CASES

    def _assign(
        self, nodes: Sequence[Node], env: dict[str, int], outer: Mapping[str, int], mode: str
    ) -> None:
        for key, item in quantities(nodes, self.shape):
            known = {**outer, **env}
            known.pop(key, None)
            fixed = frozenset(env) | (frozenset(outer) - self.open)
            env[key] = self._choose(key, item, known, mode, fixed)

    def _choose(
        self, key: str, item: Field, known: Mapping[str, int], mode: str, fixed: frozenset[str]
    ) -> int:
        low, high = self.domain(key, item, known)
        is_count = key in self.shape.count_keys or key.startswith("len(")
        if is_count and key in self.caps:
            high = max(low, min(high, self.caps[key]))
        if low > high:
            raise Unplannable(f"no value for {key}: it would have to be at least {low} and at most {high}")
        if is_count:
            target = min(self.wanted.get(key, high), high)
        elif mode == "boundary":
            target = self.wanted.get(key, high)
        else:
            target = pick(mode, low, high, self.rng)
        target = min(max(target, low), high)
        return self._nearest(key, target, (low, high), {k: known[k] for k in fixed if k in known})

    def _nearest(self, key: str, target: int, ends: tuple[int, int], known: Mapping[str, int]) -> int:
        """Return the value nearest to `target` for which every relation holds."""
        rest = [r for r in self.shape.bounds.residual(key, frozenset(known))]
        env: dict[str, Value] = dict(known)
        low, high = ends
        for step in range(NEAREST_STEPS):
            for value in (target - step, target + step):
                env[key] = value
                if low <= value <= high and all(r.holds(env) for r in rest):
                    return value
        raise Unplannable(f"no value for {key} near {target} satisfies its side conditions")

    def domain(self, key: str, item: Field, known: Mapping[str, int]) -> tuple[int, int]:
        """Return the smallest and largest value of a quantity, given the known ones."""
        low, high = numeric_ends(self.shape, key, known)
        seen = self.shape.seen.get(item.name, Seen())
        low_seen, high_seen = _seen(key, item, seen)
        if low is None:
            floor = min(1, low_seen) if low_seen is not None else 1
            low = floor if high is None else min(floor, high)
        if high is None:
            if key in self.wanted and self._usable(key):
                return low, max(low, self.wanted[key])
            high = max(low, high_seen if high_seen is not None else low)
            self.notes[f"no upper bound for {key}: as in the samples"] = None
        return low, high

    def _rows(self) -> int:
        counts = [s.count for s in self.shape.seen.values() if s.count]
        return max(1, min(counts, default=1))

    def _tokens(self, nodes: Sequence[Node], env: Mapping[str, int]) -> int:
        return sum(self._node_tokens(node, env) for node in nodes)

    def _node_tokens(self, node: Node, env: Mapping[str, int]) -> int:
        match node:
            case Line(items):
                return sum(self._item_tokens(i, env) for i in items)
            case Choice(_, branches):
                return 1 + max(
                    sum(self._item_tokens(i, env) for i in b.items) + self._tokens(b.body, env)
                    for b in branches
                )
            case Repeat(count, body):
                times = env.get(ROWS, 1) if count is None else self._value(count, env)
                total = max(times, 0) * max(1, self._tokens(body, env))
                if any(n not in env for n in row_lengths(body)):  # drawn row by row, then capped
                    total = min(total, max(times, MAX_ROW_TOKENS))
                return total
        return 1

    def _item_tokens(self, item: Field | Literal, env: Mapping[str, int]) -> int:
        if isinstance(item, Literal):
            return 1
        width = 1
        if item.type in (FieldType.STR, FieldType.LINE):
            length = env.get(f"len({item.name})", 1)
            length = self._value(item.length, env) if item.length is not None else length
            width = 1 + length // CHARS_PER_TOKEN
        if item.to_line_end:
            return width * env.get(f"len({item.name})", 1)
        return width * (max(self._value(item.count, env), 0) if item.count is not None else 1)

    def _value(self, expr: Expr, env: Mapping[str, int]) -> int:
        """Return the count; numbers of rows, not fixed here, count with what the samples show."""
        try:
            return int(evaluate(expr, env))
        except Unbound:
            return int(_estimate(expr, env, self.shape))
        except ArithmeticError:
            return 1

    def _shrink(self, env: Mapping[str, int], total: int) -> bool:
        """Lower the cap of one count, the number of tests first; False when nothing can be lowered."""
        tests = [
            n for n in env if n in self.shape.count_keys and (n == self.shape.tests or self._is_tests(n))
        ]
        for key in tests:
            wanted = max(1, int(env[key] * MAX_TOKENS / total))
            if wanted < env[key] and self.caps.get(key, env[key] + 1) > wanted:
                self.caps[key] = wanted
                self.notes[f"fewer tests than allowed ({key} = {wanted}): an input of sane size"] = None
                return True
        counts = sorted((k for k in env if k in self.shape.count_keys), key=lambda k: -env[k])
        for key in counts:
            if env[key] > 1 and self.caps.get(key, env[key] + 1) > env[key] // 2:
                self.caps[key] = env[key] // 2
                self.notes[f"{key} lowered: an input of sane size"] = None
                return True
        return False

    def _is_tests(self, name: str) -> bool:
        return self.shape._is_tests(Ref(name))


def _seen(key: str, item: Field, seen: Seen) -> tuple[int | None, int | None]:
    if item.to_line_end:
        return (1, max(1, seen.count)) if seen.count else (None, None)
    if key.startswith("len("):
        return (min(seen.lengths), max(seen.lengths)) if seen.lengths else (None, None)
    return seen.low, seen.high


def numeric_ends(shape: Shape, key: str, known: Mapping[str, int]) -> tuple[int | None, int | None]:
    """Return the integer bounds of a quantity, None where the relations give none."""
    ends = shape.bounds.ends(key, frozenset(known))
    lows = [math.ceil(v) for e in ends.lows if (v := _try(e, known)) is not None]
    highs = [math.floor(v) for e in ends.highs if (v := _try(e, known)) is not None]
    return max(lows, default=None), min(highs, default=None)


def _try(expr: Expr, env: Mapping[str, int]) -> Value | None:
    try:
        return evaluate(expr, env)
    except (Unbound, ArithmeticError, ValueError):
        return None


def _estimate(expr: Expr, env: Mapping[str, int], shape: Shape) -> Value:
    match expr:
        case Const(value):
            return value
        case Ref(name, _):
            high = numeric_ends(shape, name, env)[1]
            seen = shape.seen.get(name)
            return env.get(name, seen.high if seen and seen.high is not None else high or 1)
        case Op(sign, args):
            parts = [Const(_estimate(a, env, shape)) for a in args]
            return _try(Op(sign, tuple(parts)), {}) or 0
        case Call(_, args):
            return env.get(render(expr), max(_estimate(a, env, shape) for a in args))
    return 1
