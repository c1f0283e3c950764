"""Where the tokens and lines of an input are: numpy tables, so that 10^6 integers take milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stab.digits import to_int

Indices = NDArray[np.int64]
Select = slice | Indices
Tables = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
PLAIN, LOOSE, WORD = 0, 1, 2  # an integer as it must be written; +5, 007, -0; anything else
SHORT = 18  # so many digits fit into 64 bits
MAX_DIGITS = 1_000_000
_CHUNK = 1 << 20
_READ_BY_NUMPY = b"\t\n\v\f\r -0123456789"
_NEWLINE, _BLANK, _MINUS, _PLUS, _ZERO, _NINE = 10, 32, 45, 43, 48, 57


class TokenTable:
    """The tokens (runs of bytes above 32) and lines of `data`; offsets and lengths are in bytes.

    Token k is data[starts[k] : starts[k] + lengths[k]]; line l (0-based) holds the tokens
    first[l] to first[l + 1] and begins at offset line_starts[l]. Memory: about 5 times the data.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.bytes = np.frombuffer(data, np.uint8)
        width: Any = np.int32 if len(data) < 2**31 - 1 else np.int64
        self.ends_in_newline = data.endswith(b"\n")
        tables = _even_tables(self.bytes, width) if self.ends_in_newline else None
        self.is_even = tables is not None
        self.starts, lengths, self.line_starts, self.first = tables or _tables(self.bytes, width)
        self.lines = len(self.line_starts)
        self.longest = int(lengths.max(initial=0))
        self.lengths: NDArray[Any] = lengths.astype(np.uint8) if self.longest < 256 else lengths
        self._kinds: NDArray[np.uint8] | None = None
        self._utf8: bool | None = None
        self._all: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.starts)

    def text(self, token: int) -> str:
        """Return the token; bytes that are no UTF-8 become U+FFFD."""
        start = int(self.starts[token])
        return self.data[start : start + int(self.lengths[token])].decode("utf-8", "replace")

    def texts(self, select: Select) -> list[str]:
        """Return the tokens of a selection."""
        starts = self.starts[select].tolist()
        lengths = self.lengths[select].tolist()
        data = self.data
        return [data[s : s + n].decode("utf-8", "replace") for s, n in zip(starts, lengths, strict=True)]

    def line_text(self, line: int) -> str:
        """Return the whole line without its end."""
        return self.span(int(self.line_starts[line]), line)

    def span(self, start: int, line: int) -> str:
        """Return the text from offset `start` to the end of `line`."""
        return self.data[start : self.line_end(line)].decode("utf-8", "replace")

    def line_end(self, line: int) -> int:
        """Return the offset of the line's end (of its CR or LF, or of the data)."""
        end = int(self.line_starts[line + 1]) - 1 if line + 1 < self.lines else len(self.data)
        if line + 1 == self.lines and self.ends_in_newline:
            end -= 1
        return end - (self.data[end - 1 : end] == b"\r" and end > int(self.line_starts[line]))

    def place(self, token: int) -> tuple[int, int]:
        """Return line and column of a token, both 1-based; the column counts characters."""
        line = int(np.searchsorted(self.first, token, "right")) - 1
        return line + 1, self.column(line, int(self.starts[token]))

    def end(self) -> tuple[int, int]:
        """Return line and column of what would follow the last line's text, both 1-based."""
        last = max(self.lines - 1, 0)
        return last + 1, len(self.line_text(last)) + 1 if self.lines else 1

    def column(self, line: int, offset: int) -> int:
        """Return the 1-based column of a byte offset in a 0-based line."""
        return len(self.data[int(self.line_starts[line]) : offset].decode("utf-8", "replace")) + 1

    @property
    def is_ascii(self) -> bool:
        """Whether a byte is a character."""
        return self.data.isascii()

    @property
    def is_utf8(self) -> bool:
        """Whether all bytes can be decoded."""
        if self._utf8 is None:
            try:
                self._utf8 = self.data.isascii() or bool(self.data.decode("utf-8") or True)
            except UnicodeDecodeError:
                self._utf8 = False
        return self._utf8

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """PLAIN, LOOSE or WORD for every token."""
        if self._kinds is None:
            self._kinds = self._classify()
        return self._kinds

    def _classify(self) -> NDArray[np.uint8]:
        kinds = np.zeros(len(self), np.uint8)
        if not len(self):
            return kinds
        minus = (self.bytes[self.starts] == _MINUS) & (self.lengths > 1)
        if _others(self.bytes) == np.count_nonzero(minus):
            self._mark_zeros(kinds, minus)
            return kinds
        signed = np.zeros(len(self), bool)
        for low in range(0, len(self.data), _CHUNK):
            part = self.bytes[low : low + _CHUNK]
            at = np.flatnonzero((part > _BLANK) & ((part < _ZERO) | (part > _NINE))) + low
            token = np.searchsorted(self.starts, at.astype(self.starts.dtype), "right") - 1
            what = self.bytes[at]
            is_sign = (
                (at == self.starts[token]) & ((what == _MINUS) | (what == _PLUS)) & (self.lengths[token] > 1)
            )
            kinds[token[~is_sign]] = WORD
            signed[token[is_sign]] = True
            plus = token[is_sign & (what == _PLUS)]
            kinds[plus] = np.maximum(kinds[plus], LOOSE)
        self._mark_zeros(kinds, signed)
        return kinds

    def _mark_zeros(self, kinds: NDArray[np.uint8], signed: NDArray[np.bool_]) -> None:
        """Raise tokens like 007, -0 and -05 to LOOSE."""
        for low in range(0, len(self), _CHUNK):
            some = slice(low, low + _CHUNK)
            sign = signed[some]
            zero = (self.bytes[self.starts[some] + sign] == _ZERO) & (sign | (self.lengths[some] > 1))
            kinds[some] = np.maximum(kinds[some], zero.astype(np.uint8))

    def ints(self, select: Select) -> NDArray[np.int64] | NDArray[np.object_]:
        """Return the integers of a selection of tokens (none of them WORD): int64, or Python ints where
        one of them needs more than 64 bits."""
        if self.longest <= SHORT and not self.kinds.any():
            if self._all is None:
                self._all = self._everything()
            return self._all[select]
        kinds, lengths = self.kinds[select], self.lengths[select]
        if not len(kinds):
            return np.empty(0, np.int64)
        if kinds.any() or int(lengths.max()) > SHORT:
            exact = [integer(text) for text in self.texts(select)]
            return integers(exact)
        return self._digits(self.starts[select], lengths)

    def _everything(self) -> NDArray[np.int64]:
        """Return all tokens as integers; what stands between them may be any control character."""
        if self.is_even or not self.data.translate(None, _READ_BY_NUMPY):
            return np.fromstring(self.data, np.int64, len(self), sep=" ")
        return self._digits(self.starts, self.lengths)

    def _digits(self, starts: NDArray[Any], lengths: NDArray[Any]) -> NDArray[np.int64]:
        found = np.zeros(len(starts), np.int64)
        for low in range(0, len(starts), _CHUNK):
            part = slice(low, low + _CHUNK)
            begin, length, value = starts[part], lengths[part], found[part]
            negative = self.bytes[begin] == _MINUS
            for digit in range(int(length.max())):
                active = (digit < length) & ~((digit == 0) & negative)
                at = begin[active] + digit
                value[active] = value[active] * 10 + (self.bytes[at] - np.uint8(_ZERO))
            np.negative(value, out=value, where=negative)
        return found

    def whitespace_faults(self) -> Iterator[tuple[int, str]]:
        """Yield (offset, what is wrong) for each stray blank, tab, CR or control character, in order."""
        if self.is_even:
            return
        for low in range(0, max(len(self.data), 1), _CHUNK):
            high = min(low + _CHUNK, len(self.data))
            part = self.bytes[low:high]
            before = self.bytes[max(low - 1, 0) : high]
            before = before[:-1] if low else np.concatenate((np.array([_NEWLINE], np.uint8), before[:-1]))
            after = self.bytes[low + 1 : high + 1]
            if len(after) < len(part):
                after = np.append(after, np.uint8(_NEWLINE))
            blank = part == _BLANK
            stray = blank & ((before <= _BLANK) | (after == _NEWLINE))
            control = (part < _BLANK) & (part != _NEWLINE)
            for at in np.flatnonzero(stray | control):
                yield low + int(at), _whitespace(int(part[at]), int(before[at]), int(after[at]))


