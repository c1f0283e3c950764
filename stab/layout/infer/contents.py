"""What a line holds, read from prose: the mentions of a sentence, and alternatives for a region."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from stab.expression import Const, Expr
from stab.layout.infer.terms import NUMBER_WORDS, Term, expression, last_subscript, span_count, term
from stab.layout.infer.words import Kind, Token
from stab.patterns import regex
from stab.records import FieldType

_INT = frozenset("integer integers int ints".split())
_NUMERIC = frozenset(
    "number numbers value values element elements coordinate coordinates index indices cost costs weight "
    "weights digit-numbers price prices length lengths height heights identifiers entries items figures ids "
    "positions".split()
)
_REAL = frozenset("real reals decimal decimals float floats double doubles floating-point".split())
_STRING = frozenset(
    "string strings word words name names token tokens sequence-of-characters text texts".split()
)
_CHARS = frozenset(
    "characters character letters letter digits digit symbols symbol chars signs brackets bits".split()
)
NOUNS = _INT | _NUMERIC | _REAL | _STRING | _CHARS
_COUNTLIKE = frozenset("a an the single only one".split())
_GROUP = frozenset(
    "pair pairs triple triples list sequence array group set permutation vector tuple row".split()
)
_ADJECTIVES = frozenset(
    "space-separated space separated single-space-separated comma-separated blank-separated "
    "whitespace-separated positive non-negative nonnegative negative distinct different unique "
    "single-digit natural whole integral odd even lowercase uppercase lower upper case upper-case "
    "lower-case english latin small capital alphabetic binary decimal non-empty nonempty unsigned "
    "signed more further additional other such following next new prime pairwise only integer real "
    "floating point big large ascii printable alphanumeric initial given numeric consecutive "
    "lower-cased exactly description of numbers the corresponding single strictly increasing "
    "non-decreasing sorted dna fixed hidden".split()
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase of the input: scalars, an array (count set) or a string."""

    names: tuple[str, ...]
    types: FieldType
    at: int
    size: int = 1  # how many scalars
    count: Expr | None = None
    length: Expr | None = None
    is_loose: bool = False  # `numbers`, no noun: the data may say what they are
    is_list: bool = False  # a list whose count is not given
    is_chars: bool = False  # counted in characters, so one token
    listed: tuple[str, ...] = ()  # all names that follow a singular noun: `an integer n and k`

    @property
    def is_array(self) -> bool:
        """Whether it stands for a run of tokens."""
        return self.count is not None or self.is_list


@dataclass(slots=True)
class _Names:
    """Names read from position `at`: simple ones, or a dotted list."""

    words: list[str] = field(default_factory=list)
    dotted: bool = False
    base: str = ""
    count: Expr | None = None
    stop: int = 0


def _type(noun: str, before: list[str]) -> FieldType:
    if noun in _REAL or any(word in _REAL for word in before):
        return FieldType.REAL
    return FieldType.STR if noun in _STRING or noun in _CHARS else FieldType.INT


def mentions(tokens: list[Token]) -> list[Mention]:
    """Return the noun phrases of one sentence, left to right."""
    found: list[Mention] = []
    skip = 0
    for at, token in enumerate(tokens):
        if at < skip or token.kind is not Kind.WORD or token.low not in NOUNS:
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is not None and following.low in NOUNS and following.kind is Kind.WORD:
            continue
        mention = _mention(tokens, at)
        if mention is not None:
            found.append(mention[0])
            skip = mention[1]
    return _joined(found)


