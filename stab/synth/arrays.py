"""Arrays of one field: numbers, permutations, parents, words, as Python expressions."""

from __future__ import annotations

from dataclasses import dataclass, field

from stab.expression import Expr, Ref, parse_expr
from stab.records import Field, RoleKind
from stab.synth.alphabets import limited
from stab.synth.amounts import numeric_ends
from stab.synth.environment import INDEX_PAIRS, PAIR_CONSTRUCTS, repeats_values
from stab.synth.facts import names_place
from stab.synth.filling import Filling
from stab.synth.plan import Unplannable
from stab.synth.program import Program
from stab.synth.ranges import Context, Range, range_of
from stab.synth.relations import keys
from stab.synth.shape import Place, Shape
from stab.synth.source_text import identifier, number
from stab.synth.styles import Style

WORD_LIMIT = 12  # characters of a long word in a table of unknown size
TABLE_CHARACTERS = 2_000_000  # of the words of a table, where no rule limits their sum
_WORDS = {"flat": "words_alike", "falling": "words_prefixed", "few": "words_few", "extremes": "words_cycled"}
_DISTINCT = {"flat": 1, "falling": -1}  # in the order of the alphabet, or against it


@dataclass(slots=True)
class Writer:
    """What all parts of the composer share while one generator is written."""

    shape: Shape
    style: Style
    program: Program
    written: set[str] = field(default_factory=set)  # grids


def integers(w: Writer, item: Field, context: Context, count: str, size: int | None) -> str:
    """Return an expression for an array of integers: parents where it is a parent array, else numbers."""
    if w.shape.has(RoleKind.PARENTS, item.name) or item.name in w.shape.below_index:
        return parents(w, item, context, count, size)
    return numbers(w, item, context, count, size)


SENTINELS = {"flat": 0, "low": 0, "few": 0.5, "falling": 0.9, "extremes": 1}  # their share of the values
COMMON_SENTINEL = 0.2
STRICT = ("flat", "falling", "rising", "few", "extremes", "low", "outlier")  # strictly_rising knows these


def numbers(w: Writer, item: Field, context: Context, count: str, size: int | None) -> str:
    """Return an expression for `count` integers of the field; `size` is their number, where it is known."""
    tally = w.shape.tallies.get(item.name)
    if tally is not None and tally.grid in w.written:
        return f"tallied({identifier(tally.grid)}, {tally.letter!r}, {tally.by_column})"
    if tally is not None:
        w.program.note(f"{item.name} does not count the cells of {tally.grid}, which come later")
    expression = _plain_numbers(w, item, context, count, size)
    mark, share = w.shape.sentinels.get(item.name), SENTINELS.get(w.style.label, COMMON_SENTINEL)
    if mark is not None and share:
        expression = f"with_sentinel({expression}, {mark}, {share}, rng)"
    expression = _varied(w, item.name, expression, context)
    for entry in w.shape.entries.get(item.name, ()):
        expression = f"with_entry({expression}, {entry.at}, {context.text(entry.value)})"
    return expression


def _varied(w: Writer, name: str, expression: str, context: Context) -> str:
    """Return the expression with as many different values as words say, and with those that must occur."""
    needed, most = w.shape.needed.get(name), w.shape.most_values.get(name)
    if name in w.shape.totals:
        return expression
    if most is not None:
        expression = f"with_few({expression}, {context.text(most)}, rng)"
    if needed is None:
        return expression
    wanted = list(needed.values) if needed.high is None else None
    shown = (
        f"np.arange({needed.low}, {context.text(needed.high)} + 1)" if needed.high else f"np.array({wanted})"
    )
    return f"holding({expression}, {shown}, rng)"