def _others(data: NDArray[np.uint8]) -> int:
    """Return how many bytes are neither digits nor white space."""
    found = 0
    for low in range(0, len(data), _CHUNK):
        part = data[low : low + _CHUNK]
        found += int(np.count_nonzero(part > _BLANK)) - int(np.count_nonzero(part - np.uint8(_ZERO) <= 9))
    return found


def _even_tables(data: NDArray[np.uint8], width: Any) -> Tables | None:
    """Return what `_tables` does for data in which exactly one blank or newline follows each token, as is
    usual; None for other data. A fifth of the time of `_tables`."""
    ends = np.flatnonzero(data <= _BLANK).astype(width)
    separators = data[ends]
    is_newline = separators == _NEWLINE
    if int(np.count_nonzero(is_newline)) + int(np.count_nonzero(separators == _BLANK)) < len(ends):
        return None
    starts = np.empty_like(ends)
    starts[:1] = 0
    np.add(ends[:-1], 1, out=starts[1:])
    lengths = ends - starts
    if int(lengths.min(initial=1)) < 1:
        return None
    first = np.concatenate((np.zeros(1, width), (np.flatnonzero(is_newline) + 1).astype(width)))
    return starts, lengths, starts[first[:-1]], first


def _tables(data: NDArray[np.uint8], width: Any) -> Tables:
    """Return starts and lengths of the tokens, starts of the lines, and the first token of each line."""
    borders = _borders(data, width)
    starts, lengths = borders[::2].copy(), borders[1::2] - borders[::2]
    newlines: NDArray[Any] = np.flatnonzero(data == _NEWLINE).astype(width)
    begins = np.concatenate((np.zeros(1, width), newlines + width(1)))
    ends_in_newline = len(data) and data[-1] == _NEWLINE
    line_starts = begins[:-1] if ends_in_newline or not len(data) else begins
    first = np.append(np.searchsorted(starts, line_starts), len(starts)).astype(width)
    return starts, lengths, line_starts, first