def _mention(tokens: list[Token], at: int) -> tuple[Mention, int] | None:
    """Return the mention whose noun is tokens[at] and where reading goes on; None for a mere description."""
    noun = tokens[at].low
    counted, group, adjectives, start = _before(tokens, at)
    names = _own_names(tokens, at, counted)
    if counted is None and not names.words and not names.dotted and not group and noun not in _STRING:
        return None
    if _describes(tokens, at, start, names, counted) or names.words in (["i"], ["j"]):
        return None
    kind = _type(noun, adjectives)
    base = Mention((), kind, tokens[start].at, is_loose=noun in _NUMERIC, is_chars=noun in _CHARS)
    fixed, count = _quantity(counted, group)
    if noun in _CHARS:
        return _characters(base, fixed, count, names, adjectives), max(names.stop, at + 1)
    if names.dotted:
        count = count if count is not None else names.count
        if fixed is not None and fixed > 1:
            count = Const(fixed)
        mention = replace(base, names=(names.base,), count=count, is_list=count is None)
        return mention, names.stop
    if count is not None:
        return replace(base, names=tuple(names.words[:1]), count=count), max(names.stop, at + 1)
    plural = noun.endswith("s")
    if fixed is None:
        return _uncounted(base, names.words, plural=plural), names.stop
    words = tuple(names.words[:fixed])
    listed = tuple(names.words) if fixed == 1 and len(names.words) > 1 else ()
    return replace(base, names=words, size=fixed, listed=listed), max(
        names.stop if len(words) == fixed else at + 1, at + 1
    )


def _uncounted(base: Mention, names: list[str], *, plural: bool) -> Mention:
    """Return the mention of names, or of a list: `the heights`, `the heights h_i`."""
    if plural and (not names or (len(names) == 1 and term(names[0]).is_indexed)):
        return replace(base, names=tuple(names), is_list=True)
    return replace(base, names=tuple(names), size=len(names)) if names else base


def _own_names(tokens: list[Token], at: int, counted: Token | None) -> _Names:
    """Return the names after the noun; none in `n integers, the i-th of which is …`."""
    names = read_names(tokens, at + 1)
    return _Names(stop=at + 1) if counted is not None and names.words in (["i"], ["j"]) else names


def _characters(
    base: Mention, fixed: int | None, count: Expr | None, names: _Names, adjectives: list[str]
) -> Mention:
    length = count if count is not None else names.count
    if fixed is not None and fixed > 1:
        length = Const(fixed)
    word = names.base if names.dotted else ""
    separate = any("space" in a or "separated" in a for a in adjectives)
    if separate and length is not None:
        return replace(base, names=(word,) if word else (), count=length, is_chars=False)
    return replace(base, names=(word,) if word else (), length=length)


_BEFORE_DESCRIBED = frozenset(
    "of than these those all both each every no between if where in on for to from whose into".split()
)
_SINGULAR = frozenset(
    "number value length index weight cost price height word name text element position".split()
)
_CONSIST = frozenset("consists consist line lines consisting row rows".split())


def _describes(tokens: list[Token], at: int, start: int, names: _Names, counted: Token | None) -> bool:
    """Tell whether the noun only explains something: `the number of vertices`, `the value of an item`."""
    noun = tokens[at].low
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if noun in _SINGULAR and following is not None and following.low in ("of", "on", "in"):
        return True
    before = tokens[start - 1].low if start else ""
    if at and tokens[at - 1].low == "of" and noun in ("length", "size"):
        return True  # `an array p of length n - 1`
    if before in ("most", "least"):
        return True  # `with at most two digits`
    if before not in _BEFORE_DESCRIBED:
        return False
    definite = counted is not None and counted.low == "the"
    if counted is not None and not definite and (counted.low not in ("a", "an") or before == "of"):
        return False
    if names.words and not definite:
        return False
    return before != "of" or start < 2 or tokens[start - 2].low not in _CONSIST


def _quantity(counted: Token | None, group: str) -> tuple[int | None, Expr | None]:
    """Return a fixed number of scalars, or the count of an array."""
    sizes = {"pair": 2, "pairs": 2, "triple": 3, "triples": 3}
    if group in sizes:
        return sizes[group], None
    if counted is None:
        return None, None
    if counted.low in NUMBER_WORDS:
        return NUMBER_WORDS[counted.low], None
    if counted.text.isdigit():
        return int(counted.text), None
    if counted.low in _COUNTLIKE:
        return (None, None) if group or counted.low == "the" else (1, None)
    return None, expression(counted.text)


