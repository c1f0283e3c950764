"""The walk over a layout that writes a generator's body, one piece of the input after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stab.digits import to_text
from stab.expression import Const, Expr, names
from stab.records import Blank, Branch, Choice, Field, FieldType, Line, Literal, Node, Repeat, RoleKind
from stab.synth.amounts import ROWS
from stab.synth.arrays import Writer, from_options, integers, numbers, text, word_lengths, word_list
from stab.synth.decimals import reals
from stab.synth.lengths import cap_length, cap_lengths
from stab.synth.maps import write_grid
from stab.synth.plan import Plan, Unplannable
from stab.synth.ragged import ragged_rows
from stab.synth.ranges import Context, range_of
from stab.synth.rows import Columns, template_of
from stab.synth.shape import BlockKind, decimals, quantities, row_lengths
from stab.synth.source_text import identifier, number
from stab.synth.stateful import state_of
from stab.synth.tables import columns

ADDS_FIRST = ("flat", "rising", "outlier")  # structures whose queries add all before they remove
POOL = 256  # different test cases written; more tests repeat them in random order


def write_body(w: Writer, plan: Plan) -> None:
    """Write the statements that fill `lines` with the input's lines."""
    context = Context((plan.env,))
    nodes(w, w.shape.nodes, context, plan, top=True)


def nodes(w: Writer, block: Sequence[Node], context: Context, plan: Plan, *, top: bool) -> None:
    """Write the lines of a block, in order."""
    _declare(w, block, context, top=top)
    for node in block:
        match node:
            case Blank():
                w.program.add(f"{w.program.out}.append('')")
            case Line(items):
                context = line(w, items, context, plan)
            case Choice():
                _choice(w, node, context, plan)
            case Repeat():
                context = repeat(w, node, context, plan, top=top)


def _declare(w: Writer, block: Sequence[Node], context: Context, *, top: bool) -> None:
    if not top:
        return
    found = [(k, i) for k, i in quantities(block, w.shape) if i.type is FieldType.INT and not i.to_line_end]
    if found:
        left = ", ".join(identifier(i.name) for _, i in found)
        right = ", ".join(number(context.envs[0][k]) for k, _ in found)
        w.program.add(f"{left} = {right}")


def line(w: Writer, items: Sequence[Field | Literal], context: Context, plan: Plan) -> Context:
    """Write one line; return the context in which its arrays are known."""
    parts: list[str] = []
    for item in items:
        if isinstance(item, Literal):
            parts.append(repr(item.text))
            continue
        name = identifier(item.name)
        if item.count is None and not item.to_line_end:
            parts.append(_scalar(w, item, name, context))
            continue
        count, size = _count(item, context)
        if item.type is FieldType.INT:
            w.program.add(f"{name} = {integers(w, item, context, count, size)}")
            if item.name in row_lengths(w.shape.nodes):
                cap_length(w, item, size, (context, plan))
            context = context.with_arrays(count, item.name)
            parts.append(f"join_ints({name})")
        else:
            make_list = reals if item.type is FieldType.REAL else word_list
            parts.append(f"' '.join({make_list(w, item, context, count)})")
    shown = parts[0] if len(parts) == 1 else f"' '.join([{', '.join(parts)}])"
    w.program.add(f"{w.program.out}.append({shown})")
    return context


def _count(item: Field, context: Context) -> tuple[str, int | None]:
    if item.count is None:
        value = context.envs[0].get(f"len({item.name})", 1)
        return number(value), value
    known = context.values(item.count)
    return context.text(item.count), max(known) if known else None


def _scalar(w: Writer, item: Field, name: str, context: Context) -> str:
    if item.type is FieldType.INT:
        return f"str({name})"
    if item.type is FieldType.REAL:
        return _real(w, item, context)
    key = f"len({item.name})"
    fixed = item.length is not None and context.values(item.length) is not None
    if item.length is not None:
        length = context.text(item.length)
    else:  # in blocks whose sizes only the running generator knows, as short as it may be
        length = number(context.envs[0][key] if key in context.envs[0] else word_lengths(w, item, context)[0])
    if item.length is None and len({env.get(key) for env in context.envs}) > 1:
        length = f"{name}_length"
    values = context.values(item.length) if item.length is not None and fixed else None
    size = max(values) if values else context.envs[0].get(key)
    w.program.add(f"{name} = {text(w, item, context, length, size)}")
    return name


