"""Rows of single tokens, written column by column: edges, points, intervals, numbers, words."""

from __future__ import annotations

from collections.abc import Callable

from stab.expression import Op, Ref, parse_expr
from stab.records import Field, FieldType, RoleKind
from stab.synth.arrays import Writer, integers, word_list
from stab.synth.chains import chain_of
from stab.synth.checked import replace_broken_rows
from stab.synth.decimals import order_decimals, reals, shares
from stab.synth.environment import INDEX_PAIRS, PAIR_CONSTRUCTS, ROW_CONSTRUCTS
from stab.synth.facts import is_vertex
from stab.synth.filling import Filling
from stab.synth.plan import Unplannable
from stab.synth.ranges import Context, Range, range_of
from stab.synth.rows import Columns
from stab.synth.sequels import chained_pair, distinct_tuples
from stab.synth.source_text import identifier, python

_PAIRS = {
    "flat": "widest_pairs",
    "falling": "long_pairs",
    "rising": "sorted_pairs",
    "few": "nested_pairs",
    "extremes": "top_pairs",
    "low": "close_pairs",
}
NEAR = ("flat", "rising", "waves", "runs")  # structures with long cycles, where degrees are bounded
PairWriter = Callable[[Writer, Columns, int, Context], bool]


def columns(w: Writer, table: Columns, context: Context) -> Context:
    """Write the columns' assignments; return the context in which they are known."""
    inner = context
    shares(w, table, context)
    for at, item in enumerate(table.items):
        if item.name in table.done:
            continue
        pair = _pair(w, table, at)
        if pair is not None and pair(w, table, at, inner):
            names = [table.items[at].name, table.items[at + 1].name]
        else:
            _single(w, table, item, inner)
            names = [item.name]
        table.done.update(names)
        inner = inner.with_arrays(table.count, *(n for n in table.done if n not in table.lists))
        distinct_tuples(w, table, names[-1], (context, inner))
        for name in names:
            rest = w.shape.bounds.residual(name, inner.known(table.count) - {name})
            table.checks.update(dict.fromkeys(rest))
    order_decimals(w, table)
    replace_broken_rows(w, table, inner)
    return inner


def _pair(w: Writer, table: Columns, at: int) -> PairWriter | None:
    if at + 1 >= len(table.items) or table.items[at + 1].name in table.done:
        return None
    first, second = table.items[at], table.items[at + 1]
    if first.type is not FieldType.INT or second.type is not FieldType.INT:
        return None
    if chain_of(w.shape, first.name, second.name) is not None:
        return chained_pair
    has_plan = w.program.vertices or w.style.has(RoleKind.VERTEX)
    if has_plan and all(is_vertex(w.shape, i.name) for i in (first, second)):
        return _vertex_pair
    for kind, write in (
        (RoleKind.TREE, _tree),
        (RoleKind.EDGES, _edges),
        (RoleKind.POINTS, _points),
        (RoleKind.INTERVAL, _interval),
    ):
        if w.shape.role(kind, first.name, second.name):
            return write
    if any(n in w.style.constructs for n in PAIR_CONSTRUCTS):
        return _number_pair
    if _apart(w, first, second) is not None:
        return _ordered_pair
    return _number_rows if any(n in w.style.constructs for n in ROW_CONSTRUCTS) else None


def _single(w: Writer, table: Columns, item: Field, context: Context) -> None:
    name = identifier(item.name)
    if item.type is FieldType.INT:
        w.program.add(f"{name} = {integers(w, item, context, table.count, table.size)}")
        return
    if item.type is FieldType.REAL:
        found = reals(w, item, context, table.count)
    else:
        found = word_list(w, item, context, table.count, table.size)
    w.program.add(f"{name} = {found}")
    table.lists.add(item.name)


def _split(w: Writer, table: Columns, at: int, rows: str, shift: str = "") -> None:
    first, second = (identifier(i.name) for i in table.items[at : at + 2])
    w.program.add(f"{first}, {second} = {rows}[:, 0]{shift}, {rows}[:, 1]{shift}")
    table.fixed.update(i.name for i in table.items[at : at + 2])


def _split_edges(w: Writer, table: Columns, at: int, edges: str) -> None:
    """Write the columns of edges, the smaller end where the rules want it."""
    first, second = table.items[at : at + 2]
    if _apart(w, first, second) is not None:
        w.program.add(f"{edges} = np.sort({edges}, axis=1)")
    elif _apart(w, second, first) is not None:
        w.program.add(f"{edges} = np.sort({edges}, axis=1)[:, ::-1]")
    _split(w, table, at, edges, _shift(w, table, at))


