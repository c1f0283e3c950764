"""C++ source of the checks after reading: one loop a rule, nested as the layout is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from stab.expression import Comparison, parse_expr, render
from stab.layout.emit_bounds import Check, Division
from stab.layout.emit_testlib_expressions import Code, Unexpressed, Width, chain, cpp, quoted
from stab.layout.evaluation import first_index
from stab.layout.plan import Domain, Leaf, Plan, Unresolved, plans_of
from stab.layout.rendering import role_text
from stab.layout.roles import BRACKETS, first_letter, role_slots, rule_of
from stab.layout.schema import Schema, Slot
from stab.records import Binding, FieldType, Role, RoleKind

if TYPE_CHECKING:
    from stab.layout.emit_testlib_counts import CppNames


@dataclass(slots=True)
class Loops:
    """The loops around a piece of code: a variable for each domain from the file inwards."""

    variables: dict[Domain, str]
    heads: list[str] = field(default_factory=list)

    @property
    def pad(self) -> str:
        """The indentation inside the loops."""
        return "    " * (1 + len(self.heads))

    def opened(self) -> Iterator[str]:
        """Yield the heads of the loops."""
        for depth, head in enumerate(self.heads, 1):
            yield "    " * depth + head


class CppChecks:
    """Writes what is checked once everything is read."""

    def __init__(self, schema: Schema, names: CppNames, binding: Binding, division: Division) -> None:
        self.schema = schema
        self.names = names
        self.division = division
        self.withdrawn = {unread.quote for unread in binding.withdrawn}
        self.left_out: list[str] = []

    def rules(self) -> Iterator[str]:
        """Yield the statements; what can't be expressed goes to `left_out`."""
        for check in self.division.checks:
            yield from self.tried(render(check.item), partial(self.rule, check))
        for role in self.schema.roles:
            write = _ROLES.get(role.kind)
            if write is None or role_text(role) in self.withdrawn:
                continue
            for slots in role_slots(role, self.schema):
                lines = list(self.tried(rule_of(role), partial(write, self, role, list(slots))))
                if lines:
                    yield f"    // {rule_of(role)}"
                    yield from lines

    def tried(self, text: str, write: Callable[[], Iterator[str]]) -> Iterator[str]:
        try:
            yield from list(write())
        except Unexpressed as error:
            self.left_out.append(f"{text}: {error.message}")

    # --- rules ---

    def rule(self, check: Check) -> Iterator[str]:
        plan, text = check.plan, render(check.item)
        quote = " ".join(check.rule.quote.split())
        loops = self.loops(plan.domain)
        condition = chain(check.item, lambda part: self.leaf(plan.leaves[render(part)], plan.domain, loops))
        guards = list(self.guards(plan, loops))
        yield f"    // {text}" + (f"   [{quote[:100]}]" if quote and quote != text else "")
        yield from loops.opened()
        guard = f"if ({' && '.join(guards)}) " if guards else ""
        yield f"{loops.pad}{guard}ensuref({condition}, {message(text)});"

    def loops(self, domain: Domain, outer: Loops | None = None) -> Loops:
        """Return the loops over all instances of a domain (inside those of `outer`)."""
        variables = dict(outer.variables) if outer else {Domain(self.schema.root): "0"}
        stem = "j" if outer else "k"
        heads: list[str] = []
        for inner in reversed(list(domain.chain())):
            if inner in variables:
                continue
            assert inner.parent is not None
            v, holder, around = f"{stem}{len(variables)}", self.holder(inner), variables[inner.parent]
            heads.append(f"for (long long {v} = {holder}.from({around}); {v} < {holder}.to({around}); ++{v})")
            variables[inner] = v
        return Loops(variables, heads)

    def holder(self, domain: Domain) -> str:
        """Return the variable whose spans tell the instances of a domain."""
        return self.names.slot(domain.run) if domain.run is not None else self.names.level(domain.level)

    def place(self, domain: Domain, loops: Loops) -> str:
        """Return the source of the 0-based position inside the instance around it."""
        if domain.parent is None:
            return "0"
        around = loops.variables[domain.parent]
        return loops.variables[domain] + ("" if around == "0" else f" - {self.holder(domain)}.from({around})")

    def at(self, leaf: Leaf, domain: Domain, loops: Loops) -> str:
        """Return the source of the number of the leaf's instance, without the shift."""
        if leaf.domain in domain.chain():
            return loops.variables[leaf.domain]
        assert domain.parent is not None
        start = f"{self.holder(leaf.domain)}.from({loops.variables[domain.parent]})"
        return f"{start} + {self.place(domain, loops)}"

    def element(self, slot: Slot, at: str) -> str:
        """Return the source of one value of a slot."""
        return self.names.slot(slot) if self.names.is_single(slot) else f"{self.names.slot(slot)}[{at}]"

    def leaf(self, leaf: Leaf, domain: Domain, loops: Loops) -> Code:
        """Return the source of a leaf's value."""
        if leaf.kind == "position":
            return Code(f"{self.place(domain, loops)} + {first_index(domain)}", Width.LONG, False)
        if leaf.kind == "sum":
            return self.total(leaf, loops)
        assert leaf.slot is not None
        at, name = self.at(leaf, domain, loops), self.names.slot(leaf.slot)
        if leaf.kind == "count":
            return Code(f"{name}.count({at})", Width.LONG)
        if leaf.kind == "length":
            return self.length(leaf.slot, self.element(leaf.slot, at))
        if leaf.kind == "pick":
            text = f"{name}[{self.picked(leaf, at)}]"
        else:
            sign = f" {'+' if leaf.shift > 0 else '-'} {abs(leaf.shift)}" if leaf.shift else ""
            text = self.element(leaf.slot, f"{at}{sign}")
        return self.typed(leaf.slot, text)

    def length(self, slot: Slot, value: str) -> Code:
        if slot.field.type is FieldType.REAL:
            raise Unexpressed("the length of a number with decimals is not kept")
        kept = self.names.kind(slot) == "string"
        text = value if kept else f"to_string({value})"
        return Code(f"(long long){text}.size()", Width.LONG)

    def picked(self, leaf: Leaf, at: str) -> str:
        """Return the source of the number of the element that a leaf picks."""
        assert leaf.slot is not None
        end, sign = ("to", "-") if leaf.shift < 0 else ("from", "+")
        return f"{self.names.slot(leaf.slot)}.{end}({at}) {sign} {abs(leaf.shift)}"

    def typed(self, slot: Slot, text: str) -> Code:
        kind = self.names.kind(slot)
        if kind == "string":
            raise Unexpressed(f"{slot.name} has too many digits to count with")
        return Code(text, {"long long": Width.LONG, "wide": Width.WIDE, "Ratio": Width.RATIO}[kind])

    def total(self, leaf: Leaf, loops: Loops) -> Code:
        """Return the source of a sum over the instances inside those of the leaf's domain."""
        plan = leaf.inner
        assert plan is not None and not isinstance(plan.item, Comparison)
        outer = Loops({d: loops.variables[d] for d in leaf.domain.chain()})
        inner = self.loops(plan.domain, outer)
        value = cpp(plan.item, lambda part: self.leaf(plan.leaves[render(part)], plan.domain, inner))
        width = max(value.width, Width.WIDE)
        if not inner.heads:
            return value
        guards = list(self.guards(plan, inner))
        where = f"if ({' && '.join(guards)}) " if guards else ""
        kind = "wide" if width is Width.WIDE else "Ratio"
        add = (
            f"total += {value.text};" if width is Width.WIDE else f"total = total + {value.as_width(width)};"
        )
        return Code(
            f"[&] {{ {kind} total = 0; {' '.join(inner.heads)} {where}{add} return total; }}()", width
        )

    def guards(self, plan: Plan, loops: Loops) -> Iterator[str]:
        """Yield conditions under which every leaf has a value."""
        domain = plan.domain
        for leaf in plan.leaves.values():
            beside = leaf.domain not in domain.chain()
            if leaf.kind == "pick" and leaf.slot is not None:
                at = self.at(leaf, domain, loops)
                yield f"{self.names.slot(leaf.slot)}.count({at}) >= {leaf.least}"
            elif (leaf.shift or beside) and domain.parent is not None:
                holder = self.holder(leaf.domain if beside else domain)
                around = loops.variables[domain.parent]
                place = (
                    f"{self.place(domain, loops)} + {leaf.shift}" if leaf.shift else self.place(domain, loops)
                )
                size = f"{holder}.to({around}) - {holder}.from({around})"
                yield f"0 <= {place} && {place} < {size}"

    # --- roles ---

    def grouped(self, slots: list[Slot], kind: str, body: Callable[[Loops], list[str]]) -> Iterator[str]:
        """Yield loops over the instances, the values `group` of each, and what is done with them."""
        domain = Domain(slots[0].level, slots[0]) if slots[0].is_run else Domain(slots[0].level)
        loops = self.loops(domain.parent or domain)
        inside = loops if domain.parent is None else self.loops(domain, loops)
        at = inside.variables[domain]
        values = [self.element(slot, at) for slot in slots]
        if kind == "Edge":
            one = f"Edge({', '.join(values)})"
        elif len(values) > 1:
            kind = f"tuple<{', '.join(map(self.names.kind, slots))}>"
            one = f"make_tuple({', '.join(values)})"
        else:
            kind, one = self.names.kind(slots[0]), values[0]
        yield from loops.opened()
        yield f"{'    ' * len(loops.heads)}{{" if loops.heads else "    {"
        pad = loops.pad[4:] if loops.heads else loops.pad
        deep = pad + "    "
        yield f"{deep}vector<{kind}> group;"
        yield f"{deep}{' '.join(inside.heads) + ' ' if inside is not loops else ''}group.push_back({one});"
        yield from (deep + line for line in body(loops))
        yield f"{pad}}}"

    def lined(self, slots: list[Slot], kind: str, line: str) -> Iterator[str]:
        """Yield loops over the instances, and one statement about each group."""
        yield from self.grouped(slots, kind, lambda loops: [line])

    def size(self, role: Role, domain: Domain, loops: Loops) -> str | None:
        """Return the source of the size of a role; None where it can't be told."""
        if role.size is None:
            return None
        try:
            plan = plans_of(self.schema, parse_expr(role.size), domain)
        except Unresolved:
            return None
        assert not isinstance(plan.item, Comparison)
        code = cpp(plan.item, lambda part: self.leaf(plan.leaves[render(part)], domain, loops))
        return f"(long long)({code.text})" if code.width is Width.WIDE else code.text

    def edge_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        domain = Domain(slots[0].level, slots[0]) if slots[0].is_run else Domain(slots[0].level)
        if len(slots) != 2 or any(s.field.type is not FieldType.INT for s in slots) or domain.parent is None:
            return
        self.demand_plain(slots)
        around = domain.parent
        size = self.size(role, around, self.loops(around))
        if size is None:
            return
        name = f"graphs_{role.kind.value}_{self.names.slot(slots[0])}"
        yield f"    Graphs {name};"
        yield from self.grouped(slots, "Edge", lambda loops: [f"{name}.add({size}, group);"])
        yield f"    if ({name}.inRange()) for (size_t g = 0; g < {name}.edges.size(); ++g) {{"
        yield f"        auto& edges = {name}.edges[g];"
        yield f"        long long size = {name}.sizes[g];"
        yield f"        ensuref({self.edge_condition(role)}, {message(rule_of(role))});"
        yield "    }"

    def edge_condition(self, role: Role) -> str:
        """Return the source of the condition under which a graph has the role's property."""
        if role.kind is RoleKind.TREE:
            return "edges.empty() || joined(size, edges) == make_pair(false, 1LL)"
        if role.kind is RoleKind.CONNECTED:
            return "edges.empty() || joined(size, edges).second <= 1"
        return "!hasDirectedCycle(size, edges)" if self.is_directed(role) else "!joined(size, edges).first"

    def is_directed(self, role: Role) -> bool:
        return any(
            r.kind is RoleKind.DIRECTED and set(r.fields) >= set(role.fields) for r in self.schema.roles
        )

    def demand_plain(self, slots: list[Slot]) -> None:
        """Raise Unexpressed unless the values are numbers of 64 bits."""
        for slot in slots:
            if self.names.kind(slot) != "long long":
                raise Unexpressed(f"the values of {slot.name} are not plain integers")

    def simple_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) != 2:
            return
        self.demand_plain(slots)
        ordered = [] if self.is_directed(role) else ["    if (e.first > e.second) swap(e.first, e.second);"]
        yield from self.grouped(
            slots,
            "Edge",
            lambda loops: [
                "for (auto& e : group) {",
                f"    ensuref(e.first != e.second, {message(rule_of(role))});",
                *ordered,
                "}",
                f"ensuref(areDistinct(group), {message(rule_of(role))});",
            ],
        )

    def permutation_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            self.demand_plain([slot])
            name = self.names.slot(slot)
            single = self.names.is_single(slot)
            least = f"{name} == 0" if single else f"*min_element({name}.begin(), {name}.end()) == 0"
            known = least if single else f"!{name}.empty() && {least}"
            first = f"{known} ? 0 : 1"
            line = f"ensuref(isPermutation(group, {first}), {message(rule_of(role))});"
            yield from self.lined([slot], "", line)

    def distinct_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        yield from self.grouped(
            slots, "", lambda loops: [f"ensuref(areDistinct(group), {message(rule_of(role))});"]
        )

    def sorted_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            if slot.field.type is FieldType.INT and self.names.kind(slot) == "string":
                raise Unexpressed(f"{slot.name} has too many digits")
            line = f"ensuref(is_sorted(group.begin(), group.end()), {message(rule_of(role))});"
            yield from self.lined([slot], "", line)

    def interval_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            if any(slot.field.type is FieldType.INT and self.names.kind(slot) == "string" for slot in slots):
                raise Unexpressed("its ends have too many digits")
            domain = Domain(slots[0].level, slots[0]) if slots[0].is_run else Domain(slots[0].level)
            loops = self.loops(domain)
            low, high = (self.element(slot, loops.variables[domain]) for slot in slots)
            yield from loops.opened()
            yield f"{loops.pad}ensuref({low} <= {high}, {message(rule_of(role))});"

    def convex_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        if len(slots) == 2:
            self.demand_plain(slots)
            line = f"ensuref(isConvex(group), {message(rule_of(role))});"
            yield from self.lined(slots, "Edge", line)

    def brackets_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            if slot.field.type in (FieldType.STR, FieldType.LINE):
                line = f"for (auto& text : group) onlyOf(text, {quoted(BRACKETS)}, {quoted(slot.name)});"
                yield from self.lined([slot], "", line)

    def letters_role(self, role: Role, slots: list[Slot]) -> Iterator[str]:
        for slot in slots:
            domain = Domain(slot.level, slot) if slot.is_run else Domain(slot.level)
            loops = self.loops(domain)
            size = self.size(role, domain, loops)
            if size is None or slot.field.type is not FieldType.STR:
                continue
            text, base = self.element(slot, loops.variables[domain]), quoted(first_letter(slot.field))
            letter = base.replace('"', "'")
            yield from loops.opened()
            yield f"{loops.pad}for (char c : {text})"
            yield f"{loops.pad}    ensuref({letter} <= c && c < {letter} + {size}, {message(rule_of(role))});"


def message(text: str) -> str:
    """Return the format string that tells of a broken rule."""
    return quoted("the input breaks: " + text.replace("%", "%%"))


_Writer = Callable[[CppChecks, Role, list[Slot]], Iterator[str]]
_ROLES: Mapping[RoleKind, _Writer] = {
    RoleKind.TREE: CppChecks.edge_role,
    RoleKind.CONNECTED: CppChecks.edge_role,
    RoleKind.ACYCLIC: CppChecks.edge_role,
    RoleKind.SIMPLE: CppChecks.simple_role,
    RoleKind.PERMUTATION: CppChecks.permutation_role,
    RoleKind.DISTINCT: CppChecks.distinct_role,
    RoleKind.SORTED: CppChecks.sorted_role,
    RoleKind.INTERVAL: CppChecks.interval_role,
    RoleKind.CONVEX: CppChecks.convex_role,
    RoleKind.BRACKETS: CppChecks.brackets_role,
    RoleKind.LETTERS: CppChecks.letters_role,
}
