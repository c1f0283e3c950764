"""How each markup writes signs, braces and line ends: the scanner's handlers, one a leading character."""

from __future__ import annotations

from stab.patterns import regex
from stab.saturate.symbols import COMMANDS, ENTITIES, FONTS, FOREIGN, NEGATED, SIGNS, TAGS
from stab.saturate.tokens import BULLET, Lexeme, Mode, Scanner

_COMMAND = regex(r"\\([a-zA-Z]+)\*?")
_TAG = regex(r"</?([a-zA-Z][a-zA-Z0-9]{0,9})(?:\s[^<>]{0,400})?/?>")
_ENTITY = regex(r"&(?:amp;)?(#?\w{1,10});")
_LINE_END = regex(r"\n(?:[ \t]*\n)*[ \t]*")
_NEW_BLOCK = regex(r"(?:[-*+•]|>|\||#|\d+[.)]|\\item|\\section|={3}|-{3})(?=\s|$|#|\\|\{|\*)|#")
_ARGUMENT = regex(r"\s*\{[^{}\n]{0,200}\}")
_PLAIN_SUB = regex(r"[A-Za-z0-9]+")
_STOP = regex(r"[.!?:](?=\s|$|[*_$<\"”)]|\\)|[.。；！？：](?![0-9])")
_DOTS = regex(r"\.{2,}|…|\. \. \.|⋯")
_COMPARE_SIGNS = r"<=|=<(?=\s)|>=|==|!=|=\\?/=|=\u0338|<>|<|>|=(?!>)"
_COMPARE = regex(_COMPARE_SIGNS)
_RELATION = regex(rf"\s{{0,9}}(?:({_COMPARE_SIGNS}|[≤≥∈])|\\([a-zA-Z]+))")
_ARROW = regex(r"=>|-->|->|<-+|<->|<<|>>")
_SKIP_ARGUMENT = frozenset(
    {"color", "textcolor", "begin", "end", "includegraphics", "label", "ref", "url", "href"}
)
_OPEN_TEXT = frozenset({"text", "textrm", "mbox", "hbox", "textit", "textbf", "emph", "textsf"})


def _line_end(s: Scanner) -> bool:
    match = _LINE_END.match(s.text, s.at)
    assert match is not None
    blank = match[0].count("\n") > 1
    if s.math and s.text.count("$", max(0, s.at - 400), s.at) == 0 and blank:
        s.math = False
    if blank or _NEW_BLOCK.match(s.text, match.end()):
        if blank:
            s.math, s.code, s.emphasis, s.braces = False, False, False, []
        bullet = BULLET.match(s.text, match.end())
        s.emit("BREAK", "\n", bullet.end() if bullet else match.end())
    else:
        s.emit("SOFT", "\n", match.end())
    return True


def _dollar(s: Scanner) -> bool:
    end = s.at
    while end < len(s.text) and s.text[end] == "$":
        end += 1
    if s.math:
        _close_groups(s)
    s.emit("SOFT", "$", end)
    s.math = not s.math
    s.braces = []
    return True


def _close_groups(s: Scanner) -> None:
    """Close what is open where mathematics ends: a brace was forgotten."""
    for kind in reversed(s.braces):
        closing = {"SUB": "SUBC", "GROUP": "RBRACE"}.get(kind)
        if closing is not None:
            s.emit(closing, "", s.at)


def _backtick(s: Scanner) -> bool:
    end = s.at
    while end < len(s.text) and s.text[end] == "`":
        end += 1
    s.emit("SOFT", "`", end)
    s.code = not s.code
    return True


def _backslash(s: Scanner) -> bool:
    match = _COMMAND.match(s.text, s.at)
    if match is None:
        return _escape(s)
    name = match[1]
    if name in FONTS:
        end = match.end()
        brace = regex(r"\s*\{").match(s.text, end)
        if brace:
            s.braces.append("TEXT" if name in _OPEN_TEXT else "FONT")
            end = brace.end()
        s.skip(end, space=False)
    elif name in _SKIP_ARGUMENT:
        argument = _ARGUMENT.match(s.text, match.end())
        end = argument.end() if argument else match.end()
        if name in ("begin", "end"):
            s.emit("BREAK", match[0], end)
        else:
            s.skip(end)
    elif name == "not" and _negation(s, match.end()):
        pass
    else:
        kind, text = COMMANDS.get(name, ("OTHER" if s.math or name in FOREIGN else "SPACE", name))
        if kind == "SPACE":
            s.skip(match.end())
        else:
            s.emit(kind, text, match.end())
    return True


