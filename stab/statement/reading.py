"""Turns the text of a statement into a Problem."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

from stab.errors import InputError
from stab.patterns import regex
from stab.records import Markup, Overrides, Problem, ProblemForm, Sample, SectionKind
from stab.statement.form import problem_form
from stab.statement.front_matter import FrontMatter, merge, split_front_matter
from stab.statement.limits import memory_limit, time_limit
from stab.statement.olymp import OlympHead, olymp_head
from stab.statement.samples import samples_from
from stab.statement.sections import Outline, outline
from stab.statement.title import find_title, markup_of

NO_OVERRIDES = Overrides()


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known about a problem besides its text; the text's own samples and limits come first."""

    title: str = ""
    samples: tuple[Sample, ...] = ()
    time_limit_s: float | None = None
    memory_limit_mb: int | None = None
    sidecar: FrontMatter | None = None


def problem_from_text(
    text: str,
    *,
    id: str,
    title: str = "",
    markup: Markup | None = None,
    overrides: Overrides = NO_OVERRIDES,
    path: Path | None = None,
    samples: tuple[Sample, ...] | None = None,
) -> Problem:
    """Return the problem that a statement describes; given samples replace those of the text.

    Raises InputError for an empty text and for front matter that can't be read (file and line named).
    """
    problem = read_text(text, Beside(title=title), id=id, markup=markup, overrides=overrides, path=path)
    if samples is None:
        return problem
    return replace(problem, samples=samples)


def read_text(
    text: str,
    beside: Beside,
    *,
    id: str,
    markup: Markup | None = None,
    overrides: Overrides = NO_OVERRIDES,
    path: Path | None = None,
) -> Problem:
    """Return the problem of a text and of what is known besides it. Raises as problem_from_text."""
    file = None if path is None else str(path)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front = split_front_matter(text, file)
    body = _composed(front.body)
    if not body.strip():
        raise InputError("the statement is empty", file=file, hint="put the problem's text into it")
    said = _said(front, beside.sidecar, overrides)
    markup = markup or markup_of(body, path.suffix if path is not None else "")
    begin, end = region(body)
    parts = outline(body, begin, end)
    head = olymp_head(body)
    samples = _given_samples(front, beside.sidecar)
    if samples is None:
        samples = samples_from(body, parts.pieces) or beside.samples
    headed = (head.title if head else "") or _title(body, markup, parts)
    return Problem(
        id=front.id or id,
        title=front.title or beside.title or headed or id,
        text=body,
        markup=markup,
        sections=parts.sections,
        samples=samples,
        time_limit_s=said.time_limit_s or beside.time_limit_s or _time_limit(body, begin, end, head),
        memory_limit_mb=said.memory_limit_mb
        or beside.memory_limit_mb
        or _memory_limit(body, begin, end, head),
        form=_form(body[begin:end], parts, samples, head),
        overrides=said,
        path=path,
        line_offset=front.lines,
    )


def _said(front: FrontMatter, sidecar: FrontMatter | None, overrides: Overrides) -> Overrides:
    """Return the caller's overrides over those of the front matter over those of the sidecar."""
    said = front.overrides if sidecar is None else merge(front.overrides, sidecar.overrides)
    return merge(overrides, said)


def _given_samples(front: FrontMatter, sidecar: FrontMatter | None) -> tuple[Sample, ...] | None:
    if front.samples is not None:
        return front.samples
    return sidecar.samples if sidecar is not None else None


def _title(body: str, markup: Markup, parts: Outline) -> str:
    first = next((s.start for s in parts.sections if s.kind is not SectionKind.STORY), len(body))
    opening = parts.sections[0].text if parts.sections and not parts.sections[0].title else ""
    return find_title(body, markup, first, opening)


def _time_limit(body: str, begin: int, end: int, head: OlympHead | None) -> float | None:
    """Return the limit of olymp.sty's head, of the statement, or of the page around it."""
    if head is not None and head.time_limit_s is not None:
        return head.time_limit_s
    return time_limit(body[begin:end]) or (time_limit(body) if begin else None)


def _memory_limit(body: str, begin: int, end: int, head: OlympHead | None) -> int | None:
    if head is not None and head.memory_limit_mb is not None:
        return head.memory_limit_mb
    return memory_limit(body[begin:end]) or (memory_limit(body) if begin else None)


def _form(body: str, parts: Outline, samples: tuple[Sample, ...], head: OlympHead | None) -> ProblemForm:
    form = problem_form(body, parts.sections, samples)
    if form is ProblemForm.STREAM and head is not None and head.reads_file:
        return ProblemForm.FILES
    return form


# --- regions -------------------------------------------------------------------------------------

_CODEFORCES = regex(r"<div class=\"?problem-statement\"?[^<>]{0,100}>")
_ENGLISH = regex(r"<span class=\"?lang-en\"?[^<>]{0,100}>")
_AFTER = regex(
    r"<(?:footer|script)\b|</(?:body|article|main)\s?>|<div class=\"?(?:second-level-menu|roundbox|comments)",
    re.IGNORECASE,
)


def region(text: str) -> tuple[int, int]:
    """Return the stretch of a web page that holds the statement, in English where it offers that."""
    if "<" not in text:
        return 0, len(text)
    begin = next((m.start() for p in (_ENGLISH, _CODEFORCES) if (m := p.search(text))), None)
    if begin is None:
        return 0, len(text)
    after = _AFTER.search(text, begin)
    return begin, after.start() if after else len(text)


# --- statements given as JSON fields -------------------------------------------------------------

_FIELDS = (
    (("description", "statement", "legend"), ""),
    (("input_spec", "input_specification", "input_format", "input_description"), "Input"),
    (("constraints",), "Constraints"),
    (("output_spec", "output_specification", "output_format", "output_description"), "Output"),
    (("notes", "note", "explanation"), "Note"),
)


def _composed(text: str) -> str:
    """Return a statement given as a JSON object of fields as Markdown; any other text as it is."""
    if not text.lstrip().startswith("{") or '"' not in text:
        return text
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(data, dict) or not any(isinstance(data.get(name), str) for name in _FIELDS[1][0]):
        return text
    parts = [f"# {data[k]}" for k in ("name", "title") if isinstance(data.get(k), str)][:1]
    parts += [
        f"{k.replace('_', ' ')}: {data[k]}"
        for k in ("time_limit", "memory_limit")
        if isinstance(data.get(k), str)
    ]
    for names, title in _FIELDS:
        value = next((data[n] for n in names if isinstance(data.get(n), str) and data[n].strip()), None)
        if value is not None:
            parts.append(f"## {title}\n\n{value.strip()}" if title else value.strip())
    parts += _composed_samples(data)
    return "\n\n".join(parts) + "\n"


def _composed_samples(data: dict[str, object]) -> list[str]:
    inputs, outputs = data.get("sample_inputs"), data.get("sample_outputs")
    if not isinstance(inputs, list) or not isinstance(outputs, list):
        return []
    parts = ["## Examples"]
    for number, (given, wanted) in enumerate(zip(inputs, outputs, strict=False), 1):
        parts.append(
            f"```input{number}\n{str(given).rstrip()}\n```\n\n```output{number}\n{str(wanted).rstrip()}\n```"
        )
    return parts
