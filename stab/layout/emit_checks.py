"""Python source of the checks after reading: one loop a rule, nested as the layout is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from stab.expression import Comparison, Expr, parse_expr, render
from stab.layout.emit_expressions import chain, may_fail, python
from stab.layout.evaluation import first_index
from stab.layout.plan import Domain, Leaf, Plan, Unresolved, plans_of, rule_plans
from stab.layout.rendering import role_text
from stab.layout.roles import BRACKETS, first_letter, role_slots, rule_of
from stab.layout.schema import Schema, Slot
from stab.records import Binding, FieldType, Role, RoleKind, Rule

if TYPE_CHECKING:
    from stab.layout.emit import Identifiers


def _picked(name: str, at: str, leaf: Leaf) -> str:
    """Return the source of the number of the element that a leaf picks."""
    end, sign = (1, "-") if leaf.shift < 0 else (0, "+")
    return f"{name}.spans[{at}][{end}] {sign} {abs(leaf.shift)}"


@dataclass(slots=True)
class Loops:
    """The loops around a piece of code: a variable for each domain from the file inwards."""

    variables: dict[Domain, str]
    heads: list[str] = field(default_factory=list)

    @property
    def pad(self) -> str:
        """The indentation inside the loops."""
        return "    " * (1 + len(self.heads))


class Checks:
    """Writes check() of the program."""

    def __init__(self, schema: Schema, names: Identifiers, binding: Binding) -> None:
        self.schema = schema
        self.names = names
        self.binding = binding
        self.withdrawn = {unread.quote for unread in binding.withdrawn}

    def rules(self) -> Iterator[str]:
        """Yield the function that checks the rules and the roles."""
        yield ""
        yield "def check() -> None:"
        yield '    """Check what the statement promises."""'
        empty = True
        for rule in self.binding.rules:
            for plan in rule_plans(self.schema, rule):
                yield from self.rule(rule, plan)
                empty = False
        for role in self.schema.roles:
            if role_text(role) not in self.withdrawn:
                found = list(self.role(role))
                yield from found
                empty = empty and not found
        if empty:
            yield "    return"

    # --- rules ---

    def rule(self, rule: Rule, plan: Plan) -> Iterator[str]:
        text = render(rule.comparison)
        quote = " ".join(rule.quote.split())
        yield f"    # {text}" + (f"   [{quote[:100]}]" if quote and quote != text else "")
        loops = self.loops(plan.domain)
        body = list(self.body(rule, plan, loops))
        for depth, head in enumerate(loops.heads):
            yield "    " * (depth + 1) + head
        yield from body

    def body(self, rule: Rule, plan: Plan, loops: Loops) -> Iterator[str]:
        assert isinstance(plan.item, Comparison)
        pad, domain = loops.pad, plan.domain
        guard = "".join(f"{g} and " for g in self.guards(plan, loops))
        slot, code = self.blame(plan, loops)
        broken = f"{self.names.slot(slot)}.breaks({code}, {render(rule.comparison)!r})"
        condition = chain(plan.item, lambda part: self.leaf(plan.leaves[render(part)], domain, loops))
        fails = may_fail(plan.item) or any(
            leaf.inner and may_fail(leaf.inner.item) for leaf in plan.leaves.values()
        )
        if not fails:
            yield f"{pad}if {guard}not ({condition}):"
            yield f"{pad}    {broken}"
            return
        yield f"{pad}try:"
        yield f"{pad}    if {guard}not ({condition}):"
        yield f"{pad}        {broken}"
        yield f"{pad}except ArithmeticError:"
        yield f"{pad}    {broken}"

    def loops(self, domain: Domain, outer: Loops | None = None) -> Loops:
        """Return the loops over all instances of a domain (inside those of `outer`)."""
        variables = dict(outer.variables) if outer else {Domain(self.schema.root): "0"}
        heads: list[str] = []
        for inner in reversed(list(domain.chain())):
            if inner in variables:
                continue
            assert inner.parent is not None
            variable = f"k{len(variables)}"
            heads.append(f"for {variable} in {self.holder(inner)}.inside({variables[inner.parent]}):")
            variables[inner] = variable
        return Loops(variables, heads)

    def holder(self, domain: Domain) -> str:
        """Return the variable whose spans tell the instances of a domain."""
        return self.names.slot(domain.run) if domain.run is not None else self.names.level(domain.level)

    def place(self, domain: Domain, loops: Loops) -> str:
        """Return the source of the 0-based position inside the instance around it."""
        if domain.parent is None:
            return "0"
        return f"{loops.variables[domain]}{self.start(domain, loops, ' - ')}"

    def start(self, domain: Domain, loops: Loops, sign: str = "") -> str:
        """Return the source of the number of the first instance inside the one around; "" where it's 0."""
        assert domain.parent is not None
        around = loops.variables[domain.parent]
        return "" if around == "0" else f"{sign}{self.holder(domain)}.spans[{around}][0]"

    def at(self, leaf: Leaf, domain: Domain, loops: Loops) -> str:
        """Return the source of the number of the leaf's instance, without the shift."""
        if leaf.domain in domain.chain():
            return loops.variables[leaf.domain]
        start = self.start(leaf.domain, loops)
        return f"{start} + {self.place(domain, loops)}" if start else self.place(domain, loops)

    def leaf(self, leaf: Leaf, domain: Domain, loops: Loops) -> str:
        """Return the source of a leaf's value."""
        if leaf.kind == "position":
            return f"({self.place(domain, loops)} + {first_index(domain)})"
        at = self.at(leaf, domain, loops)
        if leaf.kind == "sum":
            return self.total(leaf, loops)
        assert leaf.slot is not None
        name = self.names.slot(leaf.slot)
        shift = f" {'+' if leaf.shift > 0 else '-'} {abs(leaf.shift)}" if leaf.shift else ""
        if leaf.kind == "count":
            return f"len({name}.inside({at}))"
        if leaf.kind == "length":
            is_number = leaf.slot.field.type is FieldType.INT
            return f"len(str({name}[{at}]))" if is_number else f"len({name}[{at}])"
        if leaf.kind == "pick":
            return f"{name}[{_picked(name, at, leaf)}]"
        return f"{name}[{at}{shift}]"

    def total(self, leaf: Leaf, loops: Loops) -> str:
        """Return the source of a sum over the instances inside those of the leaf's domain."""
        plan = leaf.inner
        assert plan is not None and not isinstance(plan.item, Comparison)
        outer = Loops({d: loops.variables[d] for d in leaf.domain.chain()})
        inner = self.loops(plan.domain, outer)
        renamed = Loops({d: v if d in outer.variables else f"j{v[1:]}" for d, v in inner.variables.items()})
        heads = []
        for made in reversed(list(plan.domain.chain())):
            if made not in outer.variables and made.parent is not None:
                around = renamed.variables[made.parent]
                heads.append(f"for {renamed.variables[made]} in {self.holder(made)}.inside({around})")
        value = python(plan.item, lambda part: self.leaf(plan.leaves[render(part)], plan.domain, renamed))
        if not heads:
            return value
        guards = list(self.guards(plan, renamed))
        where = f" if {' and '.join(guards)}" if guards else ""
        return f"sum({value} {' '.join(heads)}{where})"

    def guards(self, plan: Plan, loops: Loops) -> Iterator[str]:
        """Yield conditions under which every leaf has a value."""
        domain = plan.domain
        for leaf in plan.leaves.values():
            beside = leaf.domain not in domain.chain()
            if leaf.kind == "pick" and leaf.slot is not None:
                at = self.at(leaf, domain, loops)
                yield f"len({self.names.slot(leaf.slot)}.inside({at})) >= {leaf.least}"
            elif (leaf.shift or beside) and domain.parent is not None:
                holder = self.holder(leaf.domain if beside else domain)
                around = loops.variables[domain.parent]
                yield f"0 <= {self.place(domain, loops)} + {leaf.shift} < len({holder}.inside({around}))"

    def blame(self, plan: Plan, loops: Loops) -> tuple[Slot, str]:
        """Return the slot and the source of the number of the value to show."""
        leaves = [leaf for leaf in plan.leaves.values() if leaf.slot is not None and leaf.kind != "position"]
        if not leaves:
            return plan.slots[0], f"len({self.names.slot(plan.slots[0])}) - 1"
        best = max(leaves, key=lambda leaf: (leaf.domain.depth, leaf.slot.order if leaf.slot else 0))
        assert best.slot is not None
        at = self.at(best, plan.domain, loops)
        if best.kind == "pick":
            return best.slot, _picked(self.names.slot(best.slot), at, best)
        if best.kind == "count":
            return best.slot, f"{self.names.slot(best.slot)}.spans[{at}][0]"
        return best.slot, f"{at} + {best.shift}" if best.shift else at

    # --- roles ---

    def role(self, role: Role) -> Iterator[str]:
        write = _ROLES.get(role.kind)
        if write is None:
            return
        for slots in role_slots(role, self.schema):
            lines = list(write(self, role, list(slots)))
            if lines:
                yield f"    # {rule_of(role)}"
                yield from lines

    def around(self, slot: Slot) -> tuple[Domain, Loops]:
        """Return the domain of a slot's values, and the loops over the instances around it."""
        domain = Domain(slot.level, slot) if slot.is_run else Domain(slot.level)
        return domain, self.loops(domain.parent or domain)

    def groups(self, slots: list[Slot]) -> tuple[str, str, Domain, Loops]:
        """Return the source of all groups of tuples, the condition around them, their domain and loops."""
        domain, loops = self.around(slots[0])
        inside = self.loops(domain)
        variable = inside.variables[domain]
        names = [self.names.slot(slot) for slot in slots]
        values = (
            f"{names[0]}[{variable}]"
            if len(names) == 1
            else f"({', '.join(f'{n}[{variable}]' for n in names)})"
        )
        if domain.parent is None:
            return f"[[{values.replace(f'[{variable}]', '[0]')}]]", "", domain, loops
        span = f"{self.holder(domain)}.inside({inside.variables[domain.parent]})"
        heads = " ".join(head.rstrip(":") for head in loops.heads) or "for _ in (0,)"
        return f"[[{values} for {variable} in {span}] {heads}]", "", domain, loops

    def edge_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        domain, loops = self.around(slots[0])
        if len(slots) != 2 or any(s.field.type is not FieldType.INT for s in slots):
            return
        if role.size is None or domain.parent is None:
            return
        try:
            plan = plans_of(self.schema, parse_expr(role.size), domain.parent)
        except Unresolved:
            return
        size = python(plan.item, lambda part: self.leaf(plan.leaves[render(part)], domain.parent, loops))  # type: ignore[arg-type]
        heads = " ".join(head.rstrip(":") for head in loops.heads) or "for _ in (0,)"
        yield f"    sizes = [{size} {heads}]"
        yield f"    edges = edge_lists({self.groups(slots)[0]}, sizes)"
        yield "    for size, group in zip(sizes, edges or ()):"
        yield f"        if {self.edge_condition(role)}:"
        yield f"            fail({'the input breaks: ' + rule_of(role)!r})"

    def edge_condition(self, role: Role) -> str:
        """Return the source of the condition under which a group of edges breaks the role."""
        if role.kind is RoleKind.TREE:
            return "join(size, group)[0] or (group and join(size, group)[1] > 1)"
        if role.kind is RoleKind.CONNECTED:
            return "group and join(size, group)[1] > 1"
        return "has_directed_cycle(size, group)" if self.is_directed(role) else "join(size, group)[0]"

    def is_directed(self, role: Role) -> bool:
        return any(
            r.kind is RoleKind.DIRECTED and set(r.fields) >= set(role.fields) for r in self.schema.roles
        )

    def each_group(self, slots: list[Slot], condition: str, role: Role) -> Iterator[str]:
        yield f"    for group in {self.groups(slots)[0]}:"
        yield f"        if {condition}:"
        yield f"            fail({'the input breaks: ' + rule_of(role)!r})"

    def simple_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            pair = "edge" if self.is_directed(role) else "tuple(sorted(edge))"
            twice = f"len({{{pair} for edge in group}}) < len(group)"
            yield from self.each_group(slots, f"any(a == b for a, b in group) or {twice}", role)

    def permutation_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            column = self.names.slot(slot)
            yield f"    first = 0 if min({column}, default=1) == 0 else 1"
            condition = "sorted(group) != list(range(first, first + len(group)))"
            yield from self.each_group([slot], condition, role)

    def distinct_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        yield from self.each_group(slots, "len(set(group)) < len(group)", role)

    def sorted_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            yield from self.each_group([slot], "group != sorted(group)", role)

    def interval_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            yield from self.each_group(slots, "any(low > high for low, high in group)", role)

    def convex_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            corners = "in zip(group, group[1:] + group[:1], group[2:] + group[:2])"
            left = "(b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0])"
            changes = f"sum((b[::-1] > a[::-1]) != (c[::-1] > b[::-1]) for a, b, c {corners})"
            condition = f"not all({left} for a, b, c {corners}) or {changes} != 2"
            yield from self.each_group(slots, condition, role)

    def brackets_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            if slot.field.type in (FieldType.STR, FieldType.LINE):
                yield from self.each_group(
                    [slot], f"any(set(text) - set({BRACKETS!r}) for text in group)", role
                )

    def letters_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            domain = Domain(slot.level, slot) if slot.is_run else Domain(slot.level)
            if role.size is None or slot.field.type is not FieldType.STR:
                continue
            try:
                plan = plans_of(self.schema, parse_expr(role.size), domain)
            except Unresolved:
                continue
            assert not isinstance(plan.item, Comparison)
            loops = self.loops(domain)
            size = python(plan.item, partial(self.part, plan, domain, loops))
            yield from (f"{'    ' * depth}{head}" for depth, head in enumerate(loops.heads, 1))
            text, base = f"{self.names.slot(slot)}[{loops.variables[domain]}]", ord(first_letter(slot.field))
            yield f"{loops.pad}if any(not 0 <= ord(c) - {base} < {size} for c in {text}):"
            yield f"{loops.pad}    fail({'the input breaks: ' + rule_of(role)!r})"

    def part(self, plan: Plan, domain: Domain, loops: Loops, part: Expr) -> str:
        """Return the source of one quantity of a plan's expression."""
        return self.leaf(plan.leaves[render(part)], domain, loops)


_Writer = Callable[[Checks, Role, list[Slot]], Iterator[str]]
_ROLES: dict[RoleKind, _Writer] = {
    RoleKind.TREE: Checks.edge_role,
    RoleKind.CONNECTED: Checks.edge_role,
    RoleKind.ACYCLIC: Checks.edge_role,
    RoleKind.SIMPLE: Checks.simple_role,
    RoleKind.PERMUTATION: Checks.permutation_role,
    RoleKind.DISTINCT: Checks.distinct_role,
    RoleKind.SORTED: Checks.sorted_role,
    RoleKind.INTERVAL: Checks.interval_role,
    RoleKind.CONVEX: Checks.convex_role,
    RoleKind.BRACKETS: Checks.brackets_role,
    RoleKind.LETTERS: Checks.letters_role,
}