def _negation(s: Scanner, behind: int) -> bool:
    """Emit what `\\not` makes of the relation at `behind`, and return whether there is one."""
    match = _RELATION.match(s.text, behind)
    if match is None:
        return False
    kind = COMMANDS.get(match[2], ("STRANGE", match[2]))[0] if match[2] else SIGNS[match[1]]
    s.emit(*NEGATED.get(kind, ("STRANGE", match[0])), match.end())
    return True


def _escape(s: Scanner) -> bool:
    nxt = s.text[s.at + 1 : s.at + 2]
    if nxt in ("(", "[", ")", "]") and nxt:
        s.emit("SOFT", "$", s.at + 2)
        s.math = nxt in "(["
    elif nxt == "\\":
        s.emit("BREAK", "\\\\", s.at + 2)
    elif nxt == "|":
        s.emit("BAR", "|", s.at + 2)
    elif nxt in ("{", "}") and nxt:
        s.emit("SETO" if nxt == "{" else "SETC", nxt, s.at + 2)
    elif nxt and nxt in ",;!: ":
        s.skip(s.at + 2)
    else:
        s.skip(s.at + 1, space=False)  # an escaped sign: what follows is read as itself
    return True


def _less(s: Scanner) -> bool:
    match = _TAG.match(s.text, s.at)
    if s.text.startswith("<image>", s.at):
        s.emit("IMAGE", "<image>", s.at + 7)
        return True
    if match and match[1].lower() in TAGS:
        tag, closing = match[1].lower(), s.text[s.at + 1] == "/"
        action = TAGS[tag]
        if action == "SUP":
            if not closing:
                s.tokens.append(Lexeme("CARET", "^", s.at, match.end(), s.mode(), False))
            s.emit("RBRACE" if closing else "LBRACE", match[0], match.end())
        elif action == "SUB":
            s.emit("SUBC" if closing else "SUBO", match[0], match.end())
        elif action == "BREAK":
            s.emit("BREAK", match[0], match.end())
        elif action == "CODE":
            s.emit("SOFT", "`", match.end())
            s.code = not closing
        elif action == "BOLD":
            s.emit("MARK", match[0], match.end())
        else:
            s.skip(match.end(), space=False)
        return True
    return _relation(s)


def _relation(s: Scanner) -> bool:
    arrow = _ARROW.match(s.text, s.at)
    if arrow and not (arrow[0] == "<-" and s.text[s.at + 2 : s.at + 3].isdigit()):
        s.emit("OTHER", arrow[0], arrow.end())
        return True
    match = _COMPARE.match(s.text, s.at)
    if match is None:
        return False
    s.emit(SIGNS[match[0]], match[0], match.end())
    return True


def _entity(s: Scanner) -> bool:
    match = _ENTITY.match(s.text, s.at)
    if match is None:
        s.emit("BREAK", "&", s.at + 1)
        return True
    kind, text = ENTITIES.get(match[1], ("OTHER", match[0]))
    if kind == "SPACE":
        s.skip(match.end())
    else:
        s.emit(kind, text, match.end())
        if kind == "LT" and s.text[s.at : s.at + 1] == "=":
            last = s.tokens.pop()
            s.tokens.append(Lexeme("LE", "<=", last.start, s.at + 1, last.mode, last.spaced))
            s.at += 1
        elif kind == "GT" and s.text[s.at : s.at + 1] == "=":
            last = s.tokens.pop()
            s.tokens.append(Lexeme("GE", ">=", last.start, s.at + 1, last.mode, last.spaced))
            s.at += 1
    return True