def _plain_numbers(w: Writer, item: Field, context: Context, count: str, size: int | None) -> str:
    found = range_of(w.shape, item, context, count)
    w.program.note(found.note)
    if item.name in w.shape.options:
        return from_options(w, item.name, found, count)
    kinds = _kinds(w.shape, item.name)
    if found.by_element:
        return _kept_apart(w, item, context, found, count, _by_element(w, found, count))
    texts = {"n": count, "lo": found.lo, "hi": found.hi, "V": found.hi, "q": count, "count": count}
    values = {"n": size, "lo": found.low, "hi": found.high, "V": found.high}
    expression = _principled(w, kinds, texts, values)
    if expression is not None and item.name in w.shape.told_distinct:
        expression = f"only_distinct({expression})"
    if expression is None:
        kind = kinds[0] if kinds[0] in (RoleKind.PERMUTATION, RoleKind.DISTINCT) else RoleKind.VALUES
        if kind is RoleKind.DISTINCT and size is not None and found.high - found.low + 1 < size:
            raise Unplannable(
                f"{size} different values of {item.name} do not fit between {found.lo} and {found.hi}"
            )
        expression = w.style.generic(RoleKind.SORTED if _is_in_order(w.shape, item) else kind, texts)
    if item.name in w.shape.totals:
        expression = _with_total(w, item.name, context, expression, texts)
    if kinds[0] is RoleKind.PERMUTATION:
        if _differs_from_index(w, item.name):
            expression = f"deranged({expression})"
        return _zero_based(w.shape, item, expression)
    if kinds[0] not in (RoleKind.DISTINCT, RoleKind.SORTED):
        expression = _kept_apart(w, item, context, found, count, expression)
    return _ordered(w, item, expression, texts)


def from_options(w: Writer, name: str, found: Range, count: str) -> str:
    """Return an expression for `count` values of the few that the field may have."""
    inside = [v for v in w.shape.options[name] if found.low <= v <= found.high]
    if not inside:
        raise Unplannable(f"none of the values {name} may have is within its bounds")
    places = w.style.generic(RoleKind.VALUES, {"n": count, "lo": "0", "hi": str(len(inside) - 1)})
    return f"np.array({inside})[{places}]"


def _kept_apart(w: Writer, item: Field, context: Context, found: Range, count: str, expression: str) -> str:
    """Return the expression with values moved that the rules forbid: x != 0, v != u, a[i] != i."""
    others: dict[str, None] = {}
    for relation in w.shape.bounds.by_key.get(item.name, ()):
        sides = [relation.left, relation.right]
        if relation.sign != "!=" or Ref(item.name) not in sides:
            continue
        other = sides[1 - sides.index(Ref(item.name))]
        if _is_index(w, other):
            others[f"np.arange(1, {count} + 1)"] = None  # the entry's own index
        elif set(keys(other)) <= context.known(count) and item.name not in keys(other):
            others[context.text(other)] = None
    if not others:
        return expression
    return f"moved_apart({expression}, {found.lo}, {found.hi}, {', '.join(others)})"


def _is_index(w: Writer, item: Expr) -> bool:
    return isinstance(item, Ref) and item.name not in w.shape.fields and len(item.name) == 1


def _differs_from_index(w: Writer, name: str) -> bool:
    """Tell whether the rules forbid entries that equal their own index: p[i] != i."""
    return any(
        relation.sign == "!=" and (_is_index(w, relation.left) or _is_index(w, relation.right))
        for relation in w.shape.bounds.by_key.get(name, ())
    )


def _with_total(w: Writer, name: str, context: Context, expression: str, texts: dict[str, str]) -> str:
    """Return the expression brought to the sum that the rules ask for."""
    total = w.shape.totals[name]
    if not set(keys(total.limit)) <= context.known(texts["n"]):
        return expression
    limit = context.text(total.limit)
    return f"with_total({expression}, {limit}, {texts['lo']}, {texts['hi']}, exact={total.exact})"


def _by_element(w: Writer, found: Range, count: str) -> str:
    fixed = {"flat": found.hi, "low": found.lo}.get(w.style.label)
    if fixed is not None:
        return f"seq_equal({count}, {fixed})"
    return f"rng.randint({found.lo}, {found.hi} + 1, dtype=np.int64)"


