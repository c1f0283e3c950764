"""Depth-first search over readings of the regions, all samples advanced at once, by rising penalty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from stab.expression import Const, Expr, Ref, names, render
from stab.layout.infer.alternatives import Candidate, Prose, alternatives
from stab.layout.infer.fitting import Fitted, fit
from stab.layout.infer.matcher import Env, Miss, Reader, Text
from stab.layout.infer.openers import Opening, Region
from stab.layout.infer.plans import Plan, plans
from stab.layout.infer.resolving import INDEX, Bound, resolve, resolve_count
from stab.records import Blank, Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat

BUDGETS = (0.0, 0.5, 1.0, 1.6, 2.2, 3.0, 4.0, 5.5, 7.0)
MAX_STEPS = 6000  # matched candidates; real statements need a few dozen
TELLING = 3  # so many samples tell a guess from a coincidence
GUESS = 1.0  # from this penalty on a reading is more the data's than the words'


@dataclass(frozen=True, slots=True)
class Piece:
    """What a region turned out to be."""

    region: int
    nodes: tuple[Node, ...]
    penalty: float


@dataclass(frozen=True, slots=True)
class State:
    """How far a sample is read, and what its names stand for."""

    at: int
    env: Env


States = tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A proved layout: pieces in order, the loop's own piece last among those it encloses."""

    nodes: tuple[Node, ...]
    pieces: tuple[Piece, ...]
    penalty: float
    tests: str | None = None


