"""Which expression fills a field: random, a principle's construct, or a structure that suits any problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from stab.records import Principle, RoleKind
from stab.synth.environment import NAMES, meets, substitute, unknown_names
from stab.synth.filling import Filling

R = RoleKind
STRUCTURES = ("flat", "falling", "rising", "few", "extremes", "low", "waves", "runs", "outlier")
_LABELS = ("random", *STRUCTURES)
# Structures that act through two fields at once, and the roles that a layout must have for them.
INTERPLAYS: Mapping[str, frozenset[RoleKind]] = {
    "far": frozenset({R.TREE, R.VERTEX}),
    "tips": frozenset({R.TREE, R.VERTEX}),
    "leaves": frozenset({R.TREE, R.VERTEX}),
    "hub": frozenset({R.TREE, R.VERTEX}),
    "look-back": frozenset({R.VALUES, R.INTERVAL}),
    "late": frozenset({R.TEXT, R.PATTERN}),
}
_TOGETHER: Mapping[str, Mapping[RoleKind, str]] = {
    "far": {R.TREE: "tree_path(n)", R.VERTEX: "queries_far(n, q, rng)"},
    "tips": {R.TREE: "tree_two_legs(n)", R.VERTEX: "queries_tips(n, q)"},
    "leaves": {R.TREE: "tree_binary(n)", R.VERTEX: "queries_leafpairs(n, q, rng)"},
    "hub": {R.TREE: "tree_star(n)", R.VERTEX: "queries_pair(n, q)"},
    "look-back": {R.VALUES: "seq_equal(n, hi)", R.INTERVAL: "queries_window(n, q, rng)"},
    "late": {R.TEXT: "str_repeat(n, alphabet)", R.PATTERN: "str_mismatch(n, alphabet)"},
}


def _by_label(*expressions: str) -> Mapping[str, str]:
    return dict(zip(_LABELS, expressions, strict=False))


GENERIC: Mapping[RoleKind, Mapping[str, str]] = {
    R.VALUES: _by_label(
        "seq_random(n, lo, hi, rng)",
        "seq_equal(n, hi)",
        "seq_descending(n, lo, hi, rng)",
        "seq_sorted(n, lo, hi, rng)",
        "seq_few(n, lo, hi, rng)",
        "seq_extremes(n, lo, hi, rng)",
        "seq_equal(n, lo)",
        "seq_zigzag(n, lo, hi, rng)",
        "seq_runs(n, lo, hi, rng)",
        "seq_outlier(n, lo, hi, rng)",
    ),
    R.SORTED: {  # sorted afterwards: only what differs then
        "random": "seq_random(n, lo, hi, rng)",
        "flat": "seq_equal(n, hi)",
        "few": "seq_few(n, lo, hi, rng)",
        "extremes": "seq_extremes(n, lo, hi, rng)",
        "low": "seq_equal(n, lo)",
        "outlier": "seq_outlier(n, lo, hi, rng)",
    },
    R.DISTINCT: _by_label(
        "seq_random(n, lo, hi, rng, distinct=True)",
        "seq_descending(n, lo, hi, rng)",
        "seq_sorted(n, lo, hi, rng)",
        "seq_zigzag(n, lo, hi, rng)",
        "seq_organ_pipe(n, lo, hi, rng)",
        "seq_interleaved(n, lo, hi, rng)",
        "seq_bit_reversal(n, lo, hi, rng)",
        "seq_rise_fall(n, lo, hi, rng)",
        "seq_runs(n, lo, hi, rng)",
        "seq_min_last(n, lo, hi, rng)",
    ),
    R.PERMUTATION: _by_label(
        "perm(n, rng)",
        "descending(n)",
        "ascending(n)",
        "zigzag(n)",
        "organ_pipe(n)",
        "interleave_halves(n)",
        "bit_reversal(n)",
        "rise_then_fall(n)",
        "shuffled_runs(n, rng)",
        "single_cycle(n)",
    ),
    R.TREE: _by_label(
        "tree_random(n, rng)",
        "tree_path(n)",
        "tree_star(n)",
        "tree_caterpillar(n)",
        "tree_binary(n)",
        "tree_broom(n)",
        "tree_deep(n, rng)",
        "tree_two_legs(n)",
        "tree_legs(n)",
        "tree_chain_binary(n)",
    ),
    R.POINTS: _by_label(
        "points_random(n, lo, hi, rng)",
        "points_same_x(n, lo, hi, rng)",
        "points_circle(n, lo, hi, rng)",
        "points_spiral(n, lo, hi, rng)",
        "points_collinear(n, lo, hi, rng)",
        "points_cluster_outlier(n, lo, hi, rng)",
        "points_antidiagonal(n, lo, hi, rng)",
        "points_lattice(n, lo, hi, rng)",
        "points_parabola(n, lo, hi, rng)",
        "points_convex(n, lo, hi, rng)",
    ),
    R.INTERVAL: _by_label(
        "queries_random(n, q, rng)",
        "queries_full(n, q)",
        "queries_window(n, q, rng)",
        "queries_nested(n, q)",
        "queries_short(n, q, rng)",
        "queries_prefix(n, q, rng)",
        "queries_nearly_full(n, q, rng)",
        "queries_alternating(n, q)",
        "queries_blocks(n, q)",
        "intervals_same_start(n, q, rng)",
    ),
    R.TEXT: _by_label(
        "str_random(n, alphabet, rng)",
        "str_repeat(n, alphabet)",
        "str_mismatch(n, alphabet)",
        "str_periodic(n, alphabet, rng)",
        "str_halves(n, alphabet)",
        "str_cycle(n, alphabet)",
        "str_fibonacci(n, alphabet)",
        "str_thue_morse(n, alphabet)",
        "str_palindrome(n, alphabet, rng)",
        "str_mismatch_middle(n, alphabet)",
    ),
    R.BRACKETS: _by_label(
        "brackets_random(n, rng)",
        "brackets_nested(n)",
        "brackets_flat(n)",
    ),
    R.GRID: _by_label(
        "grid_random(h, w, rng, free=free, wall=wall)",
        "grid_open(h, w, free=free, wall=wall)",
        "grid_snake(h, w, free=free, wall=wall)",
        "grid_comb(h, w, free=free, wall=wall)",
        "grid_checker(h, w, free=free, wall=wall)",
        "grid_spiral(h, w, free=free, wall=wall)",
        "grid_snake_columns(h, w, free=free, wall=wall)",
        "grid_split(h, w, free=free, wall=wall)",
        "grid_letters(h, w, alphabet, rng)",
    ),
    R.MATRIX: _by_label(
        "seq_random(h * w, lo, hi, rng).reshape(h, w)",
        "seq_equal(h * w, hi).reshape(h, w)",
        "seq_descending(h * w, lo, hi, rng).reshape(h, w)",
        "seq_sorted(h * w, lo, hi, rng).reshape(h, w)",
        "seq_few(h * w, lo, hi, rng).reshape(h, w)",
        "seq_extremes(h * w, lo, hi, rng).reshape(h, w)",
        "seq_equal(h * w, lo).reshape(h, w)",
        "matrix_product(h, w, lo, hi)",
        "matrix_snake(h, w, lo, hi, rng)",
        "matrix_sorted(h, w, lo, hi, rng)",
    ),
}


@dataclass(slots=True)
class Style:
    """A way to fill all fields of an input; remembers whether its principle found a field."""

    label: str = "random"
    principle: Principle | None = None
    anti: bool = False
    applied: list[str] = field(default_factory=list)
    filled: dict[RoleKind | Filling, None] = field(default_factory=dict)  # what the structure filled
    strings: dict[str, str] = field(default_factory=dict)  # of each field of text, its length and alphabet
    variants: dict[str, int] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[Principle, ...]:
        """Return the principle, and what an interaction puts into other fields beside it."""
        return () if self.principle is None else (self.principle, *self.principle.beside)

    @property
    def is_whole(self) -> bool:
        """Tell whether every part has found its field."""
        return bool(self.applied) and {part.id for part in self.parts} <= set(self.applied)

    def part(self, kinds: Iterable[RoleKind]) -> Principle | None:
        """Return the part that fills one of these roles, the first of them that any part fills."""
        return next((part for kind in kinds for part in self.parts if (part.role or R.SIZE) is kind), None)

    def construct_of(self, part: Principle | None) -> str:
        """Return a part's expression, or that of its opposite; "" where there is none."""
        if part is None:
            return ""
        return (part.anti if self.anti else part.construct) or ""

    @property
    def constructs(self) -> str:
        """Return the expressions of all parts."""
        return ", ".join(map(self.construct_of, self.parts))

    @property
    def keeps_order(self) -> bool:
        """Tell whether row order is the principle."""
        return any("order" in part.needs for part in self.parts)

    @property
    def keeps_labels(self) -> bool:
        """Tell whether vertex labels are the principle."""
        return any("labels" in part.needs for part in self.parts)

    def principled(
        self,
        kinds: tuple[RoleKind, ...],
        texts: Mapping[str, str],
        values: Mapping[str, int | None],
        facts: frozenset[str] = frozenset(),
    ) -> str | None:
        """Return the principle's expression over `texts`, if it fills one of these roles here.

        `facts` are the words of `needs` that hold for the field.
        """
        principle = self.part(kinds)
        construct = self.construct_of(principle)
        if principle is None or not construct:
            return None
        allowed = NAMES.get(principle.role or R.SIZE, frozenset())
        if unknown_names(construct, allowed & {*texts, "rng"}):
            return None
        if not meets(principle.needs, values, facts):
            return None
        self.applied.append(principle.id)
        return substitute(construct, texts)

    def beside_pattern(self, texts: Mapping[str, str]) -> str | None:
        """Return the text for a pattern of letters in a fixed order: its first letter throughout."""
        construct = self.construct_of(self.part((R.PATTERN,)))
        if not construct or "rng" in construct:
            return None
        return substitute("str_repeat(n, alphabet)", texts)

    def generic(self, kind: RoleKind, texts: Mapping[str, str], *, random: str = "") -> str:
        """Return the expression of this style's structure for a role; `random`: what random data is here."""
        if (part := self._beside(kind)) is not None:
            self.applied.append(part.id)
            return substitute(self.construct_of(part), texts)
        self.filled[kind] = None
        together = _TOGETHER.get(self.label, {}).get(kind)
        table = GENERIC.get(kind, {})
        table = {**table, "random": random} if random else table
        return substitute(together or table.get(self.label) or table["random"], texts)

    def fills(self, kind: Filling) -> None:
        """Note that the structure fills data of this kind."""
        self.filled[kind] = None

    def spells(self, name: str, length: int | None, letters: int) -> None:
        """Note how long the strings of a field are, and of how many different characters."""
        told = "" if length is None else f"length {length}, "
        self.strings[name] = f"{told}{letters} character{'s' * (letters > 1)} allowed"

    def has(self, kind: RoleKind) -> bool:
        """Tell whether this is an interplay, of structures or of parts, with a say in fields of this role."""
        return kind in _TOGETHER.get(self.label, {}) or self._beside(kind) is not None

    def _beside(self, kind: RoleKind) -> Principle | None:
        """Return the part of an interaction that fills this very role."""
        return self.part((kind,)) if len(self.parts) > 1 else None