def _vertices(w: Writer, table: Columns, at: int, context: Context, kind: RoleKind) -> tuple[str, int | None]:
    """Return the number of vertices, as text and, where it is known, as number."""
    role = w.shape.role(kind, table.items[at].name)
    if role is not None and role.size:
        expr = parse_expr(role.size)
        known = context.values(expr)
        return context.text(expr), max(known) if known else None
    if kind is RoleKind.TREE:
        return f"{table.count} + 1", None if table.size is None else table.size + 1
    found = range_of(w.shape, table.items[at], context, None)
    return found.hi, found.high


def _shift(w: Writer, table: Columns, at: int) -> str:
    seen = [w.shape.seen.get(i.name) for i in table.items[at : at + 2]]
    return " - 1" if any(s is not None and s.low == 0 for s in seen) else ""


def _tree(w: Writer, table: Columns, at: int, context: Context) -> bool:
    n, size = _vertices(w, table, at, context, RoleKind.TREE)
    texts = {"n": n}
    tree = w.style.principled((RoleKind.TREE,), texts, {"n": size})
    labels, order = (w.style.keeps_labels, w.style.keeps_order) if tree else (False, False)
    tree = tree or w.style.generic(RoleKind.TREE, texts)
    if w.style.has(RoleKind.VERTEX) and not labels:
        w.program.vertices = w.program.fresh("vertices")
        w.program.add(f"{w.program.vertices} = np.append(0, 1 + rng.permutation({n}))")
        tree = f"{w.program.vertices}[{tree}]"
    elif not labels:
        tree = f"relabel({tree}, {n}, rng{_kept(w, n)})"
    edges = w.program.fresh("edges")
    w.program.add(f"{edges} = {tree if order else f'shuffle_edges({tree}, rng)'}")
    _split_edges(w, table, at, edges)
    return True


def _number_pair(w: Writer, table: Columns, at: int, context: Context) -> bool:
    """Write two columns of numbers of the same range where the principle is about such pairs."""
    first, second = (range_of(w.shape, i, context, table.count) for i in table.items[at : at + 2])
    if first.by_element or second.by_element or (first.lo, first.hi) != (second.lo, second.hi):
        return False
    texts = {"count": table.count, "lo": first.lo, "hi": first.hi, "V": first.hi}
    values = {"count": table.size, "lo": first.low, "hi": first.high, "V": first.high}
    rows = w.style.principled((RoleKind.SIZE,), texts, values)
    if rows is None:
        return False
    pairs = w.program.fresh("pairs")
    w.program.add(f"{pairs} = {rows}")
    _split(w, table, at, pairs)
    return True


def _number_rows(w: Writer, table: Columns, at: int, context: Context) -> bool:
    """Write two columns within what their ranges share, where the principle is about rows of two numbers."""
    first, second = (range_of(w.shape, i, context, table.count) for i in table.items[at : at + 2])
    low, high = max(first.low, second.low), min(first.high, second.high)
    if first.by_element or second.by_element or low > high:
        return False
    lo, hi = f"max({first.lo}, {second.lo})", f"min({first.hi}, {second.hi})"
    texts = {"n": table.count, "lo": lo, "hi": hi, "V": hi}
    rows = w.style.principled((RoleKind.POINTS,), texts, {"n": table.size, "lo": low, "hi": high, "V": high})
    if rows is None:
        return False
    pairs = w.program.fresh("pairs")
    w.program.add(f"{pairs} = {rows}")
    _split(w, table, at, pairs)
    return True


def _vertex_pair(w: Writer, table: Columns, at: int, context: Context) -> bool:
    """Write pairs of vertices that are meant for the tree or graph before them, by its new labels."""
    right = range_of(w.shape, table.items[at + 1], context, table.count)
    construct = w.style.construct_of(w.style.part((RoleKind.VERTEX,)))
    if right.by_element or (construct and not any(name in construct for name in INDEX_PAIRS)):
        return False
    pairs = w.program.fresh("pairs")
    chosen = w.style.generic(RoleKind.VERTEX, {"n": right.hi, "q": table.count})
    w.program.add(f"{pairs} = {f'{w.program.vertices}[{chosen}]' if w.program.vertices else chosen}")
    _split_edges(w, table, at, pairs)
    return True


