"""Which chains bound the input: quantifier ranges, answers, story and smaller subtasks do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stab.expression import Call, Comparison, Const, Op, Ref, refs
from stab.patterns import regex
from stab.records import Extraction, SectionKind
from stab.saturate.notation import Context
from stab.saturate.sentences import Sentence, named_in
from stab.saturate.stream import Element
from stab.saturate.subjects import Phrasebook

ORDINALS = frozenset({"th", "st", "nd", "rd", "ths"})
_QUANTIFIERS = frozenset({"for", "each", "every", "any", "all", "forall", "some", "∀", "exists"})
_CASES = frozenset({"if", "when", "whenever", "unless", "whether", "iff"})
_LABELS = frozenset({"line", "query", "row", "test", "column", "index", "case", "position", "day"})
_INTEGERS = frozenset({"integer", "integers", "number", "numbers"})
_STRINGS = frozenset({"string", "strings", "word", "words", "text", "pattern"})
_PERCENT = regex(r"(\d+)\s*\\?%")
_SUBTASK = regex(
    r"\b(?:sub-?tasks?|test (?:cases|data|groups?|sets?) \d|tests? \d+ ?[-–]|inputs \d+ ?[-–]|test set"
    r"|partial|points will be awarded|small (?:data|input)|easy version)\b"
)
_EVERY_SUBTASK = regex(
    r"(?:in |for |throughout )?(?:all|each|every)(?: of)?(?: the)? (?:sub-?tasks?|test groups?)\b"
)
_ANSWER = regex(r"\b(?:answers?|print|(?:the|your) (?:output|result)|output (?:an?|the|should|is|one))\b")
_TERMINATOR = regex(
    r"\bterminat\w+|\b(?:end|last line|last case|last test|last data ?set) of\b|\bsignal(?:s|led|ed)?\b"
    r"|\b(?:input|file|data) (?:ends?|finish\w*|stops?|is followed)\b"
    r"|\b(?:last|final) (?:line|case|test|data ?set)\b"
    r"|\buntil\b|\bend[- ]of[- ](?:input|file)\b|\bsentinel\b"
)
_REAL = regex(r"\b(?:real|floating|decimal|double|fractional)\b")
_DECIMAL = regex(  # but for `1.5 · 10^5`, a whole number
    r"\d\.\d+(?![\d.])(?!\s*(?:[·×⋅*∙•]|[eE]\d|\\(?:cdot|times|ast)|&(?:times|middot|sdot);))"
)
_CONDITIONAL = regex(r"^(?:either|if)\b")
_DEPENDS = regex(r"\b(?:if|when|whenever|unless|whether|iff|otherwise|case of|suppose|assume)\b")


class RoleOf:
    """Roles a stretch of the statement can have for the reader."""

    GLOBAL = "global"
    SUBTASK = "subtask"
    STORY = "story"


def role_of(sentence: Sentence, kind: SectionKind) -> str:
    """Return global, subtask or story for a sentence of a section."""
    if any(_EVERY_SUBTASK.match(s.text) for s in (sentence, sentence.follows) if s is not None):
        return RoleOf.GLOBAL
    if kind is SectionKind.SUBTASKS:
        return RoleOf.SUBTASK
    percent = None
    for a, b in zip(sentence.elements, sentence.elements[1:], strict=False):
        if (
            b.kind == "other"
            and b.text in ("%", "\\%")
            and a.kind == "list"
            and isinstance(a.exprs[-1], Const)
        ):
            percent = a.exprs[-1].value
            break
    if percent is not None and percent < 100:
        return RoleOf.SUBTASK
    if sentence.follows is not None and role_of(sentence.follows, kind) == RoleOf.SUBTASK:
        return RoleOf.SUBTASK
    if _SUBTASK.search(sentence.text[:200]) or _numbered_tests(sentence):
        return RoleOf.SUBTASK
    return RoleOf.STORY if kind is SectionKind.STORY else RoleOf.GLOBAL


def _numbered_tests(sentence: Sentence) -> bool:
    """`Test cases 2-4 satisfy …`, `Inputs 3-5: …` bound those tests only."""
    words = [e for e in sentence.elements[:5]]
    texts = [w.text.lower() for w in words]
    if not texts or texts[0] not in ("test", "tests", "inputs", "input", "testcases", "subtask", "group"):
        return False
    following = next((w for w in words[1:] if w.kind != "word"), None)
    return following is not None and following.kind == "list" and isinstance(following.exprs[0], Const)


def is_conditional(sentence: Sentence) -> bool:
    """Tell whether the sentence says something that need not hold always."""
    return bool(_CONDITIONAL.match(sentence.text.lstrip(" ,"))) and " or " in f" {sentence.text} "


def ends_input(sentence: Sentence) -> bool:
    """Tell whether a sentence describes the last line of the input: its equalities hold there only."""
    return _TERMINATOR.search(sentence.text) is not None


def is_limited(sentence: Sentence, position: int) -> bool:
    """Tell whether a case follows a relation directly: `p ≠ q when n > 1`."""
    behind = (e for e in sentence.elements[position + 1 : position + 5] if e.kind not in ("soft", "aside"))
    following = next((e for e in behind if e.text != ","), None)
    return following is not None and following.kind == "word" and following.text.lower() in _CASES | {"only"}


def case_from(sentence: Sentence) -> int:
    """Return the offset in a sentence's text behind which words make it a case, not a fact: `if u = v`."""
    found = _DEPENDS.search(sentence.text)
    return found.end() if found is not None else len(sentence.text) + 1


