"""How large an input of given sizes is, and to which sizes it must be brought to be of sane size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from stab.errors import InputError
from stab.expression import Call, Const, Expr, Op, Ref, Unbound, Value, evaluate, names, parse_expr, render
from stab.records import Choice, Field, FieldType, Line, Literal, Node, Repeat, RoleKind
from stab.synth.relations import Bounds
from stab.synth.shape import Shape, row_lengths

MAX_TOKENS = 2_000_000  # of one input
HARD_TOKENS = 2 * MAX_TOKENS  # what no input may exceed, even where its sizes can't be lowered
MAX_ROW_TOKENS = 200_000  # of rows of different lengths, where no rule limits their sum
CHARS_PER_TOKEN = 8  # a word of this many characters counts as one token
USUAL_DIGITS = 20  # an integer of no more is one token
MAX_DIGITS = 200_000  # of an integer; Python writes it in quadratic time
ROWS = "#rows"  # count of a block that runs to the end of the file
_SIZED = (RoleKind.EDGES, RoleKind.TREE, RoleKind.PARENTS, RoleKind.CONNECTED)


def lowered(shape: Shape, env: Mapping[str, int], tests: Sequence[str]) -> dict[str, int]:
    """Return lower values of those sizes of `env` that make the input too large.

    What is too large by itself comes first, then the number of tests by as much as is needed, then the
    largest size is halved, again and again. O(sizes * log MAX_TOKENS) looks at the layout.
    """
    vertices = _vertices(shape)
    sizes = [k for k in env if k in shape.count_keys or k in vertices or k.startswith("len(")]
    trial = dict(env)
    for key in sizes:
        most = MAX_TOKENS * (CHARS_PER_TOKEN if key.startswith("len(") else 1)
        trial[key] = min(trial[key], most)
    for key in tests:
        total = tokens(shape, shape.nodes, trial)
        if total > MAX_TOKENS:
            trial[key] = min(trial[key], max(1, trial[key] * MAX_TOKENS // total))
    for _ in range(len(sizes) * MAX_TOKENS.bit_length()):
        if tokens(shape, shape.nodes, trial) <= MAX_TOKENS:
            break
        key = max(sizes, key=lambda k: trial[k], default="")
        if trial.get(key, 0) <= 1:
            break
        trial[key] //= 2
    return {k: trial[k] for k in dict.fromkeys((*sizes, *tests)) if trial[k] < env[k]}


def _vertices(shape: Shape) -> frozenset[str]:
    """Return the numbers of vertices of graphs and trees: memory that no line of the input shows."""
    roles = (role for found in shape.roles.values() for role in found if role.kind in _SIZED and role.size)
    return frozenset(name for role in roles for name in names(parse_expr(role.size or "1")))


def tokens(shape: Shape, nodes: Sequence[Node], env: Mapping[str, int]) -> int:
    """Return how many numbers and words (of CHARS_PER_TOKEN) the lines hold, vertices of graphs included.

    Raises InputError for numbers that are too long to write.
    """
    unseen = max((env.get(name, 0) for name in _vertices(shape)), default=0) if nodes is shape.nodes else 0
    return max(unseen, sum(_node_tokens(shape, node, env) for node in nodes))


def _node_tokens(shape: Shape, node: Node, env: Mapping[str, int]) -> int:
    match node:
        case Line(items):
            return sum(_item_tokens(shape, i, env) for i in items)
        case Choice(_, branches):
            return 1 + max(
                sum(_item_tokens(shape, i, env) for i in b.items) + tokens(shape, b.body, env)
                for b in branches
            )
        case Repeat(count, body):
            times = max(env.get(ROWS, 1) if count is None else count_of(shape, count, env), 0)
            total = times * max(1, tokens(shape, body, env))
            if any(n not in env for n in row_lengths(body)):  # drawn row by row, then capped
                fixed = times * tokens(shape, tuple(_fixed(body, env)), env)
                total = max(fixed, min(total, max(times, MAX_ROW_TOKENS)))
            return total
    return 1


def _fixed(body: Sequence[Node], env: Mapping[str, int]) -> list[Node]:
    """Return the lines and blocks without the parts whose lengths differ from row to row."""
    kept: list[Node] = []
    for node in body:
        if isinstance(node, Line):
            fits = (i for i in node.items if row_lengths((Line((i,)),)) <= set(env))
            node = replace(node, items=tuple(fits))
        if row_lengths((node,)) <= set(env):
            kept.append(node)
    return kept


def _item_tokens(shape: Shape, item: Field | Literal, env: Mapping[str, int]) -> int:
    if isinstance(item, Literal):
        return 1
    width = _number_tokens(shape, item, env)
    if item.type in (FieldType.STR, FieldType.LINE):
        length = env.get(f"len({item.name})", 1)
        length = count_of(shape, item.length, env) if item.length is not None else length
        width = 1 + length // CHARS_PER_TOKEN
    if item.to_line_end:
        return width * env.get(f"len({item.name})", 1)
    return width * (max(count_of(shape, item.count, env), 0) if item.count is not None else 1)


def _number_tokens(shape: Shape, item: Field, env: Mapping[str, int]) -> int:
    if item.type is not FieldType.INT:
        return 1
    ends = [abs(end) for end in numeric_ends(shape.bounds, item.name, env) if end is not None]
    digits = max(ends, default=0).bit_length() * 30103 // 100_000
    if item.name in shape.count_keys:
        return 1  # lowered
    if digits > MAX_DIGITS:
        raise InputError(
            f"{item.name} may have more than {MAX_DIGITS} digits, too many to generate",
            hint=f"give a smaller bound: --constraint '{item.name} <= 10 ** {MAX_DIGITS // 2}'",
        )
    return 1 + max(digits - USUAL_DIGITS, 0) // CHARS_PER_TOKEN


def count_of(shape: Shape, expr: Expr, env: Mapping[str, int]) -> int:
    """Return the count; numbers of rows, not fixed here, count with what the samples show."""
    try:
        return int(evaluate(expr, env))
    except Unbound:
        return int(_estimate(expr, env, shape))
    except ArithmeticError:
        return 1


def numeric_ends(bounds: Bounds, key: str, known: Mapping[str, int]) -> tuple[int | None, int | None]:
    """Return the integer bounds of a quantity, None where the relations give none."""
    ends = bounds.ends(key, frozenset(known))
    lows = [math.ceil(v) for e in ends.lows if (v := value_of(e, known)) is not None]
    highs = [math.floor(v) for e in ends.highs if (v := value_of(e, known)) is not None]
    return max(lows, default=None), min(highs, default=None)


def value_of(expr: Expr, env: Mapping[str, int]) -> Value | None:
    """Return the value; None where a quantity is unknown or the arithmetic fails."""
    try:
        return evaluate(expr, env)
    except (Unbound, ArithmeticError, ValueError):
        return None


def _estimate(expr: Expr, env: Mapping[str, int], shape: Shape) -> Value:
    match expr:
        case Const(value):
            return value
        case Ref(name, _):
            high = numeric_ends(shape.bounds, name, env)[1]
            seen = shape.seen.get(name)
            return env.get(name, seen.high if seen and seen.high is not None else high or 1)
        case Op(sign, args):
            parts = [Const(_estimate(a, env, shape)) for a in args]
            return value_of(Op(sign, tuple(parts)), {}) or 0
        case Call(_, args):
            return env.get(render(expr), max(_estimate(a, env, shape) for a in args))
    return 1