def _kinds(shape: Shape, name: str) -> tuple[RoleKind, ...]:
    """Return the roles a principle may have to fill the field, the governing one first."""
    for kind in (RoleKind.PERMUTATION, RoleKind.DISTINCT):
        if shape.has(kind, name):
            return (kind, RoleKind.VALUES) if kind is RoleKind.DISTINCT else (kind,)
    if shape.has(RoleKind.WEIGHT, name):
        return (RoleKind.WEIGHT, RoleKind.VALUES)
    if shape.has(RoleKind.SORTED, name) or name in shape.adjacent:
        return (RoleKind.SORTED,)
    if any(shape.has(k, name) for k in (RoleKind.INDEX, RoleKind.VERTEX)):
        return (RoleKind.INDEX, RoleKind.VERTEX)
    if names_place(shape, name):
        return (RoleKind.VALUES, RoleKind.INDEX, RoleKind.VERTEX)
    is_free = shape.fields[name].place is Place.CASE or not shape.has_arrays
    return (RoleKind.VALUES, RoleKind.SIZE) if is_free else (RoleKind.VALUES,)


def _principled(
    w: Writer, kinds: tuple[RoleKind, ...], texts: dict[str, str], values: dict[str, int | None]
) -> str | None:
    part = w.style.part(kinds)
    role = None if part is None else part.role
    is_place = kinds[0] is RoleKind.INDEX or role in (RoleKind.INDEX, RoleKind.VERTEX)
    if is_place:
        if values["lo"] != 1:
            return None
        texts, values = {**texts, "n": texts["hi"]}, {**values, "n": values["hi"]}
    construct = w.style.construct_of(part)
    if any(name in construct for name in (*PAIR_CONSTRUCTS, *INDEX_PAIRS)):
        return None
    if kinds[0] is RoleKind.DISTINCT and construct and repeats_values(construct):
        return None
    expression = w.style.principled(kinds, texts, values)
    if expression is None or "hi" in construct or "V" in construct or kinds[0] is RoleKind.PERMUTATION:
        return expression
    if is_place:
        return expression
    return f"fitted({expression}, {texts['n']}, {texts['lo']}, {texts['hi']}, rng)"


def _zero_based(shape: Shape, item: Field, expression: str) -> str:
    seen = shape.seen.get(item.name)
    return f"{expression} - 1" if seen is not None and seen.low == 0 else expression


def _is_in_order(shape: Shape, item: Field) -> bool:
    """Tell whether the array is sorted in the end, whatever it is filled with."""
    adjacent = shape.adjacent.get(item.name)
    return shape.has(RoleKind.SORTED, item.name) or (adjacent is not None and adjacent.sign != "!=")


def _ordered(w: Writer, item: Field, expression: str, texts: dict[str, str]) -> str:
    """Return the expression brought into the order that the statement promises."""
    shape, label = w.shape, w.style.label
    adjacent = shape.adjacent.get(item.name)
    if adjacent is None and not shape.has(RoleKind.SORTED, item.name):
        return expression
    if adjacent is not None and adjacent.sign == "!=":
        return f"no_equal_neighbours({expression}, {texts['lo']}, {texts['hi']})"
    if shape.has(RoleKind.DISTINCT, item.name) or (adjacent is not None and adjacent.sign == "<"):
        w.style.fills(Filling.STRICT)
        kind = label if w.style.principle is None and label in STRICT else "random"
        expression = f"strictly_rising({texts['n']}, {texts['lo']}, {texts['hi']}, {kind!r}, rng)"
    else:
        expression = f"np.sort({expression})"
    return f"{expression}[::-1]" if adjacent is not None and adjacent.adjacent < 0 else expression


def parents(w: Writer, item: Field, context: Context, count: str, size: int | None) -> str:
    """Return an expression for a parent array: n - 1 parents, or n with the root's mark among them."""
    seen = w.shape.seen.get(item.name)
    low, high = (seen.low, seen.high) if seen is not None else (1, None)
    whole = low is not None and low < 1 and low != high
    role = w.shape.role(RoleKind.PARENTS, item.name)
    is_full = whole or (
        role is not None and role.size is not None and context.text(parse_expr(role.size)) == count
    )
    vertices = count if is_full else f"{count} + 1"
    texts = {"n": vertices}
    known: dict[str, int | None] = {"n": size}
    tree = w.style.principled((RoleKind.PARENTS, RoleKind.TREE), texts, known)
    tree = tree or w.style.generic(RoleKind.TREE, texts)
    expression = f"parents_of({tree})"
    if low == 0 and not is_full:
        return f"{expression} - 1"
    if is_full:
        mark = low if low is not None and low < 1 else 1
        return f"np.concatenate([[{mark}], {expression}])"
    return expression