@dataclass(slots=True)
class Names:
    """What the statement's sentences say of its names."""

    context: Context
    declared: frozenset[str] = frozenset()  # stand for themselves in the input section
    indices: frozenset[str] = frozenset()  # stand as subscripts or as `i-th`
    integers: frozenset[str] = frozenset()  # follow `integer`, `number`, …
    strings: frozenset[str] = frozenset()
    real: frozenset[str] = frozenset()
    lasts: frozenset[str] = frozenset()  # the places at which a run ends: the n of `s_1 s_2 … s_n`

    def all(self) -> frozenset[str]:
        """Return every name that the sentences use."""
        sets = (self.declared, self.integers, self.strings, self.real, self.lasts, self.context.indexed)
        return frozenset().union(*sets) | self.context.singles

    def reals(self, extraction: Extraction) -> tuple[str, ...]:
        """Return the names that are not integers, in order of appearance."""
        found: dict[str, None] = {}
        for constraint in extraction.constraints:
            fractional = bool(_DECIMAL.search(constraint.quote)) or any(
                isinstance(o, Const) and not isinstance(o.value, int) and o.value.denominator != 1
                for o in constraint.comparison.operands
            )
            for operand in constraint.comparison.operands:
                if isinstance(operand, Ref) and (fractional or operand.name in self.real):
                    found[operand.name] = None
        return tuple(found)

    def remember(self, sentence: Sentence, book: Phrasebook) -> None:
        """Note the names a sentence declares, for later sentences that refer back to them."""
        for at, element in enumerate(sentence.elements):
            if element.kind != "list" or not all(isinstance(e, Ref) for e in element.exprs):
                continue
            before = [e.text.lower() for e in sentence.elements[max(0, at - 4) : at] if e.kind == "word"]
            last = element.exprs[-1]
            is_input = isinstance(last, Ref) and (last.indices or last.name in self.declared)
            if _STRINGS & set(before[-1:]) and sentence.elements[at - 1].kind != "aside" and is_input:
                book.last_string = last
            if {"integer", "integers", "numbers", "number"} & set(before) or len(element.exprs) > 1:
                exprs = [
                    e
                    for e in element.exprs
                    if not (isinstance(e, Ref) and e.name in ("i", "j") and not e.indices)
                ]
                if exprs:
                    book.declared = tuple(exprs)