def _real(w: Writer, item: Field, context: Context) -> str:
    digits, value = decimals(w.shape, item), context.envs[0].get(item.name)
    if value is None or len(context.envs) > 1:
        return f"{reals(w, item, context, '1')}[0]"
    return repr(to_text(value) + f".{'0' * digits}" * (digits > 0))


def repeat(w: Writer, node: Repeat, context: Context, plan: Plan, *, top: bool) -> Context:
    """Write a repeated block."""
    expr: Expr = node.count if node.count is not None else Const(plan.env.get(ROWS, 1))
    known = context.values(expr)
    count, size = context.text(expr), max(known) if known else None
    if {i.name for _, i in quantities(node.body, w.shape)} & set(names(expr)):
        kept = w.program.fresh("amount")  # a column has the name of the count
        w.program.add(f"{kept} = {count}")
        count = kept
    match w.shape.kind(node, top=top):
        case BlockKind.TABLE:
            context = _table(w, node, context, count, size)
        case BlockKind.GRID:
            write_grid(w, _single_item(node), context, count)
        case BlockKind.MATRIX:
            context = _matrix(w, node, context, count, size)
        case BlockKind.QUERIES:
            _queries(w, node, context, count, size)
        case BlockKind.CASES:
            _cases(w, node, context, plan, count)
        case BlockKind.LOOP:
            _loop(w, node, context, plan, count, size)
    if node.until is not None:
        w.program.add(f"{w.program.out}.append({' '.join(node.until)!r})")
    return context


def _table(w: Writer, node: Repeat, context: Context, count: str, size: int | None) -> Context:
    template, items = template_of(node.body)
    if not items:
        w.program.add(f"{w.program.out}.extend([{template!r}] * {count})")
        return context
    table = Columns(count, size, node.count, items)
    inner = columns(w, table, context)
    if not table.lists and set(template) <= {"{", "}", " "}:
        shown = ", ".join(identifier(i.name) for i in table.items)
        w.program.add(f"{w.program.out}.extend(number_rows({shown}))")
        return inner
    w.program.add(f"{w.program.out}.extend({_rows(template, table)})")
    return inner


def _rows(template: str, table: Columns) -> str:
    shown = [identifier(i.name) + ("" if i.name in table.lists else ".tolist()") for i in table.items]
    if template == "{}":
        return shown[0] if table.items[0].name in table.lists else f"map(str, {shown[0]})"
    return f"map({template!r}.format, {', '.join(shown)})"


def _single_item(node: Repeat) -> Field:
    body = node.body[0]
    assert isinstance(body, Line)
    item = body.items[0]
    assert isinstance(item, Field)
    return item


def _matrix(w: Writer, node: Repeat, context: Context, count: str, size: int | None) -> Context:
    item = _single_item(node)
    assert item.count is not None
    found = range_of(w.shape, item, context, None)
    w.program.note(found.note)
    width, known = context.text(item.count), context.values(item.count)
    name = identifier(item.name)
    permuted = w.shape.has(RoleKind.PERMUTATION, item.name)
    distinct = w.shape.has(RoleKind.DISTINCT, item.name)
    if permuted or distinct or w.shape.has(RoleKind.SORTED, item.name) or item.name in w.shape.adjacent:
        with w.program.block(f"for _ in range({count}):"):
            w.program.add(f"{name} = {numbers(w, item, context, width, max(known) if known else None)}")
            w.program.add(f"{w.program.out}.append(join_ints({name}))")
        return context
    if item.name in w.shape.options:
        cells = from_options(w, item.name, found, f"({count}) * ({width})")
        w.program.add(f"{name} = {cells}.reshape({count}, {width})")
        w.program.add(f"{w.program.out}.extend(map(join_ints, {name}))")
        return context
    texts = {"h": count, "w": width, "lo": found.lo, "hi": found.hi, "V": found.hi}
    values = {
        "h": size,
        "w": max(known) if known else None,
        "lo": found.low,
        "hi": found.high,
        "V": found.high,
    }
    matrix = w.style.principled((RoleKind.MATRIX,), texts, values) or w.style.generic(RoleKind.MATRIX, texts)
    w.program.add(f"{name} = {matrix}")
    w.program.add(f"{w.program.out}.extend(map(join_ints, {name}))")
    return context