def word_list(w: Writer, item: Field, context: Context, count: str, size: int | None = None) -> str:
    """Return an expression for a list of words, all of the same length."""
    alphabet = limited(w.shape, item, context)
    low, high = word_lengths(w, item, context)
    planned = context.envs[0].get(f"len({item.name})", high)
    most = WORD_LIMIT if size is None else max(1, TABLE_CHARACTERS // max(size, 1))
    length = max(low, min(high, planned, most))
    letters = len(alphabet.characters)
    is_set = w.shape.has(RoleKind.DISTINCT, item.name)
    w.style.fills(Filling.DIFFERENT_WORDS if is_set else Filling.WORDS)
    w.style.spells(item.name, low if w.style.label == "low" and not is_set else length, letters)
    if is_set:
        if size is not None and letters**length < size:
            raise Unplannable(f"{size} different words of {length} letters do not exist for {item.name}")
        return f"words_distinct({count}, {length}, {alphabet.text}, rng, {_DISTINCT.get(w.style.label, 0)})"
    if w.style.label == "low":
        length = low
    make = _WORDS.get(w.style.label, "words_random") if letters > 1 else "words_random"
    found = f"{make}({count}, {count} * {length}, {alphabet.text}, rng)"
    return f"[{alphabet.repaired('word')} for word in {found}]" if alphabet.is_number else found


def word_lengths(w: Writer, item: Field, context: Context) -> tuple[int, int]:
    """Return the least and the greatest length of a word that stands in a table."""
    low, high = numeric_ends(w.shape.bounds, f"len({item.name})", context.envs[0])
    seen = w.shape.seen.get(item.name)
    lengths = seen.lengths if seen is not None and seen.lengths else {1}
    if high is None:
        high = max(lengths)
        w.program.note(f"no upper bound for len({item.name}): as in the samples")
    return max(1, low if low is not None else 1), max(1, high)


def text(w: Writer, item: Field, context: Context, length: str, size: int | None) -> str:
    """Return an expression for one string of `length` characters."""
    alphabet = limited(w.shape, item, context)
    searched = w.shape.searched.get(item.name, item.name)
    texts = {"n": length, "alphabet": alphabet.text, "text_n": _length_of(w, searched, context, length)}
    values: dict[str, int | None] = {"n": size}
    w.style.spells(item.name, size, len(alphabet.characters))
    is_pattern = w.shape.has(RoleKind.PATTERN, item.name) or item.name in w.shape.searched
    kinds = (RoleKind.PATTERN, RoleKind.TEXT) if is_pattern else (RoleKind.TEXT,)
    generic = RoleKind.PATTERN if is_pattern and w.style.has(RoleKind.PATTERN) else RoleKind.TEXT
    if alphabet.balanced:
        expression = w.style.principled((RoleKind.BRACKETS,), texts, values)
        return expression or w.style.generic(RoleKind.BRACKETS, texts)
    expression = w.style.principled(kinds, texts, values, alphabet.facts)
    if expression is None and item.name in w.shape.searched.values():
        expression = w.style.beside_pattern(texts)
    return alphabet.repaired(expression or w.style.generic(generic, texts))


def _length_of(w: Writer, name: str, context: Context, own: str) -> str:
    """Return the length of the text in which a pattern is searched, as Python text; else its own."""
    home, key = w.shape.fields[name], f"len({name})"
    if home.field.length is not None:
        return context.text(home.field.length)
    fixed = {env.get(key) for env in context.envs} - {None}
    return number(fixed.pop() or 1) if len(fixed) == 1 else own