def _edges(w: Writer, table: Columns, at: int, context: Context) -> bool:
    name = table.items[at].name
    n, size = _vertices(w, table, at, context, RoleKind.EDGES)
    options = _graph_options(w, name)
    m, count = table.count, table.size
    if size is not None and count is not None and count > _room(size, options):
        if w.shape.has(RoleKind.SIMPLE, name):
            raise Unplannable(f"{count} edges do not fit into a simple graph of {size} vertices")
        return False  # several edges between two vertices: plain columns
    weight = _weight(w, table, at, context)
    texts = {"n": n, "m": m}
    values: dict[str, int | None] = {"n": size, "m": count}
    if weight is not None:
        texts |= {"w_lo": weight.lo, "w_hi": weight.hi, "W": weight.hi}
        values |= {"w_lo": weight.low, "w_hi": weight.high, "W": weight.high}
    directed = "directed" in options or "dag" in options
    ordered = not directed and w.shape.has(RoleKind.SIMPLE, name) and isinstance(table.expr, Op)
    graph = _principled_graph(w, name, texts, values, options)
    edges = w.program.fresh("edges")
    if graph is None:
        w.program.add(f"{edges} = {_graph_shape(w, name, texts, (size, count), options)}")
    elif weight is not None:
        chosen = identifier(table.items[at + 2].name)
        w.program.add(f"{edges}, {chosen} = with_weights({graph}, {m}, {weight.lo}, {weight.hi}, rng)")
        table.done.add(table.items[at + 2].name)
        table.fixed.add(table.items[at + 2].name)
    else:
        w.program.add(f"{edges} = only_edges({graph}, {m})")
    if graph is not None and name in w.shape.told_connected:
        w.program.add(f"{edges} = only_connected({edges}, {n})")
    if ordered:  # all pairs but some: whoever wins a game may be the better of the two
        w.program.add(f"{edges} = relabel(np.sort({edges}, axis=1), {n}, rng)")
    _split_edges(w, table, at, edges)
    return True


def _principled_graph(
    w: Writer, name: str, texts: dict[str, str], values: dict[str, int | None], options: str
) -> str | None:
    """Return the principle's graph; None where it is no graph for such edges."""
    principle = w.style.part((RoleKind.EDGES,))
    is_directed = "directed" in options or "dag" in options
    if (
        name in w.shape.degrees
        or name in w.shape.apart
        or (principle and not is_directed and "directed" in principle.needs)
    ):
        return None
    graph = w.style.principled((RoleKind.EDGES,), texts, values)
    if graph is not None and graph.startswith("graph_random("):  # as connected as the edges must be
        return f"graph_random({texts['n']}, {texts['m']}, rng{options})"
    return graph


def _graph_options(w: Writer, name: str) -> str:
    """Return the arguments of graph_random that the roles of the edges ask for."""
    acyclic = w.shape.has(RoleKind.ACYCLIC, name)
    words = []
    if w.shape.has(RoleKind.CONNECTED, name):
        words.append("connected")
    if acyclic or w.shape.has(RoleKind.DIRECTED, name):
        words.append("dag" if acyclic else "directed")
    return "".join(f", {word}=True" for word in words)


def _room(size: int, options: str) -> int:
    return size * (size - 1) // (1 if "directed" in options else 2)


def _graph_shape(
    w: Writer, name: str, texts: dict[str, str], known: tuple[int | None, int | None], options: str
) -> str:
    """Return a random graph, or for a structure: a tree of that shape with the missing edges added.

    Where there are too few edges for that, the tree of as many edges, the other vertices alone.
    """
    n, m, (size, count) = texts["n"], texts["m"], known
    if name in w.shape.degrees:
        degrees = w.shape.degrees[name]
        most = f"{n} - 1" if degrees.most is None else python(degrees.most, {})
        near = ", near=True" if w.style.label in NEAR else ""
        return f"graph_out_degrees({n}, {m}, {degrees.least}, {most}, rng{near})"
    if name in w.shape.apart:
        special = identifier(w.shape.apart[name])
        return f"graph_apart({n}, {m}, {special}, {w.style.label in NEAR}, rng)"
    if w.style.label == "random" or "dag" in options or size is None or count is None:
        return f"graph_random({n}, {m}, rng{options})"
    is_directed = "directed" in options  # away from vertex 1, where most searches start
    way, kept = (", False", _kept(w, n) or ", keep=(1,)") if is_directed else ("", _kept(w, n))
    if count < size - 1:
        small = w.style.generic(RoleKind.TREE, {"n": f"{m} + 1"})
        return f"shuffle_edges(relabel({small}, {n}, rng{kept if is_directed else ''}), rng{way})"
    tree = w.style.generic(RoleKind.TREE, {"n": n})
    more = f"add_edges({n}, {m}, {tree}, rng{', directed=True' if is_directed else ''})"
    return f"shuffle_edges(relabel({more}, {n}, rng{kept}), rng{way})"