def _cases(w: Writer, node: Repeat, context: Context, plan: Plan, count: str) -> None:
    """Write a function for one test case, and as many different cases as matter."""
    shown = [
        (k, i) for k, i in quantities(node.body, w.shape) if i.type is FieldType.INT and not i.to_line_end
    ]
    lengths = [
        (k, i)
        for k, i in quantities(node.body, w.shape)
        if i.type is FieldType.STR and i.length is None and len({p.get(k) for p in plan.profiles}) > 1
    ]
    params = [identifier(i.name) for _, i in shown] + [f"{identifier(i.name)}_length" for _, i in lengths]
    inner = Context(
        tuple({**context.envs[0], **p} for p in plan.profiles), arrays={}, renamed=context.renamed
    )
    held = [k for k, _ in (*shown, *lengths)]
    outer = w.program.out
    with w.program.block(f"def case({', '.join(params)}):"):
        w.program.out = "rows"
        w.program.add("rows = []")
        nodes(w, node.body, inner, plan, top=False)
        w.program.add("return rows")
    w.program.out = outer
    listed = [tuple(p[k] for k in held) for p in plan.profiles]
    if plan.split:
        w.program.add(f"profiles = {_tuples(listed)}")
        amounts = ", ".join(map(str, plan.split))
        w.program.add(f"{outer}.extend(mixed_cases(case, profiles, [{amounts}], {POOL}, rng))")
        return
    listed = list(dict.fromkeys(listed))
    tests = context.values(node.count) if node.count is not None else None
    total = max(tests) if tests else plan.env.get(ROWS, 1)
    w.program.add(f"profiles = {_tuples(listed)}")
    w.program.add(f"cases = [case(*profiles[i % {len(listed)}]) for i in range({min(total, POOL)})]")
    if total > POOL:
        w.program.add(f"for i in rng.randint(0, {POOL}, {count}).tolist():")
        w.program.add(f"    {outer}.extend(cases[i])")
    else:
        w.program.add("for rows in cases:")
        w.program.add(f"    {outer}.extend(rows)")


def _tuples(rows: Sequence[tuple[int, ...]]) -> str:
    shown = (", ".join(map(number, row)) + "," * (len(row) == 1) for row in rows)
    return f"[{', '.join(f'({row})' for row in shown)}]"


def _loop(w: Writer, node: Repeat, context: Context, plan: Plan, count: str, size: int | None) -> None:
    """Write a block whose rows differ in length: their numbers are drawn first, then row after row."""
    own = [i for k, i in quantities(node.body, w.shape) if i.type is FieldType.INT and not i.to_line_end]
    inner = context
    if own:
        table = Columns(count, size, node.count, own)
        columns(w, table, context)
        cap_lengths(w, node, own, size, (context, plan))
        if ragged_rows(w, table, node, context):
            return
        inner = context.with_runtime(*(i.name for i in own))
    index = node.index or w.program.fresh("row")
    head = f"for {identifier(index)} in range({count}):"
    if own:
        shown = ", ".join(identifier(i.name) for i in own)
        zipped = ", ".join(f"{identifier(i.name)}.tolist()" for i in own)
        single = len(own) == 1
        source = zipped if single else f"zip({zipped})"
        head = f"for {identifier(index)}, {shown if single else f'({shown})'} in enumerate({source}):"
    inner = inner.with_runtime(index)
    with w.program.block(head):
        nodes(w, node.body, replace(inner, arrays=context.arrays), plan, top=False)