@dataclass(slots=True)
class Search:
    """One problem's search; without texts it yields what the words alone say, proved by nothing."""

    prose: Prose
    texts: tuple[Text, ...]
    tests_variable: str | None = None
    steps: int = 0
    plan: Plan = field(default_factory=Plan)
    cases: tuple[str, ...] = ()  # what counts the test cases that are being read

    @property
    def told_cases(self) -> tuple[str, ...]:
        """What the statement calls the number of test cases: it is no list's length."""
        return (self.tests_variable,) if self.tests_variable else ()

    def run(self) -> tuple[Solution, Fitted] | None:
        """Return the least penalised layout that reads every sample to its end, or None."""
        ways = plans(self.prose, self.tests_variable)
        best: tuple[float, Solution, Fitted] | None = None
        for budget in BUDGETS:
            for plan in ways:
                if plan.penalty > budget or self.steps > MAX_STEPS:
                    continue
                self.plan = plan
                for solution in self.solve(plan, budget - plan.penalty):
                    fitted = fit(solution.nodes, self.texts, self.prose)
                    total = solution.penalty + plan.penalty + fitted.penalty
                    if best is None or total < best[0] - 1e-9:
                        best = (total, solution, fitted)
                    if fitted.penalty == 0:
                        break
            if best is not None and best[0] <= budget + 1e-9:
                break
        return (best[1], best[2]) if best else None

    def guesses(self, most: int) -> list[Solution]:
        """Return up to `most` layouts that the words alone allow, by rising penalty."""
        found: dict[tuple[Node, ...], tuple[float, Solution]] = {}
        ways = plans(self.prose, self.tests_variable)
        for budget in BUDGETS:
            for plan in ways:
                if plan.penalty <= budget:
                    self.plan = plan
                    ready = islice(self.solve(plan, budget - plan.penalty), most)
                    for solution in ready:
                        found.setdefault(solution.nodes, (solution.penalty + plan.penalty, solution))
            if len(found) >= most or self.steps > MAX_STEPS:
                break
        found.pop((), None)
        ranked = sorted(found.values(), key=lambda guess: guess[0])
        return [solution for _, solution in ranked[:most]]

    def solve(self, plan: Plan, budget: float) -> Iterator[Solution]:
        """Yield the layouts under one plan whose penalty is within the budget."""
        start = tuple(State(0, {}) for _ in self.texts) or (State(0, {}),)
        total = len(self.prose.regions)
        head_end = total if plan.start is None else plan.start
        for head, states in self.sequence(0, head_end, start, budget):
            spent = sum(piece.penalty for piece in head)
            nodes = tuple(n for piece in head for n in piece.nodes)
            if plan.start is None:
                if self.at_end(states):
                    yield Solution(nodes, head, spent)
                continue
            yield from self.loop(plan, head, states, budget - spent)

    def loop(self, plan: Plan, head: tuple[Piece, ...], states: States, budget: float) -> Iterator[Solution]:
        """Yield the layouts with the loop's body read after the header."""
        before = tuple(n for piece in head for n in piece.nodes)
        spent = sum(piece.penalty for piece in head)
        for count, extra in [(None, 0.0)] if plan.is_open else self.counts(plan, states):
            if extra > budget or not (count is None or self.positive(count, states)):
                continue
            for body in self.bodies(plan, count, states, budget - extra):
                nodes = tuple(n for piece in body for n in piece.nodes)
                if not nodes:
                    continue
                index = INDEX if uses_index(nodes) else None
                block = Repeat(count, nodes, index, _terminator(nodes) if plan.is_terminated else None)
                after = self.advance((block,), states)
                if after is None:
                    continue
                cost = sum(piece.penalty for piece in body) + extra
                for tail, ended in self.sequence(plan.end, len(self.prose.regions), after, budget - cost):
                    if not self.at_end(ended):
                        continue
                    last = tuple(n for piece in tail for n in piece.nodes)
                    tests = render(count) if plan.is_tests and count is not None else None
                    total = spent + cost + sum(piece.penalty for piece in tail)
                    yield Solution((*before, block, *last), (*head, *body, *tail), total, tests)

    def bodies(
        self, plan: Plan, count: Expr | None, states: States, budget: float
    ) -> Iterator[tuple[Piece, ...]]:
        """Yield the readings of the loop's body; what counts test cases counts nothing else in them."""
        inner = tuple(State(s.at, dict(s.env)) for s in states)
        cases = names(count) if count is not None and plan.is_tests else ()
        read = self.sequence(plan.start or 0, plan.end, inner, budget)
        while True:
            self.cases = cases
            body = next(read, None)
            self.cases = ()
            if body is None:
                return
            yield body[0]

    def counts(self, plan: Plan, states: States) -> list[tuple[Expr, float]]:
        """Return what may count the loop: named in the text, else any number of the header."""
        bound = Bound.of(states[0].env)
        found: dict[str, tuple[Expr, float]] = {}
        for count in plan.counts:
            for expr, extra in resolve_count(count, bound)[:1]:
                if extra == 0:
                    found.setdefault(render(expr), (expr, 0.0))
        for name in bound.scalars:
            found.setdefault(name, (Ref(name), 0.0 if len(bound.scalars) == 1 else 0.5))
        return list(found.values())

    def positive(self, count: Expr, states: States) -> bool:
        """Tell whether every sample has at least one case, and no more than lines."""
        for text, state in self.paired(states):
            try:
                if not 1 <= Reader(text).value(count, state.env, state.at) <= len(text.lines):
                    return False
            except Miss:
                return False
        return True

    def paired(self, states: States) -> Iterator[tuple[Text, State]]:
        """Return each text with how far it is read; nothing where there are no texts."""
        return zip(self.texts, states, strict=bool(self.texts))

    def at_end(self, states: States) -> bool:
        """Tell whether every sample is read to its end."""
        return all(state.at >= len(text.lines) for text, state in self.paired(states))

    def sequence(
        self, at: int, end: int, states: States, budget: float
    ) -> Iterator[tuple[tuple[Piece, ...], States]]:
        """Yield readings of the regions at..end with the states after them."""
        if at >= end:
            yield (), states
            return
        for penalty, nodes in self.options(at, states, budget):
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            after = self.advance(nodes, states) if nodes else states
            if after is None:
                continue
            for rest, last in self.sequence(at + 1, end, after, budget - penalty):
                yield (Piece(at, nodes, penalty), *rest), last

    def options(self, at: int, states: States, budget: float) -> list[tuple[float, tuple[Node, ...]]]:
        """Return what a region may be here, by rising penalty, within the budget."""
        region = self.prose.regions[at]
        found: list[tuple[float, tuple[Node, ...]]] = []
        skip = self.skip(at, region)
        if skip <= budget:
            found.append((skip, ()))
        if region.opening is Opening.BLANK:
            found.append((0.0, (Blank(),)))
            return sorted(found, key=lambda option: option[0])[::-1] if skip == 0 else found
        bound = Bound.of(states[0].env)
        peek = [
            text.lines[state.at] if state.at < len(text.lines) else () for text, state in self.paired(states)
        ]
        readings = alternatives(self.prose, at)
        for candidate in readings:
            base = candidate.penalty + self.row_penalty(at, region)
            if base > budget:
                break
            if self.contradicts(candidate, readings[0]):
                continue
            for nodes, extra in self.built(region, candidate, bound, states, peek):
                if base + extra <= budget:
                    found.append((base + extra, nodes))
        return sorted(found, key=lambda option: option[0])

    def contradicts(self, candidate: Candidate, told: Candidate) -> bool:
        """Tell whether a guess of single tokens stands against an array whose length the words give.

        With one or two samples such a guess fits whatever stands there: it would prove nothing.
        """
        if len(self.texts) >= TELLING or candidate.penalty < GUESS or told.penalty >= GUESS:
            return False
        return _has_array(told) and not _is_token(candidate) and not _has_array(candidate)

    def row_penalty(self, at: int, region: Region) -> float:
        """Return the cost of taking a mere announcement for lines."""
        if at in self.plan.free:
            return 2.0
        following = self.prose.regions[at + 1] if at + 1 < len(self.prose.regions) else None
        if region.ordinal == "consists" and following is not None and following.ordinal == "first":
            return 2.0
        return 0.0

    def skip(self, at: int, region: Region) -> float:
        """Return the cost of reading nothing for a region."""
        if at in self.plan.free:
            return 0.0
        if self.row_penalty(at, region):
            return 0.0
        if region.opening is Opening.CASES:
            return 0.0 if not any(c.penalty < 1 for c in alternatives(self.prose, at)) else 1.0
        if region.opening is Opening.BLANK:
            return 0.5
        if region.opening is Opening.LINE:
            earlier = {r.ordinal for r in self.prose.regions[:at]}
            if region.ordinal == "lead":
                return 0.4 if any(c.penalty < 0.9 for c in alternatives(self.prose, at)) else 0.0
            if region.ordinal in ("one", "elided"):
                return 1.5 if region.ordinal == "one" else 0.9
            return (
                1.0
                if region.ordinal in earlier and region.ordinal not in ("next", "following", "first")
                else 3.5
            )
        return 2.0 if region.opening is Opening.ROWS else 9.0

    def built(
        self, region: Region, candidate: Candidate, bound: Bound, states: States, peek: list[tuple[str, ...]]
    ) -> Iterator[tuple[tuple[Node, ...], float]]:
        """Yield the nodes of a candidate, its counts bound to names that are read before."""
        rows = region.opening is Opening.ROWS
        counts: Sequence[tuple[Expr, float]] = [(Const(1), 0.0)]
        if rows and region.count is not None:
            counts = resolve_count(region.count, bound)
        elif rows:  # lines whose number is not said: one of the numbers read so far
            counts = [(Ref(name), 0.5 + 0.1 * n) for n, name in enumerate(reversed(bound.scalars))]
        for count, extra in counts:
            if candidate.choice is not None:
                body = _choice(candidate.choice, bound)
                if body is not None and rows:
                    yield (Repeat(count, (body,)),), extra
                continue
            read = states if self.texts else ()
            around = replace(bound, cases=self.cases or self.told_cases, rows=names(count))
            for items, more in resolve(candidate.items, around, read, peek, in_rows=rows):
                line = Line(items)
                if not rows:
                    yield (line,), extra + more
                else:
                    yield (Repeat(count, (line,), INDEX if uses_index((line,)) else None),), extra + more

    def advance(self, nodes: tuple[Node, ...], states: States) -> States | None:
        """Return the states after the nodes, None when a sample doesn't go on like that."""
        if not self.texts:
            return tuple(State(0, declared(nodes, state.env)) for state in states)
        after = []
        for text, state in self.paired(states):
            env = dict(state.env)
            try:
                after.append(State(Reader(text, None, {INDEX: 0}).nodes(nodes, state.at, env), env))
            except Miss:
                return None
        return tuple(after)


