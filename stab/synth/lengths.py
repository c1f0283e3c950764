"""Limits on lengths that only the running generator knows, so that all rows together stay small."""

from __future__ import annotations

from collections.abc import Sequence

from stab.records import Field, Node, Repeat
from stab.synth.amounts import HARD_TOKENS, MAX_ROW_TOKENS, MAX_TOKENS
from stab.synth.arrays import Writer
from stab.synth.plan import Plan, Unplannable
from stab.synth.ranges import Context, range_of
from stab.synth.shape import row_lengths
from stab.synth.source_text import identifier, number


def cap_lengths(
    w: Writer, node: Repeat, own: Sequence[Field], size: int | None, where: tuple[Context, Plan]
) -> None:
    """Write a limit on the sum of the row lengths among the columns `own` of a block with `size` rows."""
    context, plan = where
    lengths = row_lengths(node.body)
    held = [item for item in own if item.name in lengths]
    factors = len(held) if _is_product(node.body, {i.name for i in held}) else 1
    for item in held:
        cap_length(w, item, size, (context, plan), factors)


def cap_length(
    w: Writer, item: Field, size: int | None, where: tuple[Context, Plan], factors: int = 1
) -> None:
    """Write a limit on the sum of one array of lengths, of which so many are multiplied.

    A rule on that sum is enough where it is small itself. Raises Unplannable where the rows must be longer.
    """
    context, plan = where
    most = max(1, MAX_ROW_TOKENS // max(1, plan.env.get(w.shape.tests or "", 1)))
    found = range_of(w.shape, item, context, None)
    if max(found.low, 0) * (size or 1) > HARD_TOKENS:
        raise Unplannable(f"{item.name} is at least {found.low}: rows of that length are too long to write")
    total = w.shape.totals.get(item.name)
    if total is not None:
        sums = context.values(total.limit)
        if sums is None or max(sums) <= MAX_TOKENS:
            return
        if total.exact:
            raise Unplannable(f"the sum of {item.name} is {max(sums)}: too many to write")
        most = MAX_TOKENS
    if not found.by_element and found.high > 1:
        limit = most if factors == 1 else max(1, int(most ** (1 / factors)))
        name = identifier(item.name)
        w.program.add(f"{name} = with_total({name}, {number(limit)}, {found.lo}, {found.hi})")


def _is_product(body: Sequence[Node], own: set[str]) -> bool:
    """Tell whether blocks of rows of different lengths hold rows of different lengths."""
    return any(isinstance(node, Repeat) and row_lengths(node.body) & own for node in body)