def _queries(w: Writer, node: Repeat, context: Context, count: str, size: int | None) -> None:
    """Write rows of several kinds, mixed at random, every kind used."""
    choice = node.body[0]
    assert isinstance(choice, Choice)
    usable = [(b, v) for b in choice.branches if (v := _selector_value(w, choice, b)) is not None]
    if not usable:
        raise Unplannable(f"no value of {choice.selector.name} leads to a row")
    kinds = w.program.fresh("kinds")
    w.program.add(f"{kinds} = rng.randint(0, {len(usable)}, {count})")
    seen = w.shape.seen.get(choice.selector.name)
    state = state_of(usable, w.shape.text, seen.blocks if seen is not None else ())
    if state is not None and not state.holds_more and w.style.label in ADDS_FIRST:
        w.program.add(
            f"{kinds} = {kinds}[np.argsort(np.isin({kinds}, {list(state.removes)}), kind='stable')]"
        )
    must = [
        at for at, (_, value) in enumerate(usable) if value in w.shape.demanded.get(choice.selector.name, ())
    ]
    if must:  # at the end, where something is there to remove
        order = (state.adds, state.removes) if state is not None else ((), ())
        must.sort(key=lambda at: 0 if at in order[0] else 1 if at in order[1] else 2)
        w.program.add(f"{kinds}[{count} - {len(must)} :] = {must}")
    groups = []
    for at, (branch, value) in enumerate(usable):
        if state is not None and at in state.removes:
            groups.append("[]")
            continue
        amount = w.program.fresh("amount")
        spares = state is not None and at in state.adds
        w.program.add(f"{amount} = {count if spares else f'int(np.count_nonzero({kinds} == {at}))'}")
        groups.append(_rows_of_kind(w, branch, value, context, (amount, size)))
    listed = f"{kinds}, [{', '.join(groups)}]"
    rows = f"interleaved({listed})"
    if state is not None:
        removes = {at: usable[at][1] for at in state.removes}
        rules = (state.adds, removes, state.keys, state.needy, state.is_set)
        rows = f"rows_with_state({listed}, {rules}, rng)"
    w.program.add(f"{w.program.out}.extend({rows})")


def _rows_of_kind(
    w: Writer, branch: Branch, value: str, context: Context, amount: tuple[str, int | None]
) -> str:
    """Write `amount` rows (an expression, and its value where known) of one kind; return their name."""
    body = (Line((Literal(value), *branch.items)), *branch.body)
    if any(not isinstance(n, Line | Blank) for n in body):
        raise Unplannable(f"rows of kind {value} hold blocks")
    template, items = template_of(body)
    if any(i.count is not None or i.to_line_end for i in items):
        raise Unplannable(f"rows of kind {value} hold arrays")
    text, size = amount
    group = w.program.fresh("group")
    if items:
        table = Columns(text, size, None, items)
        columns(w, table, context.with_runtime(text))
        w.program.add(f"{group} = list({_rows(template, table)})")
    else:
        w.program.add(f"{group} = [{template!r}] * {text}")
    return group


def _selector_value(w: Writer, choice: Choice, branch: Branch) -> str | None:
    if branch.values:
        return branch.values[0]
    listed = {v for b in choice.branches for v in b.values}
    seen = w.shape.seen.get(choice.selector.name)
    if seen is None:
        return None
    options = sorted(seen.words - listed)
    if not options and seen.low is not None and seen.high is not None:
        options = [str(v) for v in range(seen.low, min(seen.high, seen.low + 64) + 1) if str(v) not in listed]
    return options[0] if options else None


def _choice(w: Writer, node: Choice, context: Context, plan: Plan) -> None:
    """Write one line of the kind that the style's turn gives."""
    usable = [(b, v) for b in node.branches if (v := _selector_value(w, node, b)) is not None]
    if not usable:
        raise Unplannable(f"no value of {node.selector.name} leads to a line")
    branch, value = usable[len(w.program.lines) % len(usable)]
    extra = [i for i in branch.items if isinstance(i, Field) and i.count is None and i.type is FieldType.INT]
    for item in extra:
        found = range_of(w.shape, item, context, None)
        w.program.add(f"{identifier(item.name)} = rng.randint({found.lo}, {found.hi} + 1)")
    inner = context.with_runtime(*(i.name for i in extra))
    inner = line(w, (Literal(value), *branch.items), inner, plan)
    if branch.body:
        raise Unplannable("a choice of whole blocks")