def survey(found: Sequence[Sentence], kinds: Sequence[SectionKind], context: Context) -> Names:
    """Return what the sentences say about names."""
    seen = _Seen(strings=set(context.strings))
    for sentence, kind in zip(found, kinds, strict=True):
        is_input = kind in (SectionKind.INPUT, SectionKind.CONSTRAINTS)
        for at, element in enumerate(sentence.elements):
            _note_indices(sentence.elements, at, seen)
            if element.kind == "list":
                _note_names(sentence.elements, at, seen, is_input)
            elif element.kind == "chain" and is_input and _words_before(sentence.elements, at) & _INTEGERS:
                seen.declared.update(
                    e.name for e in named_in(element) if isinstance(e, Ref) and not e.indices
                )
    sets = (seen.declared, seen.indices, seen.integers, seen.strings, seen.real, seen.lasts)
    return Names(context, *map(frozenset, sets))


@dataclass(slots=True)
class _Seen:
    declared: set[str] = field(default_factory=set)
    indices: set[str] = field(default_factory=set)
    integers: set[str] = field(default_factory=set)
    strings: set[str] = field(default_factory=set)
    real: set[str] = field(default_factory=set)
    lasts: set[str] = field(default_factory=set)


def _note_indices(elements: Sequence[Element], at: int, seen: _Seen) -> None:
    element = elements[at]
    exprs = element.exprs
    if len(exprs) == 1 and isinstance(exprs[0], Ref) and _ends_run(elements, at):
        seen.lasts.update(i.name for i in exprs[0].indices[-1:] if isinstance(i, Ref))
    if element.chain is not None:
        exprs = tuple(e for o in element.chain.operands for e in o)
    for expr in exprs:
        for ref in refs(expr):
            seen.indices.update(i.name for i in ref.indices if isinstance(i, Ref) and not i.indices)


def _ends_run(elements: Sequence[Element], at: int) -> bool:
    """Tell whether an ellipsis leads to the element: `s_1 s_2 … s_n`."""
    before = next((e for e in reversed(elements[max(0, at - 3) : at]) if e.kind != "soft"), None)
    return before is not None and before.kind == "other" and before.text == "..."


def _note_names(elements: Sequence[Element], at: int, seen: _Seen, is_input: bool) -> None:
    element = elements[at]
    plain = [e.name for e in element.exprs if isinstance(e, Ref) and not e.indices]
    if _is_ordinal(elements, at):
        seen.indices.update(plain[-1:])
        plain = plain[:-1]
    before = _words_before(elements, at)
    named = [e.name for e in element.exprs if isinstance(e, Ref)]
    seen.strings.update(named if before & _STRINGS else ())
    seen.real.update(named if _REAL.search(" ".join(sorted(before))) else ())
    seen.integers.update(plain if before & {"integer", "integers"} else ())
    if is_input and not before_last(elements, at) & (_QUANTIFIERS | _LABELS):
        seen.declared.update(plain)


def _is_ordinal(elements: Sequence[Element], at: int) -> bool:
    after = elements[at + 1 : at + 4]
    words = [e.text for e in after if e.kind != "soft"]
    return bool(words) and (
        words[0] in ORDINALS or (len(words) > 1 and words[0] in "-^{" and words[1] in ORDINALS)
    )


def _words_before(elements: Sequence[Element], at: int) -> set[str]:
    return {e.text.lower() for e in elements[max(0, at - 2) : at] if e.kind == "word"}


def before_last(elements: Sequence[Element], at: int) -> set[str]:
    """Return the word directly before an element, as a set of at most one."""
    for element in reversed(elements[max(0, at - 3) : at]):
        if element.kind == "word":
            return {element.text.lower()}
        if element.kind not in ("soft", "aside"):
            return set()
    return set()


