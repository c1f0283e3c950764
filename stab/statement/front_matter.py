"""Reads what the user says about a problem: front matter and the sidecar stab.yaml, in the same keys."""

from __future__ import annotations

import difflib
import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from stab.errors import InputError
from stab.expression import BadExpression, parse_comparison
from stab.patterns import regex
from stab.records import Overrides, Sample
from stab.statement.samples import clean

KEYS = ("time_limit", "memory_limit", "constraints", "layout", "samples", "title", "id")
LONGEST_BLOCK = 500_000  # characters; YAML is read at half a megabyte a second
_NAMED = 5  # foreign keys that are told
_HINT = "known keys: " + ", ".join(KEYS)
_DECIDING = ("constraints", "layout", "samples")  # nobody but a user of ours writes these
_OF_SITES = frozenset(
    """author authors category categories comments created date description difficulty draft image keywords
    lang language link math name permalink problem_name published rating series slug source subtitle summary
    tag tags toc updated url weight""".split()
)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Overrides, what else was said, and the text that follows."""

    overrides: Overrides
    body: str
    lines: int = 0  # lines taken up before the body
    title: str = ""
    id: str = ""
    samples: tuple[Sample, ...] | None = None


_FENCE = regex(
    r"---[ \t]*\n(?P<block>(?:(?!---[ \t]*$|\.\.\.[ \t]*$)[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)
_LOOKS = regex(r"\s*(?:#[^\n]*\n\s*)*(?:[A-Za-z_][\w -]{0,40}[ \t]*:(?:\s|$)|\{)")
_LISTS = regex(r"(?:[ \t]*\n)*(?:-[ \t]+(?:[A-Za-z_]{1,40}[ \t]*:|[^\n]{0,80}<)|\[)")


def split_front_matter(text: str, file: str | None) -> FrontMatter:
    """Return the front matter of a text and the text without it.

    A block whose keys are all foreign (a data set's own metadata) is dropped; only its title is used.
    Raises InputError (file, line) for YAML that can't be read, unknown keys beside known ones, wrong values.
    """
    match = _FENCE.match(text)
    if match is not None and _LISTS.match(match["block"]):
        _remark(file, "the list between the --- lines is read as text: settings are `key: value` lines")
    if match is None or not _LOOKS.match(match["block"]):
        return FrontMatter(Overrides(), text)
    block, body = match["block"], text[match.end() :]
    lines = text.count("\n", 0, match.end())
    foreign = _foreign_json(block)
    if foreign is not None:
        return FrontMatter(Overrides(), body, lines, title=foreign)
    return _read(block, body, lines, file, first_line=2)


def _remark(file: str | None, text: str) -> None:
    logging.getLogger(__name__).info("%s:2: %s", file or "statement", text)


def read_sidecar(text: str, file: str) -> FrontMatter:
    """Return what stab.yaml says. Raises InputError as split_front_matter does."""
    return _read(text, "", 0, file, first_line=1, strict=True)


def merge(winner: Overrides, loser: Overrides) -> Overrides:
    """Return the overrides of both, the winner's where both speak; the winner's constraints come last."""
    return Overrides(
        constraints=loser.constraints + tuple(c for c in winner.constraints if c not in loser.constraints),
        layout=winner.layout if winner.layout is not None else loser.layout,
        time_limit_s=winner.time_limit_s if winner.time_limit_s is not None else loser.time_limit_s,
        memory_limit_mb=winner.memory_limit_mb
        if winner.memory_limit_mb is not None
        else loser.memory_limit_mb,
    )


def _is_foreign(values: Mapping[str, object]) -> bool:
    """Return whether the keys are a data set's or a site generator's, ours by chance (`layout: post`)."""
    ours = [key for key in values if key in KEYS[:5] or _near(key)]
    if "layout" in ours and re.fullmatch(r"[\w./-]*", str(values["layout"])) and len(values) > 1:
        ours.remove("layout")
    others = sum(1 for key in values if key not in KEYS and not _near(key))
    return not ours or (others > 2 * len(ours) and not set(ours) & set(_DECIDING))


def _foreign_title(values: Mapping[str, object]) -> str:
    return next((v for k in ("title", "problem_name", "name") if isinstance(v := values.get(k), str)), "")


def _foreign_json(block: str) -> str | None:
    """Return the title in a block of JSON without keys of ours; None when it is not that."""
    if not block.lstrip().startswith("{"):
        return None
    try:
        data = json.loads(block)
    except ValueError:
        return None
    return _foreign_title(data) if isinstance(data, dict) and _is_foreign(data) else None


def _read(
    block: str, body: str, lines: int, file: str | None, first_line: int, strict: bool = False
) -> FrontMatter:
    entries = _entries(block, file, first_line)
    if not strict and _is_foreign({key: value for key, (value, _) in entries.items()}):
        if entries:
            _remark(file, f"front matter of others is left out ({_named(entries)}); {_HINT}")
        return FrontMatter(
            Overrides(),
            body,
            lines,
            title=_foreign_title({key: value for key, (value, _) in entries.items()}),
        )
    beside = [key for key in entries if key.lower() in _OF_SITES]
    if beside and not strict:
        _remark(file, f"beside stab's keys left out: {_named(beside)}")
        entries = {key: entry for key, entry in entries.items() if key not in beside}
    for key, (_, line) in entries.items():
        if key not in KEYS:
            near = _near(key)
            hint = f"did you mean '{near}'? {_HINT}" if near else _HINT
            raise InputError(f"unknown key '{key}'", file=file, line=line, hint=hint)
    reader = _Values(entries, file)
    overrides = Overrides(
        constraints=reader.constraints(),
        layout=reader.text("layout") or None,
        time_limit_s=reader.number("time_limit"),
        memory_limit_mb=reader.whole("memory_limit"),
    )
    return FrontMatter(overrides, body, lines, reader.text("title"), reader.text("id"), reader.samples())


def _named(keys: Collection[str]) -> str:
    more = ", ..." if len(keys) > _NAMED else ""
    return ", ".join(key[:40] for key in list(keys)[:_NAMED]) + more


def _near(key: str) -> str | None:
    close = difflib.get_close_matches(key.lower().replace("-", "_"), KEYS[:5], n=1, cutoff=0.8)
    return close[0] if close and close[0] != key else None


def _entries(block: str, file: str | None, first_line: int) -> dict[str, tuple[object, int]]:
    """Return key -> (value, line in the file). Raises InputError when this is no YAML mapping."""
    import yaml

    if len(block) > LONGEST_BLOCK:
        raise InputError(
            f"more than {LONGEST_BLOCK:,} characters between the --- lines",
            file=file,
            line=first_line,
            hint="move what is no setting below them",
        )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(block)
    try:
        node = loader.get_single_node()
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise InputError(
                "expected `key: value` lines", file=file, line=node.start_mark.line + first_line, hint=_HINT
            )
        found: dict[str, tuple[object, int]] = {}
        for key, value in node.value:
            name = str(loader.construct_object(key, deep=True))
            line = key.start_mark.line + first_line
            if name in found:
                raise InputError(
                    f"the key '{name}' occurs twice", file=file, line=line, hint="keep one of them"
                )
            found[name] = (loader.construct_object(value, deep=True), line)
        return found
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _no_yaml(error, file, first_line) from error
    finally:
        loader.dispose()


def _no_yaml(error: Exception, file: str | None, first_line: int) -> InputError:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or "not valid YAML"
    return InputError(
        f"this is no valid YAML: {reason}",
        file=file,
        line=(mark.line if mark else 0) + first_line,
        hint='quote values with special signs: "1 <= n"',
    )


class _Values:
    """Takes typed values out of the entries. Every method raises InputError with file and line."""

    def __init__(self, entries: Mapping[str, tuple[object, int]], file: str | None) -> None:
        self._entries = entries
        self._file = file

    def _fail(self, key: str, wanted: str) -> InputError:
        value, line = self._entries[key]
        return InputError(
            f"{key}: {value!r} is not {wanted}", file=self._file, line=line, hint=_EXAMPLES.get(key)
        )

    def text(self, key: str) -> str:
        value = self._entries.get(key, ("", 0))[0]
        if value is None:
            return ""
        if isinstance(value, (dict, list)):
            raise self._fail(key, "a text")
        return str(value)

    def number(self, key: str) -> float | None:
        value = self._entries.get(key, (None, 0))[0]
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
            raise self._fail(key, "a positive number")
        return float(value)

    def whole(self, key: str) -> int | None:
        value = self.number(key)
        if value is None:
            return None
        if value != int(value):
            raise self._fail(key, "a whole number of MiB")
        return int(value)

    def constraints(self) -> tuple[str, ...]:
        value = self._entries.get("constraints", (None, 0))[0]
        if value is None:
            return ()
        items = value.split("\n") if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self._fail("constraints", "a list of comparisons")
        kept = tuple(item.strip().translate(_SIGNS).replace("^", "**") for item in items if item.strip())
        for item in kept:
            try:
                parse_comparison(item)
            except BadExpression as error:
                line = self._entries["constraints"][1]
                raise InputError(
                    f"constraints: '{item}' can't be read: {error}",
                    file=self._file,
                    line=line,
                    hint=_EXAMPLES["constraints"],
                ) from error
        return kept

    def samples(self) -> tuple[Sample, ...] | None:
        value = self._entries.get("samples", (None, 0))[0]
        if value is None:
            return None
        if not isinstance(value, list):
            raise self._fail("samples", "a list")
        found = []
        for number, item in enumerate(value, 1):
            item = {"input": item} if isinstance(item, (str, int)) else item
            if not isinstance(item, dict) or "input" not in item or set(item) - {"input", "output", "name"}:
                raise self._fail("samples", "a list of {input, output}")
            output = None if item.get("output") is None else clean(str(item["output"]))
            found.append(Sample(str(item.get("name", number)), clean(str(item["input"])), output))
        return tuple(found)


_SIGNS = {ord("≤"): "<=", ord("≥"): ">=", ord("·"): "*", ord("×"): "*", ord("−"): "-"}
_EXAMPLES = {
    "constraints": "one comparison an item: constraints: ['1 <= n <= 200000', 'sum(n) <= 200000']",
    "samples": "write: samples: [{input: '1 2', output: '3'}]",
    "time_limit": "time_limit is in seconds",
    "memory_limit": "memory_limit is in MiB",
    "layout": "write `layout: |` and one line of notation a line of input",
}