def _before(tokens: list[Token], at: int) -> tuple[Token | None, str, list[str], int]:
    """Return count token, group noun, adjectives and the start of the phrase that ends in tokens[at]."""
    adjectives: list[str] = []
    group = ""
    start = at
    for step in range(at - 1, max(-1, at - 9), -1):
        token = tokens[step]
        low = token.low
        if low in _GROUP or low in ("pair", "pairs"):
            group = group or low
        elif token.kind is Kind.MATH or low in NUMBER_WORDS or low in ("a", "an", "the"):
            if token.kind is Kind.MATH and step and tokens[step - 1].text == "," and tokens[step - 1].at:
                return None, group, adjectives, start
            if low == "the" and step + 1 < len(tokens) and start == at and not adjectives and not group:
                return token, group, adjectives, step
            return token, group, adjectives, step
        elif (
            low not in _ADJECTIVES
            and low not in NOUNS
            and not low.endswith(("-separated", "-bit"))
            and low not in _COUNTLIKE
        ):
            break
        else:
            adjectives.append(low)
        start = step
    return None, group, adjectives, start


_SKIPPED = frozenset(
    "each space-separated separated by a space single spaces space blanks blank named called denoted the "
    "numbers namely "
    "in one line the form format follows as : -- , \" respectively '".split()
)
_JOINERS = frozenset({"and", "и", "&"})


def read_names(tokens: list[Token], at: int) -> _Names:
    """Return the names listed from tokens[at] on."""
    found = _Names(stop=at)
    step = _past_fillers(tokens, at)
    if step >= len(tokens) or not _is_variable(tokens[step]):
        return found
    while step < len(tokens):
        token = tokens[step]
        if token.kind is Kind.DOTS:
            return _dotted(tokens, step, found)
        if _is_variable(token):
            found.words.append(token.text)
            found.stop = step + 1
            step += 1
            continue
        if token.low in _UP_TO and _spans(tokens, step, found):
            return _dotted(tokens, step, found)
        if _joins(token):
            step = _past_joiners(tokens, step)
            if step < len(tokens) and not (_is_variable(tokens[step]) or tokens[step].kind is Kind.DOTS):
                if not _plain_word(tokens, step, found):
                    break
                found.words.append(tokens[step].text)
                found.stop = step + 1
                step += 1
            continue
        break
    if found.words and re.fullmatch(r"([A-Za-z])1\1[\w]*", found.words[0]):
        found.base, found.dotted = found.words[0][0], True
    return found


_UP_TO = frozenset({"to", "through", "till", "until"})


def _spans(tokens: list[Token], step: int, found: _Names) -> bool:
    """Tell whether the word stands between the ends of a list: `a_1 to a_n`."""
    if step + 1 >= len(tokens) or not _is_variable(tokens[step + 1]) or len(found.words) != 1:
        return False
    low, high = term(found.words[0]), term(tokens[step + 1].text)
    return low.subscript.isdigit() and low.base == high.base and bool(high.subscript)


def _joins(token: Token) -> bool:
    return token.text == "," or token.low in _JOINERS


def _past_joiners(tokens: list[Token], step: int) -> int:
    while step < len(tokens) and _joins(tokens[step]):
        step += 1
    return step


def _past_fillers(tokens: list[Token], at: int) -> int:
    """Return where a list may begin after `each`, `separated by spaces`, a colon."""
    step = at
    while step < min(len(tokens), at + 8):
        if tokens[step].low not in _SKIPPED or tokens[step].kind is Kind.MATH:
            break
        step += 1
    return step