def quantifies(comparison: Comparison, sentence: Sentence, position: int, names: Names) -> bool:
    """Tell whether a chain says over what an index runs, or speaks of the answer: no bound of the input."""
    chain = sentence.elements[position].chain
    begins = chain is None or any(o in comparison.operands for o in chain.operands[0])
    if begins and before_last(sentence.elements, position) & _CASES:
        return True  # `when n > 1` is the case, not a bound
    match comparison.operands[0]:
        case Call("oneof", (subject, *_)):
            comparison = Comparison((subject, *comparison.operands[1:]), comparison.signs)
    bare = [o for o in comparison.operands if isinstance(o, Ref)]
    first = next((o for o in comparison.operands if next(refs(o), None) is not None), None)
    if (isinstance(first, Ref) and first.indices) or any(
        isinstance(o, Call) for o in comparison.operands[:2]
    ):
        return bool(_answers(sentence, position))
    subjects = [r.name for r in bare]
    middle = comparison.operands[1:-1] if len(comparison.operands) > 2 else comparison.operands[:1]
    inner = [o.name for o in middle if isinstance(o, Ref) and not o.indices] or subjects[:1]
    if inner and all(n in names.indices and n not in names.declared | names.lasts for n in inner):
        return True
    if inner and all(n in ("i", "j") and n not in names.integers for n in inner):
        return True
    is_over_all = before_last(sentence.elements, _named(sentence.elements, position, inner)) & _QUANTIFIERS
    if is_over_all and not all(n in names.declared for n in inner):
        return True
    return bool(_answers(sentence, position))


def _named(elements: Sequence[Element], position: int, inner: Sequence[str]) -> int:
    """Return the place of the list that names what a chain behind it bounds, else that of the chain."""
    place = next((i for i in range(position - 1, -1, -1) if elements[i].kind not in ("aside", "soft")), -1)
    named = {e.name for e in elements[place].exprs if isinstance(e, Ref)} if place >= 0 else set()
    return place if named and set(inner) <= named else position


def order_of(comparison: Comparison) -> list[Comparison] | None:
    """Return the side conditions of a chain that orders elements, None for one that bounds them."""
    if not (_orders_one_array(comparison) or _relates_neighbours(comparison)):
        return None
    pairs = [Comparison((left, right), (sign,)) for left, sign, right in comparison.atoms()]
    return [pair for pair in pairs if _relates_neighbours(pair) or _relates_places(pair)]


def _orders_one_array(comparison: Comparison) -> bool:
    """`a_i < a_{i+1}` tells an order, `a_i < a_i + 1` is the same with its subscript lost."""
    found = list(refs(comparison))
    outer = [r for r in found if r.indices]
    return (
        bool(outer)
        and len({r.name for r in outer}) == 1
        and all(any(isinstance(r, Ref) and r.indices for r in refs(o)) for o in comparison.operands)
        and all(not isinstance(o, Const) for o in comparison.operands)
    )


def _relates_places(comparison: Comparison) -> bool:
    """`y_{i,1} < y_{i,2}` relates two numbers of one row."""
    match comparison.operands:
        case (Ref(_, (*outer, Const(first))), Ref(_, (*others, Const(second)))):
            return bool(outer) and outer == others and first != second
    return False


def _relates_neighbours(comparison: Comparison) -> bool:
    """`r_i < l_{i+1}` tells an order between neighbours, which no bound on one element can say."""
    shifted = [
        r for r in refs(comparison) if any(isinstance(i, Op) and len(list(refs(i))) for i in r.indices)
    ]
    plain = [r for r in refs(comparison) if any(isinstance(i, Ref) for i in r.indices)]
    return bool(shifted and plain)


def _answers(sentence: Sentence, position: int) -> bool:
    place = sentence.places[position]
    return bool(_ANSWER.search(sentence.text[max(0, place - 60) : place]))


__all__ = ["Names", "RoleOf", "is_conditional", "quantifies", "role_of", "survey"]