def _underscore(s: Scanner) -> bool:
    following = s.text[s.at + 1 : s.at + 2]
    if s.math and following == " ":
        s.at += 1  # `a _ i`: the blank after the sign is skipped, what follows is the subscript
        following = s.text[s.at + 1 : s.at + 2]
    previous = s.tokens[-1] if s.tokens else None
    attached = (
        previous is not None and not s.spaced and previous.kind in ("WORD", "SUBC", "RPAR", "SUM", "MARK")
    )
    attached = attached or s.math
    if not attached:
        s.skip(s.at + 1, space=False)
    elif following == "{":
        s.braces.append("SUB")
        s.emit("SUBO", "_", s.at + 2)
    elif s.math and following and following in " \\":
        s.emit("OTHER", "_", s.at + 1)
    else:
        match = _PLAIN_SUB.match(s.text, s.at + 1)
        if match is None:
            s.skip(s.at + 1, space=False)
            return True
        inner = match[0][:1] if s.math and not match[0].isdigit() else match[0]
        s.group("SUBO", inner, s.at + 1 + len(inner))
    return True


def _open_brace(s: Scanner) -> bool:
    power = bool(s.tokens) and s.tokens[-1].kind == "CARET"
    if s.math and not power and s.text.startswith("{}", s.at):  # ends the name of the command before it
        s.skip(s.at + 2)
        return True
    if s.mode() is Mode.TEXT and not s.math and not power:
        s.braces.append("SET")
        s.emit("SETO", "{", s.at + 1)
    else:
        s.braces.append("GROUP")
        s.emit("LBRACE", "{", s.at + 1)
    return True


def _close_brace(s: Scanner) -> bool:
    kind = s.braces.pop() if s.braces else "SET"
    if kind in ("FONT", "TEXT"):
        s.skip(s.at + 1, space=False)
    else:
        s.emit({"SUB": "SUBC", "GROUP": "RBRACE"}.get(kind, "SETC"), "}", s.at + 1)
    return True


def _period(s: Scanner) -> bool:
    dots = _DOTS.match(s.text, s.at)
    if dots:
        s.emit("DOTS", "...", dots.end())
        return True
    attribute = regex(r"\.(length|size|len|count|val)\b(?:\(\))?").match(s.text, s.at)
    if attribute and s.tokens and s.tokens[-1].kind in ("WORD", "RIDX", "RBR", "SUBC") and not s.spaced:
        s.emit("ATTR", attribute[1], attribute.end())
        return True
    stop = _STOP.match(s.text, s.at)
    s.emit("STOP" if stop else "OTHER", s.text[s.at], s.at + 1)
    return True


def _star(s: Scanner) -> bool:
    if s.text.startswith("**", s.at):
        between = bool(s.tokens) and s.tokens[-1].kind == "NUM" and s.text[s.at + 2 : s.at + 3].isdigit()
        if between or s.code:
            s.emit("CARET", "**", s.at + 2)
        else:
            s.emit("MARK", "**", s.at + 2)
        return True
    after = s.text[s.at + 1 : s.at + 2]
    if s.math or s.code:
        return False
    opens = s.spaced or s.text[s.at - 1 : s.at] in ("(", "[", "")
    if (opens and after != "" and not after.isspace()) or (
        s.emphasis and not s.spaced and not after.isalnum()
    ):
        s.emphasis = opens
        s.emit("MARK", "*", s.at + 1)
        return True
    return False


def _stop(s: Scanner) -> bool:
    stop = _STOP.match(s.text, s.at)
    s.emit("STOP" if stop else "OTHER", s.text[s.at], s.at + 1)
    return True


def _parameter(s: Scanner) -> bool:
    end = s.text.find("}", s.at, s.at + 80) if s.text.startswith("@{", s.at) else -1
    if end >= 0:
        s.emit("IMAGE", s.text[s.at : end + 1], end + 1)
    return end >= 0


def _minus(s: Scanner) -> bool:
    return s.text.startswith("->", s.at) and _relation(s)


_HANDLERS = {
    "\n": _line_end, "$": _dollar, "`": _backtick, "\\": _backslash, "<": _less, ">": _relation,
    "=": _relation, "!": _relation, "&": _entity, "_": _underscore, "{": _open_brace, "}": _close_brace,
    ".": _period, "*": _star, ":": _stop, "-": _minus, "@": _parameter,
}  # fmt: skip


def tokenize(text: str) -> tuple[Lexeme, ...]:
    """Return the tokens of a statement in any of the known markups, in linear time."""
    return tuple(Scanner(text, _HANDLERS).run())
