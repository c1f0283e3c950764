"""Numbers of one input: every quantity that stands once, at a boundary, so that all relations hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from stab.expression import Ref, Value, evaluate, parse_expr
from stab.records import Field, FieldType, Node, Repeat
from stab.synth.amounts import (
    HARD_TOKENS,
    MAX_TOKENS,
    ROWS,
    count_of,
    lowered,
    numeric_ends,
    tokens,
    value_of,
)
from stab.synth.numbers import pick, uniform
from stab.synth.observed import Seen
from stab.synth.relations import Bounds, keys
from stab.synth.shape import BlockKind, Shape, quantities
from stab.synth.shares import sizes

SMALLEST = "smallest"  # the mode in which every size is as small as it can be
ANY_SIZE = "any-size"  # the mode in which every number is drawn from its range, sizes too
NEAREST_STEPS = 3000
MAX_PROFILES = 4
REPLANS = 60
LEAST_STEPS = 4  # how far above their least values sizes may have to stand to leave room for each other


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
    split: tuple[int, ...] = ()  # how many test cases each profile has; (): all the profiles in turn


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
    split: str = ""  # how test cases share the bounds on sums over them
    bounds: Bounds | None = None  # None: those of the shape
    raised: int = 0  # how far the smallest sizes stand above their least values

    def plan(self, boundary: str) -> Plan:
        """Return the numbers of an input of at most MAX_TOKENS; Unplannable if there are none.

        Raises InputError for numbers that are too long to write.
        """
        for _ in range(REPLANS):
            env, profiles = self._smallest() if self.mode == SMALLEST else self._once()
            largest = max(({**env, **p} for p in profiles), key=self._weight)
            if self._weight(largest) <= MAX_TOKENS or not self._lower(largest):
                break
        if (needed := self._weight(largest)) > HARD_TOKENS:
            raise Unplannable(f"an input would have {_about(needed)} numbers or words, too many to write")
        amounts: tuple[int, ...] = ()
        if self.split:
            profiles, amounts = self._shared(env, profiles)
        return Plan(boundary, self.mode, env, profiles, tuple(self.notes), amounts)

    def _shared(
        self, env: Mapping[str, int], alike: tuple[Mapping[str, int], ...]
    ) -> tuple[tuple[Mapping[str, int], ...], tuple[int, ...]]:
        """Return profiles of different sizes and how often each occurs; `alike` and () where none fit."""
        cases = next((n for n in self.shape.nodes if self._is_cases(n)), None)
        tests = (
            count_of(self.shape, cases.count, env)
            if isinstance(cases, Repeat) and cases.count is not None
            else 1
        )
        if not isinstance(cases, Repeat) or tests < 2:
            return alike, ()
        own = {key: item for key, item in quantities(cases.body, self.shape)}
        shares: dict[str, list[int]] = {}
        for name, limit in self.shape.case_totals.items():
            low, high = numeric_ends(self.shape.loose, name, env)
            if name not in own or low is None or high is None or value_of(limit, env) is None:
                return alike, ()
            high = min(high, self.caps.get(name, MAX_TOKENS))
            shares[name] = sizes(self.split, (int(evaluate(limit, env)), tests, max(low, 0), high), self.rng)
        planner = replace(self, bounds=self.shape.loose)  # or all sizes would have the same share
        try:
            return planner._profiles_of(cases, env, shares) or (alike, ())
        except Unplannable:
            return alike, ()

    def _profiles_of(
        self, cases: Repeat, env: Mapping[str, int], shares: Mapping[str, list[int]]
    ) -> tuple[tuple[Mapping[str, int], ...], tuple[int, ...]] | None:
        amounts = Counter(zip(*shares.values(), strict=True))
        profiles: list[Mapping[str, int]] = []
        wanted, self.open = self.wanted, frozenset()
        for step, share in enumerate(amounts):
            self.wanted = {**wanted, **dict(zip(shares, share, strict=True))}
            profile: dict[str, int] = {}
            self.open = frozenset()
            self._assign(
                cases.body, profile, env, self.mode if step == 0 else ("random", "max", "min")[step % 3]
            )
            profiles.append(profile)
        counts = tuple(amounts.values())
        weights = (tokens(self.shape, cases.body, {**env, **p}) for p in profiles)
        if sum(w * amount for w, amount in zip(weights, counts, strict=True)) > HARD_TOKENS:
            return None
        if len(profiles) < 2 or not self._holds(env, profiles, counts):
            return None
        return tuple(profiles), counts

    def _holds(
        self, env: Mapping[str, int], profiles: Sequence[Mapping[str, int]], amounts: Sequence[int]
    ) -> bool:
        """Tell whether every rule on a sum over the test cases holds."""
        for relation in self.shape.case_sums:
            totals: dict[str, Value] = dict(env)
            for key in keys(relation.left):
                inner = parse_expr(key[4:-1]) if key.startswith("sum(") else None
                found = [value_of(inner, p) for p in profiles] if inner is not None else []
                known = [v for v in found if v is not None]
                if len(known) < len(profiles):
                    return False
                totals[key] = sum(v * a for v, a in zip(known, amounts, strict=True))
            if not relation.holds(totals):
                return False
        return True

    def _smallest(self) -> tuple[dict[str, int], tuple[Mapping[str, int], ...]]:
        """Return the least sizes that leave room for each other: two vertices for one edge."""
        for self.raised in range(LEAST_STEPS):
            with suppress(Unplannable):
                return self._once()
        self.raised = 0
        return self._once()

    def _once(self) -> tuple[dict[str, int], tuple[Mapping[str, int], ...]]:
        known = {k: v for k, v in self.wanted.items() if k in self.shape.sizes and self._usable(k)}
        known.update({k: min(v, self.caps[k]) for k, v in known.items() if k in self.caps})
        env: dict[str, int] = {}
        self.open = frozenset(known)
        self._assign(self.shape.nodes, env, known, self.mode)
        env.setdefault(ROWS, self._rows())
        cases = next((n for n in self.shape.nodes if self._is_cases(n)), None)
        if not isinstance(cases, Repeat):
            return env, ({},)
        tests = count_of(self.shape, cases.count, {**known, **env}) if cases.count is not None else env[ROWS]
        profiles: list[Mapping[str, int]] = []
        for step in range(max(1, min(tests, MAX_PROFILES))):
            keeps = step == 0 or self.mode == SMALLEST
            mode = self.mode if keeps else ("random", "max", "min")[step % 3]
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
            if item.type is FieldType.REAL and not self._has_integer(key, item, known):
                continue  # drawn by the running generator
            fixed = frozenset(env) | (frozenset(outer) - self.open)
            env[key] = self._choose(key, item, known, mode, fixed)

    def _has_integer(self, key: str, item: Field, known: Mapping[str, int]) -> bool:
        low, high = self.domain(key, item, known)
        return low <= high

    def _choose(
        self, key: str, item: Field, known: Mapping[str, int], mode: str, fixed: frozenset[str]
    ) -> int:
        low, high = self.domain(key, item, known)
        is_count = key in self.shape.sizes or key.startswith("len(")
        if is_count and key in self.caps:
            high = max(low, min(high, self.caps[key]))
        if low > high:
            raise Unplannable(f"no value for {key}: it would have to be at least {low} and at most {high}")
        if mode == SMALLEST and not self._is_tests(key) and (is_count or not self.shape.has_arrays):
            target = max(low, 0) + self.raised
        elif self.mode == ANY_SIZE:
            target = uniform(low, high, self.rng)
        elif is_count:
            target = min(self.wanted.get(key, high), high)
        elif mode in ("boundary", SMALLEST):
            target = self.wanted.get(key, low if key in self.shape.ends[:1] else high)
        else:
            target = pick(mode, low, high, self.rng)
        target = min(max(target, low), high)
        if key in self.shape.options:
            inside = [v for v in self.shape.options[key] if low <= v <= high] or [target]
            target = min(inside, key=lambda v: abs(v - target))
        return self._nearest(key, target, (low, high), {k: known[k] for k in fixed if k in known})

    def _nearest(self, key: str, target: int, ends: tuple[int, int], known: Mapping[str, int]) -> int:
        """Return the value nearest to `target` for which every relation holds."""
        rest = [r for r in (self.bounds or self.shape.bounds).residual(key, frozenset(known))]
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
        low, high = numeric_ends(self.bounds or self.shape.bounds, key, known)
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
        """Return how often a block without a count occurs: as often as test cases may, or as in samples."""
        tests = self.wanted.get(self.shape.tests or "")
        if tests is not None and self.shape.tests not in self.shape.fields:
            return min(tests, self.caps.get(ROWS, tests))
        counts = [s.count for s in self.shape.seen.values() if s.count]
        return max(1, min(counts, default=1))

    def _weight(self, env: Mapping[str, int]) -> int:
        return tokens(self.shape, self.shape.nodes, env)

    def _lower(self, env: Mapping[str, int]) -> bool:
        """Cap sizes so that an input of them would be of sane size; False where none can be lower."""
        tests = [n for n in env if n == ROWS or (n in self.shape.count_keys and self._is_tests(n))]
        found = lowered(self.shape, env, tests)
        caps = {k: v for k, v in found.items() if self.caps.get(k, env[k]) > v}
        for key, cap in caps.items():
            name = self.shape.tests if key == ROWS else key
            told = f"fewer tests than allowed ({name} = {cap})" if key in tests else f"{key} lowered"
            stale = [n for n in self.notes if n.startswith(f"fewer tests than allowed ({name} =")]
            for note in stale:
                del self.notes[note]
            self.notes[f"{told}: an input of sane size"] = None
        self.caps.update(caps)
        return bool(caps)

    def _is_tests(self, name: str) -> bool:
        return self.shape.is_tests(Ref(name))


def _seen(key: str, item: Field, seen: Seen) -> tuple[int | None, int | None]:
    if item.to_line_end:
        return (1, max(1, seen.count)) if seen.count else (None, None)
    if key.startswith("len("):
        return (min(seen.lengths), max(seen.lengths)) if seen.lengths else (None, None)
    return seen.low, seen.high


def _about(amount: int) -> str:
    """Return the number, or its power of ten where it is long."""
    return str(amount) if amount < 10**9 else f"about 10^{len(str(amount)) - 1}"