def _borders(data: NDArray[np.uint8], width: Any) -> NDArray[Any]:
    """Return the offsets at which tokens begin and end, alternately."""
    inside = data > _BLANK
    changes = inside[1:] != inside[:-1]
    first, last = (bool(inside[0]), bool(inside[-1])) if len(data) else (False, False)
    found = np.empty(int(np.count_nonzero(changes)) + first + last, width)
    if first:
        found[0] = 0
    at = int(first)
    for low in range(0, len(changes), _CHUNK):
        some = np.flatnonzero(changes[low : low + _CHUNK])
        found[at : at + len(some)] = some + (low + 1)
        at += len(some)
    if last:
        found[-1] = len(data)
    return found


def _whitespace(byte: int, before: int, after: int) -> str:
    if byte == 13:
        return "a carriage return"
    if byte == 9:
        return "a tab"
    if byte != _BLANK:
        return f"the control character {byte}"
    if before == _NEWLINE:
        return "a blank at the start of the line"
    return "a blank at the end of the line" if after == _NEWLINE else "a second blank"


def integer(text: str) -> int:
    """Return the integer of any size that `text` spells; ValueError beyond a million digits."""
    if len(text) > MAX_DIGITS:
        raise ValueError(f"an integer of more than {MAX_DIGITS} digits")
    return to_int(text)


def integers(values: list[int]) -> NDArray[np.int64] | NDArray[np.object_]:
    """Return int64 where all values fit, else an array of Python ints."""
    if all(-(2**63) <= value < 2**63 for value in values):
        return np.array(values, np.int64)
    found = np.empty(len(values), object)
    found[:] = values
    return found
