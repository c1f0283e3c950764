"""What is denied, said the other way round: `none of which is negative or larger than 9`, `never above 9`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stab.saturate.grammar import Token

_OPPOSITE = {
    "MORE": "ATMOST",
    "EXCEED": "ATMOST",
    "LESS": "ATLEAST",
    "ATMOST": "MORE",
    "ATLEAST": "LESS",
    "NEGATIVE": "SIGN",
    "ZERO": "NONZERO",
}
_SUBJECT = frozenset({"E", "L", "WORD", "LENGTH", "STRINGS", "OR", "OVER"})
_VALUE = frozenset({"N", "E", "NUMERAL", "SCALE", "SIGN", "NONZERO"})
_GOES_ON = frozenset({"N", "E", "NUMERAL", "SCALE", "ABSOLUTE", "OR"})
MAX_SUBJECT = 4  # terminals between `no` and what is denied
_TURNING = frozenset({"MORE", "LESS", "EXCEED"})


def affirmed(tokens: Sequence[Token], zeros: Collection[Token], text: str) -> list[Token]:
    """Return the tokens of a sentence with every denied relation as its opposite, the denials gone.

    `none of them is less than 1 or more than 9` becomes `they are at least 1 and at most 9`. A denial of
    something else becomes a word, which stops a phrase; up to the next comma no relation means then what it
    says: its terminal is DENIED. `zeros` are the tokens that stand for the number 0.
    """
    result: list[Token] = []
    is_denied = False
    doubt: Token | None = None  # a denial of something else
    for at, token in enumerate(tokens):
        if token.type in ("NONE", "NEVER"):
            is_denied = _denies(tokens, at, zeros)
            doubt = None if is_denied else token
            if not is_denied:
                result.append(_as("WORD", token))
            elif _is_pronoun(tokens, at):
                result.append(_as("THESE", token))
            continue
        if is_denied and (token.type == "AND" or _is_behind(result, token)):
            is_denied = False
        if is_denied:
            result.append(_as("NONZERO" if token in zeros and _is_value(result) else _kind(token), token))
            continue
        is_doubtful = doubt is not None and token.type in _TURNING and _same_clause(doubt, token, text)
        result.append(_as("DENIED", token) if is_doubtful else token)
    return result


def _is_value(before: Sequence[Token]) -> bool:
    """Tell whether a number stands for itself, not behind a relation."""
    return not before or before[-1].type not in ("ATMOST", "ATLEAST", "MORE", "LESS")


def _same_clause(first: Token, second: Token, text: str) -> bool:
    return "," not in text[first.end_pos or 0 : second.start_pos or 0]


def _kind(token: Token) -> str:
    return "AND" if token.type == "OR" else _OPPOSITE.get(token.type, token.type)


def _as(kind: str, token: Token) -> Token:
    return token if kind == token.type else Token.new_borrow_pos(kind, token, token)


def _is_behind(before: Sequence[Token], token: Token) -> bool:
    """Tell whether what is denied has ended: a value was told and something else begins."""
    related = [t.type for t in before[-3:]]
    told = bool(related) and related[-1] in _VALUE and bool(set(related) & {*_OPPOSITE, "SIGN", "NONZERO"})
    return told and token.type not in _GOES_ON


def _denies(tokens: Sequence[Token], at: int, zeros: Collection[Token]) -> bool:
    ahead = [t.type for t in tokens[at + 1 : at + 2 + MAX_SUBJECT]]
    if tokens[at].type == "NEVER":
        return ahead[:1] != [] and (ahead[0] in _OPPOSITE or tokens[at + 1] in zeros)
    place = next((i for i, kind in enumerate(ahead) if kind in _OPPOSITE), None)
    return place is not None and set(ahead[:place]) <= _SUBJECT and ahead[:place].count("WORD") < 3


def _is_pronoun(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether the denial stands for what is bounded: `none is`, not `no height is`, `n is neither`."""
    if tokens[at].type == "NEVER" or tokens[at + 1].type not in _OPPOSITE:
        return False
    return not (str(tokens[at]) == "neither" and at > 0 and tokens[at - 1].type in ("E", "L"))