def declared(nodes: tuple[Node, ...], env: Env) -> Env:
    """Return the environment with the names that the nodes read, whatever their values."""
    found = dict(env)
    for node in nodes:
        if isinstance(node, Line):
            for item in node.items:
                if isinstance(item, Field) and (item.count is not None or item.to_line_end):
                    found[item.name] = []
                elif isinstance(item, Field) and item.type in (FieldType.INT, FieldType.STR):
                    found[item.name if item.type is FieldType.INT else f"len({item.name})"] = 1
    return found


def _terminator(nodes: Sequence[Node]) -> tuple[str, ...] | None:
    """Return the zeros that end the input: as many as the first line of a case has numbers."""
    first = nodes[0]
    return tuple("0" for _ in first.items) if isinstance(first, Line) else None


def uses_index(nodes: Sequence[Node]) -> bool:
    for node in nodes:
        if isinstance(node, Line):
            for item in node.items:
                if isinstance(item, Field) and item.count is not None and f"[{INDEX}]" in render(item.count):
                    return True
        elif isinstance(node, Repeat) and (
            uses_index(node.body) or (node.count and f"[{INDEX}]" in render(node.count))
        ):
            return True
    return False


def _choice(choice: Choice, bound: Bound) -> Choice | None:
    """Return the choice with the counts of its branches bound."""
    branches = []
    for branch in choice.branches:
        items: tuple[Field | Literal, ...] | None = next(
            (items for items, _ in resolve(branch.items, bound, (), [], in_rows=True)), None
        )
        if items is None:
            return None
        branches.append(Branch(branch.values, items, branch.body))
    return Choice(choice.selector, tuple(branches))


def _has_array(candidate: Candidate) -> bool:
    return any(isinstance(item, Field) and item.count is not None for item in candidate.items)


def _is_token(candidate: Candidate) -> bool:
    """Tell whether it is one token: n letters may stand there as one word."""
    match candidate.items:
        case (Field() as only,):
            return only.count is None and not only.to_line_end
    return False
