"""checktestdata source of the checks after reading: one loop a rule, nested as the layout is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from stab.expression import Comparison, parse_expr, render
from stab.layout.emit_bounds import Check, Division
from stab.layout.emit_ctd_expressions import Unexpressed, condition, ctd
from stab.layout.emit_ctd_names import CtdNames
from stab.layout.evaluation import first_index
from stab.layout.plan import Domain, Leaf, Plan, Unresolved, plans_of
from stab.layout.rendering import role_text
from stab.layout.roles import role_slots, rule_of
from stab.layout.schema import ChoiceStep, Level, Schema, Slot
from stab.records import Binding, Choice, FieldType, Repeat, Role, RoleKind


@dataclass(slots=True)
class Loops:
    """The loops around a piece of code, and the index of each domain in them."""

    indices: dict[Domain, str] = field(default_factory=dict)
    heads: list[str] = field(default_factory=list)
    ends: int = 0

    def path(self, domain: Domain) -> list[str]:
        """Return the indices of a value of the domain, outermost first."""
        return [self.indices[d] for d in reversed(list(domain.chain())) if d in self.indices]


class CtdChecks:
    """Writes what is checked once everything is read."""

    def __init__(self, schema: Schema, names: CtdNames, binding: Binding, division: Division) -> None:
        self.schema = schema
        self.names = names
        self.division = division
        self.withdrawn = {unread.quote for unread in binding.withdrawn}
        self.left_out: list[str] = []
        self.fresh = 0

    def rules(self) -> Iterator[str]:
        """Yield the commands; what can't be expressed goes to `left_out`."""
        for check in self.division.checks:
            yield from self.tried(render(check.item), partial(self.rule, check))
        for role in self.schema.roles:
            write = _ROLES.get(role.kind)
            if write is None or role_text(role) in self.withdrawn:
                continue
            for slots in role_slots(role, self.schema):
                lines = list(self.tried(rule_of(role), partial(write, self, role, list(slots))))
                yield from [f"# {rule_of(role)}", *lines] if lines else []

    def tried(self, text: str, write: Callable[[], Iterator[str]]) -> Iterator[str]:
        try:
            yield from list(write())
        except Unexpressed as error:
            self.left_out.append(f"{text}: {error.message}")

    # --- rules ---

    def rule(self, check: Check) -> Iterator[str]:
        text, quote = render(check.item), " ".join(check.rule.quote.split())
        yield f"# {text}" + (f"   [{quote[:100]}]" if quote and quote != text else "")
        loops = self.loops(check.plan.domain)
        before: list[str] = []
        test = condition(check.item, lambda part: self.leaf(check.plan, render(part), loops, before))
        guards = [*self.guards(check.plan, loops)]
        body = [*before, f"ASSERT({test})"]
        if guards:
            body = [f"IF({' && '.join(guards)})", *("  " + line for line in body), "END"]
        yield from self.nested(loops, body)

    def nested(self, loops: Loops, body: list[str]) -> Iterator[str]:
        """Yield a body inside its loops."""
        for depth, head in enumerate(loops.heads):
            yield "  " * depth + head
        yield from ("  " * len(loops.heads) + line for line in body)
        yield from ("  " * depth + "END" for depth in reversed(range(len(loops.heads))))

    def loops(self, domain: Domain, outer: Loops | None = None) -> Loops:
        """Return the loops over all instances of a domain (inside those of `outer`)."""
        made = Loops(dict(outer.indices) if outer else {})
        known = set(made.indices) | ({d for d in outer.indices} if outer else set())
        stem = "e" if outer else "i"
        for inner in reversed(list(domain.chain())):
            if inner in known or inner.parent is None:
                continue
            if outer is not None and self.is_around(inner, outer):
                continue
            path = made.path(inner.parent)
            if inner.run is not None:
                made.indices[inner] = f"{stem if outer else 'j'}{self.next(inner, outer)}"
                made.heads.append(f"REPI({made.indices[inner]}, {self.names.elements(inner.run, path)})")
            elif isinstance(inner.level.origin, Repeat):
                made.indices[inner] = f"{stem}{self.next(inner, outer)}"
                made.heads.append(f"REPI({made.indices[inner]}, {self.names.rows(inner.level, path)})")
            else:
                made.heads.append(f"IF({self.chosen(inner.level, path)})")
        return made

    @staticmethod
    def is_around(domain: Domain, outer: Loops) -> bool:
        """Tell whether a branch is one that the outer code stands in."""
        return (
            isinstance(domain.level.origin, Choice)
            and domain.run is None
            and any(domain in known.chain() for known in outer.indices)
        )

    def next(self, domain: Domain, outer: Loops | None) -> int:
        """Return the number of a loop variable; inside other loops it is a new one."""
        if outer is None:
            return domain.run.number if domain.run is not None else domain.level.number
        self.fresh += 1
        return self.fresh

    def chosen(self, level: Level, path: list[str]) -> str:
        """Return the condition under which a branch was taken."""
        for step in self.schema.blocks:
            if isinstance(step, ChoiceStep) and level in step.branches:
                break
        else:
            raise Unexpressed("its branch is not known")
        selector = self.names.slot(step.selector, path)
        branches = list(zip(step.node.branches, step.branches, strict=True))
        own = next(branch for branch, found in branches if found is level)
        if own.values:
            return " || ".join(f'{selector} == "{value}"' for value in own.values)
        others = [value for branch, _ in branches for value in branch.values]
        return " && ".join(f'{selector} != "{value}"' for value in others) or "1 == 1"

    def leaf(self, plan: Plan, text: str, loops: Loops, before: list[str]) -> str:
        """Return the source of a leaf's value; what must be worked out first goes to `before`."""
        leaf, domain = plan.leaves[text], plan.domain
        if leaf.kind == "position":
            return f"({loops.indices[domain]} + {first_index(domain)})" if domain in loops.indices else "1"
        path = self.path(leaf, domain, loops)
        if leaf.kind == "sum":
            return self.total(leaf, loops, before)
        slot = leaf.slot
        assert slot is not None
        if leaf.kind == "count":
            return self.names.elements(slot, path)
        if leaf.kind == "length":
            if slot.number in self.names.numeric:
                raise Unexpressed("the digits of a number are not counted")
            return f"STRLEN({self.names.slot(slot, path)})"
        if slot.number not in self.names.numeric:
            raise Unexpressed(f"{slot.name} is kept as a text")
        if leaf.kind == "pick":
            size = self.names.elements(slot, path)
            at = str(leaf.shift) if leaf.shift >= 0 else f"{size} - {-leaf.shift}"
            return self.names.slot(slot, [*path, at])
        if leaf.shift:
            path = [*path[:-1], f"{path[-1]} {'+' if leaf.shift > 0 else '-'} {abs(leaf.shift)}"]
        return self.names.slot(slot, path)

    def path(self, leaf: Leaf, domain: Domain, loops: Loops) -> list[str]:
        """Return the indices of a leaf's value: its own, or of one beside it the same position."""
        if leaf.domain in domain.chain():
            return loops.path(leaf.domain)
        assert leaf.domain.parent is not None
        return [*loops.path(leaf.domain.parent), loops.indices[domain]]

    def total(self, leaf: Leaf, loops: Loops, before: list[str]) -> str:
        """Return the variable of a sum over the instances inside those of the leaf's domain."""
        plan = leaf.inner
        assert plan is not None and not isinstance(plan.item, Comparison)
        self.fresh += 1
        name = f"t{self.fresh}"
        around = set(leaf.domain.chain())
        outer = Loops({d: i for d, i in loops.indices.items() if d in around})
        inner = self.loops(plan.domain, outer)
        inside: list[str] = []
        value = ctd(plan.item, lambda part: self.leaf(plan, render(part), inner, inside))
        if value.below != 1:
            raise Unexpressed("checktestdata has no sum of quotients")
        body = [*inside, f"SET({name} = {name} + {value.inner})"]
        guards = list(self.guards(plan, inner))
        if guards:
            body = [f"IF({' && '.join(guards)})", *body, "END"]
        before += [f"SET({name} = 0)", *self.nested(inner, body)]
        return name

    def guards(self, plan: Plan, loops: Loops) -> Iterator[str]:
        """Yield conditions under which every leaf has a value."""
        domain = plan.domain
        for leaf in plan.leaves.values():
            beside = leaf.domain not in domain.chain()
            if leaf.kind == "pick" and leaf.slot is not None:
                yield f"{self.names.elements(leaf.slot, self.path(leaf, domain, loops))} >= {leaf.least}"
            elif (leaf.shift or beside) and domain in loops.indices and domain.parent is not None:
                held = leaf.domain if beside else domain
                size = self.size_of(held, loops.path(domain.parent))
                place = (
                    f"{loops.indices[domain]} + {leaf.shift}"
                    if leaf.shift >= 0
                    else (f"{loops.indices[domain]} - {-leaf.shift}")
                )
                yield f"0 <= {place} && {place} < {size}"

    def size_of(self, domain: Domain, path: list[str]) -> str:
        """Return the source of how many instances there are inside the one around."""
        if domain.run is not None:
            return self.names.elements(domain.run, path)
        if isinstance(domain.level.origin, Repeat):
            return self.names.rows(domain.level, path)
        raise Unexpressed("its names are not read together")

    # --- roles ---

    def domain(self, slot: Slot) -> Domain:
        return Domain(slot.level, slot) if slot.is_run else Domain(slot.level)

    def group(self, slots: list[Slot]) -> tuple[Domain, Loops, Loops, list[str], list[str]]:
        """Return the domain of values, loops around them, loops over them inside these, values, indices."""
        domain = self.domain(slots[0])
        if domain.parent is None or isinstance(domain.level.origin, Choice):
            raise Unexpressed("its values are not in one list")
        outer = self.loops(domain.parent)
        whole = self.loops(domain)
        path = whole.path(domain)
        inner = Loops(whole.indices, whole.heads[len(outer.heads) :])
        return domain, outer, inner, [self.names.slot(slot, path) for slot in slots], path

    def unique(
        self, values: list[str], outer: Loops, inner: Loops, path: list[str], extra: list[str]
    ) -> Iterator[str]:
        """Yield the check that tuples differ within each group: the group's indices belong to the tuple."""
        self.fresh += 1
        at = f"[{', '.join(path)}]"
        parts = [*path[:-1], *values]
        keys = [f"own{self.fresh}x{number}" for number in range(len(parts))]
        sets = ", ".join(f"{key}{at} = {part}" for key, part in zip(keys, parts, strict=True))
        whole = Loops(inner.indices, [*outer.heads, *inner.heads])
        yield from self.nested(whole, [*extra, f"SET({sets})"])
        yield f"ASSERT(UNIQUE({', '.join(keys)}))"

    def distinct_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        _, outer, inner, values, path = self.group(slots)
        yield from self.unique(values, outer, inner, path, [])

    def simple_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) != 2:
            return
        _, outer, inner, (a, b), path = self.group(slots)
        extra = [f"ASSERT({a} != {b})"]
        values = [a, b]
        if not self.is_directed(role):
            extra += [f"SET(low1 = {a}, high1 = {b})", f"IF({b} < {a}) SET(low1 = {b}, high1 = {a}) END"]
            values = ["low1", "high1"]
        yield from self.unique(values, outer, inner, path, extra)

    def is_directed(self, role: Role) -> bool:
        return any(
            r.kind is RoleKind.DIRECTED and set(r.fields) >= set(role.fields) for r in self.schema.roles
        )

    def permutation_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            domain, outer, inner, (value,), path = self.group([slot])
            assert domain.parent is not None
            size = self.size_of(domain, outer.path(domain.parent))
            whole = Loops(inner.indices, [*outer.heads, *inner.heads])
            yield "SET(first = 1)"
            yield from self.nested(whole, [f"IF({value} == 0) SET(first = 0) END"])
            extra = [f"ASSERT(first <= {value} && {value} < first + {size})"]
            yield from self.unique([value], outer, inner, path, extra)

    def sorted_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            _, outer, inner, (value,), path = self.group([slot])
            before = self.names.slot(slot, [*path[:-1], f"{path[-1]} - 1"])
            whole = Loops(inner.indices, [*outer.heads, *inner.heads])
            yield from self.nested(whole, [f"IF({path[-1]} > 0) ASSERT({before} <= {value}) END"])

    def interval_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            loops = self.loops(self.domain(slots[0]))
            path = loops.path(self.domain(slots[0]))
            low, high = (self.names.slot(slot, path) for slot in slots)
            yield from self.nested(loops, [f"ASSERT({low} <= {high})"])

    def edge_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        """Yield a union of components, edge by edge (Tarjan, 1975); paths are halved."""
        if len(slots) != 2 or any(s.field.type is not FieldType.INT for s in slots) or role.size is None:
            return
        if role.kind is RoleKind.ACYCLIC and self.is_directed(role):
            raise Unexpressed("directed cycles are not looked for")
        domain, outer, inner, (a, b), _ = self.group(slots)
        assert domain.parent is not None
        try:
            plan = plans_of(self.schema, parse_expr(role.size), domain.parent)
        except Unresolved:
            return
        assert not isinstance(plan.item, Comparison)
        before: list[str] = []
        size = ctd(plan.item, lambda part: self.leaf(plan, render(part), outer, before)).text
        whole = Loops(inner.indices, [*outer.heads, *inner.heads])
        yield "SET(first = 1)"
        yield from self.nested(whole, [f"IF({a} == 0 || {b} == 0) SET(first = 0) END"])
        yield from self.nested(outer, [*before, *self.joining(role, inner, a, b, size, domain)])

    def joining(self, role: Role, inner: Loops, a: str, b: str, size: str, domain: Domain) -> Iterator[str]:
        yield f"SET(parts = {size})"
        yield "REPI(v1, parts) SET(parent[v1] = v1) END"
        cycle = "" if role.kind is RoleKind.CONNECTED else "ASSERT(x != y)"
        body = [
            f"ASSERT(first <= {a} && {a} < first + {size} && first <= {b} && {b} < first + {size})",
            f"SET(x = {a} - first, y = {b} - first)",
            "WHILE(parent[x] != x) SET(parent[x] = parent[parent[x]]) SET(x = parent[x]) END",
            "WHILE(parent[y] != y) SET(parent[y] = parent[parent[y]]) SET(y = parent[y]) END",
            *([cycle] if cycle else []),
            "IF(x != y) SET(parent[x] = y, parts = parts - 1) END",
        ]
        yield from self.nested(inner, body)
        if role.kind is not RoleKind.ACYCLIC:
            assert domain.parent is not None
            edges = self.size_of(
                domain,
                [inner.indices[d] for d in reversed(list(domain.parent.chain())) if d in inner.indices],
            )
            yield f"IF({edges} > 0) ASSERT(parts <= 1) END"

    def unexpressed(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        raise Unexpressed("checktestdata can't say it")
        yield ""


_Writer = Callable[[CtdChecks, Role, list[Slot]], Iterator[str]]
_ROLES: Mapping[RoleKind, _Writer] = {
    RoleKind.TREE: CtdChecks.edge_role,
    RoleKind.CONNECTED: CtdChecks.edge_role,
    RoleKind.ACYCLIC: CtdChecks.edge_role,
    RoleKind.SIMPLE: CtdChecks.simple_role,
    RoleKind.PERMUTATION: CtdChecks.permutation_role,
    RoleKind.DISTINCT: CtdChecks.distinct_role,
    RoleKind.SORTED: CtdChecks.sorted_role,
    RoleKind.INTERVAL: CtdChecks.interval_role,
    RoleKind.CONVEX: CtdChecks.unexpressed,
    RoleKind.LETTERS: CtdChecks.unexpressed,
}