def _plain_word(tokens: list[Token], step: int, found: _Names) -> bool:
    """Tell whether a word at the end of a list is a name such as `len`: nothing follows it."""
    token = tokens[step]
    short = (
        token.kind is Kind.WORD
        and token.text.isalpha()
        and len(token.text) <= 4
        and token.low not in _SKIPPED
    )
    ends = step + 1 == len(tokens) or tokens[step + 1].text in ("--", ".", ",", ";")
    return bool(found.words) and short and ends and token.low not in NOUNS


_VARIABLE = regex(r"[A-Za-zΑ-ω]")
_OPERATION = regex(r"[-+*/^()]")
_SUBSCRIPT = regex(r"\{[^{}]*\}|\[[^\]]*\]")
_RANGES = frozenset({"a-z", "A-Z", "a-f", "A-F"})


def _is_variable(token: Token) -> bool:
    """Tell whether a token is a name; `n - 1` and `f(x)` begin with one."""
    if token.kind is not Kind.MATH or token.text in _RANGES or _VARIABLE.match(token.text) is None:
        return False
    return _OPERATION.search(_SUBSCRIPT.sub("", token.text)) is None or term(token.text).is_indexed


def _dotted(tokens: list[Token], dots: int, found: _Names) -> _Names:
    """Return the dotted list whose first elements are in found.words; tokens[dots] is the dots."""
    first = _first(found.words[0]) if found.words else Term("")
    found.dotted, found.base = True, first.base
    step = _past_joiners(tokens, dots + 1)
    found.stop = step
    if step < len(tokens):
        last = last_subscript(tokens[step].text, first.base)
        if last is not None:
            found.stop = step + 1
            found.count = span_count(
                (first.subscript or "1").split(",")[-1].lstrip("ijk") or "1", last.split(",")[-1]
            )
    return found


def _first(word: str) -> Term:
    """Return the first element of a dotted list taken apart: p_{i,1} is p with subscript i,1."""
    found = term(word)
    mixed = re.match(r"([A-Za-z]+)_\{?[ijk],\d", word)
    return Term(mixed[1], "1") if mixed else found


def dotted_name(tokens: list[Token], at: int) -> str:
    """Return the name of the first dotted list that begins after offset `at`."""
    for order, token in enumerate(tokens):
        if token.kind is Kind.DOTS and token.at > at:
            words = [t.text for t in tokens[max(0, order - 6) : order] if _is_variable(t) and t.at > at]
            return _first(words[-1]).base if words else ""
    return ""


def _joined(found: list[Mention]) -> list[Mention]:
    """Return the mentions, `a string s … of n characters` and `an array of n integers` made one."""
    result: list[Mention] = []
    named: set[str] = set()
    for mention in found:
        before = result[-1] if result else None
        if before is not None and mention.is_chars and before.types is FieldType.STR and not before.is_array:
            if before.length is None and mention.length is not None and before.size == 1:
                result[-1] = replace(before, length=mention.length)
            continue
        if mention.names and named.issuperset(mention.names) and not mention.is_array:
            continue  # what follows only explains: `x, y, w -- an edge of weight w`
        named.update(mention.names)
        if before is not None and not mention.names and mention.size == 1 and _is_vague(mention):
            continue  # what follows only explains: `n integers -- the elements of the array`
        if before is not None and before.count is not None and not before.names and mention.is_list:
            result[-1] = replace(before, names=mention.names)  # `n integers, their heights h_1 … h_n`
            continue
        if before is not None and before.is_list and not before.names and mention.is_array:
            result[-1] = mention
            continue
        result.append(mention)
    return result


def _is_vague(mention: Mention) -> bool:
    return mention.is_list or (mention.is_loose and mention.count is None)


def simple_names(tokens: list[Token]) -> list[str]:
    """Return the distinct variables of a sentence in order, running indices left out."""
    found: dict[str, None] = {}
    for token in tokens:
        plain = re.fullmatch(r"[A-Za-zΑ-ω]\w*(?:_\{[^{}]*\}|\[\w+\])?", token.text)
        if plain and _is_variable(token) and token.text not in ("i", "j"):
            found.setdefault(term(token.text).field, None)
    return list(found)