def _kept(w: Writer, n: str) -> str:
    """Return the argument of relabel that keeps the first and the last vertex where a source or sink is one.

    They lie far apart in all constructions that have something far apart.
    """
    return f", keep=(1, {n})" if w.shape.ends else ""


def _weight(w: Writer, table: Columns, at: int, context: Context) -> Range | None:
    if at + 2 >= len(table.items):
        return None
    item = table.items[at + 2]
    if item.type is not FieldType.INT or item.name in table.done:
        return None
    found = range_of(w.shape, item, context, table.count)
    is_free = not found.by_element and not w.shape.has(RoleKind.DISTINCT, item.name)
    return found if is_free else None


def _points(w: Writer, table: Columns, at: int, context: Context) -> bool:
    x, y = (range_of(w.shape, i, context, table.count) for i in table.items[at : at + 2])
    low, high = max(x.low, y.low), min(x.high, y.high)
    is_square = (x.lo, x.hi) == (y.lo, y.hi)
    if (
        x.by_element
        or y.by_element
        or (w.style.label == "random" and not w.style.principle and not is_square)
    ):
        return False
    if low > high or (table.size is not None and (high - low + 1) ** 2 < table.size):
        return False
    w.program.note(x.note)
    lo, hi = (x.lo, x.hi) if is_square else (f"max({x.lo}, {y.lo})", f"min({x.hi}, {y.hi})")
    texts = {"n": table.count, "lo": lo, "hi": hi, "V": hi}
    values = {"n": table.size, "lo": low, "hi": high, "V": high}
    points = w.style.principled((RoleKind.POINTS,), texts, values) or w.style.generic(RoleKind.POINTS, texts)
    if w.shape.has(RoleKind.CONVEX, table.items[at].name):
        points = f"counterclockwise(points_convex({table.count}, {lo}, {hi}, rng))"
    name = w.program.fresh("points")
    w.program.add(f"{name} = {points}")
    _split(w, table, at, name)
    return True


def _interval(w: Writer, table: Columns, at: int, context: Context) -> bool:
    left, right = (range_of(w.shape, i, context, table.count) for i in table.items[at : at + 2])
    apart = _apart(w, table.items[at], table.items[at + 1]) or 0
    if left.by_element or right.by_element or apart or left.low < 0:
        return _ordered_pair(w, table, at, context)
    w.program.note(right.note)
    shift = "" if left.lo == "1" else f" + {left.lo} - 1"
    n = right.hi if left.lo == "1" else f"{right.hi} - {left.lo} + 1"
    texts = {"n": n, "q": table.count}
    values = {"n": right.high - left.low + 1, "q": table.size}
    rows = w.style.principled((RoleKind.INTERVAL,), texts, values) or w.style.generic(
        RoleKind.INTERVAL, texts
    )
    name = w.program.fresh("ranges")
    w.program.add(f"{name} = {rows}{shift}")
    _split(w, table, at, name)
    return True


def _apart(w: Writer, first: Field, second: Field) -> int | None:
    """Return the least difference that the rules ask between two columns, None if they ask none."""
    for relation in w.shape.bounds.by_key.get(first.name, ()):
        if (
            relation.left == Ref(first.name)
            and relation.right == Ref(second.name)
            and relation.sign in ("<", "<=")
        ):
            return int(relation.sign == "<" or _differ(w, first, second))
    return None


def _differ(w: Writer, first: Field, second: Field) -> bool:
    sides = {Ref(first.name), Ref(second.name)}
    rules = w.shape.bounds.by_key.get(first.name, ())
    return any(r.sign == "!=" and {r.left, r.right} == sides for r in rules)


def _ordered_pair(w: Writer, table: Columns, at: int, context: Context) -> bool:
    first, second = table.items[at : at + 2]
    left, right = (range_of(w.shape, i, context, table.count) for i in (first, second))
    if left.by_element or right.by_element or right.high >= 2**62:
        return False
    apart = _apart(w, first, second) or 0
    if right.high - left.low < apart:
        raise Unplannable(f"no {first.name} and {second.name} between {left.lo} and {right.hi}")
    w.program.note(right.note)
    name = w.program.fresh("ranges")
    make = _PAIRS.get(w.style.label, "ordered_pairs")
    w.style.fills(Filling.ORDERED_PAIRS)
    w.program.add(f"{name} = {make}({table.count}, {left.lo}, {right.hi}, {apart}, rng)")
    _split(w, table, at, name)
    return True
