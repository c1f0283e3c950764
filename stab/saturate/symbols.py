"""How the markups spell the signs of the constraint language: tables only."""

from __future__ import annotations

# one character or an ASCII comparator -> terminal
SIGNS: dict[str, str] = {
    "≤": "LE", "⩽": "LE", "≦": "LE", "<=": "LE", "=<": "LE", "<": "LT", "＜": "LT", "≥": "GE", "⩾": "GE",
    "≧": "GE", ">=": "GE", ">": "GT", "＞": "GT", "=": "EQ", "==": "EQ", "＝": "EQ", "!=": "NE", "≠": "NE",
    "=\u0338": "NE", "<>": "NE", "=/=": "NE", "=\\/=": "NE",
    "+": "PLUS", "＋": "PLUS", "-": "MINUS", "−": "MINUS",
    "–": "MINUS", "‐": "MINUS", "‑": "MINUS", "—": "OTHER", "―": "OTHER",
    "*": "STAR", "×": "STAR", "·": "STAR",
    "⋅": "STAR", "∙": "STAR", "•": "STAR", "∗": "STAR", "/": "SLASH", "÷": "SLASH", "^": "CARET", "(": "LPAR",
    ")": "RPAR", "（": "LPAR", "）": "RPAR", "[": "LBR", "]": "RBR", "【": "LBR", "】": "RBR", ",": "COMMA",
    "，": "COMMA", "、": "COMMA", "|": "BAR", "｜": "BAR", "…": "DOTS", "⋯": "DOTS", "∈": "IN", "∑": "SUM",
    "Σ": "SUM", "⌈": "LCEIL", "⌉": "RCEIL", "⌊": "LFLOOR", "⌋": "RFLOOR", "√": "SQRT", ";": "BREAK",
    "；": "BREAK", "。": "STOP", "：": "STOP", "%": "PERCENT", "∀": "FORALL", "#": "OTHER",
    "~": "DOTS", "〜": "DOTS", "～": "DOTS",
}  # fmt: skip

# LaTeX command -> (terminal, text); SPACE leaves no token, STRANGE is a relation that is not understood
COMMANDS: dict[str, tuple[str, str]] = {
    **{name: ("LE", "<=") for name in ("le", "leq", "leqslant", "leqq", "lte", "eqslantless")},
    **{name: ("GE", ">=") for name in ("ge", "geq", "geqslant", "geqq", "gte")},
    **{name: ("STAR", "*") for name in ("cdot", "times", "ast", "centerdot", "cdotp")},
    **{name: ("DOTS", "...") for name in ("ldots", "dots", "cdots", "dotsc", "dotsb", "hdots")},
    **{name: ("SPACE", " ") for name in ("quad", "qquad", "left", "right", "big", "Big", "bigl", "bigr",
        "Bigl", "Bigr", "limits", "displaystyle", "space", "thinspace", "hspace", "nolimits", "bigg",
        "Bigg", "biggl", "biggr", "textstyle", "footnotesize", "small", "noindent",
        "centering", "it", "bf", "rm", "tt")},
    **{name: ("BREAK", "\n") for name in ("item", "section", "subsection", "hline", "par", "newline",
        "caption", "InputFile", "OutputFile")},
    **{name: ("BAR", "|") for name in ("lvert", "rvert", "vert", "mid", "lVert", "rVert")},
    **{name: ("FUNC", name) for name in ("min", "max", "gcd")},
    **{name: ("FRAC", "frac") for name in ("frac", "dfrac", "tfrac", "cfrac")},
    **{name: ("MOD", "%") for name in ("bmod", "mod", "pmod")},
    **{name: ("WORD", name) for name in ("alpha", "beta", "gamma", "delta", "epsilon", "lambda",
        "mu", "sigma", "tau", "theta", "pi", "Delta", "omega", "rho", "phi")},
    "lt": ("LT", "<"), "gt": ("GT", ">"), "ne": ("NE", "!="), "neq": ("NE", "!="), "not": ("OTHER", "not"),
    "nless": ("GE", ">="), "ngtr": ("LE", "<="), "nleq": ("GT", ">"), "ngeq": ("LT", "<"),
    **{name: ("STRANGE", name) for name in ("nmid", "perp", "equiv", "notin", "sim", "approx", "cong",
        "subset", "subseteq", "prec", "succ", "preceq", "succeq", "propto")},
    "div": ("SLASH", "/"), "sum": ("SUM", "sum"), "in": ("IN", "in"), "lceil": ("LCEIL", "("),
    "rceil": ("RCEIL", ")"), "lfloor": ("LFLOOR", "("), "rfloor": ("RFLOOR", ")"), "sqrt": ("SQRT", "sqrt"),
    "ell": ("WORD", "l"), "forall": ("FORALL", "for"), "to": ("OTHER", "->"), "vdots": ("BREAK", ":"),
    "lbrace": ("SETO", "{"), "rbrace": ("SETC", "}"), "lbrack": ("LBR", "["), "rbrack": ("RBR", "]"),
}  # fmt: skip

# commands that only choose a font: their braces leave no token
FONTS = frozenset(
    """text textrm mbox hbox textit textbf emph textsf texttt mathrm mathit mathbf mathsf mathtt mathcal
    operatorname mathbb boldsymbol bm t textsc underline overline bf it""".split()
)

# HTML tag -> SUP, SUB, BREAK, CODE, BOLD or SKIP
TAGS: dict[str, str] = {
    "sup": "SUP", "sub": "SUB",
    **dict.fromkeys(
        "p br li ul ol div td tr th table tbody thead h1 h2 h3 h4 h5 h6 pre center hr dd dt dl".split(),
        "BREAK",
    ),
    **dict.fromkeys(["code", "tt", "kbd", "samp"], "CODE"),
    **dict.fromkeys(["b", "strong", "i", "em", "var", "u"], "BOLD"),
    **dict.fromkeys(
        "font span a img small big nobr aside html body section article script style strike s wbr".split(),
        "SKIP",
    ),
}  # fmt: skip

ENTITIES: dict[str, tuple[str, str]] = {
    "lt": ("LT", "<"), "gt": ("GT", ">"), "le": ("LE", "<="), "leq": ("LE", "<="), "ge": ("GE", ">="),
    "geq": ("GE", ">="), "nbsp": ("SPACE", " "), "thinsp": ("SPACE", " "), "ensp": ("SPACE", " "),
    "minus": ("MINUS", "-"), "ndash": ("MINUS", "-"), "mdash": ("OTHER", "-"), "times": ("STAR", "*"),
    "middot": ("STAR", "*"), "sdot": ("STAR", "*"), "hellip": ("DOTS", "..."), "sum": ("SUM", "sum"),
    "ne": ("NE", "!="), "isin": ("IN", "in"), "#8804": ("LE", "<="), "#8805": ("GE", ">="),
    "#60": ("LT", "<"), "#62": ("GT", ">"), "#x2264": ("LE", "<="), "#x2265": ("GE", ">="),
    "#8722": ("MINUS", "-"), "#8211": ("MINUS", "-"), "#215": ("STAR", "*"), "#183": ("STAR", "*"),
    "#160": ("SPACE", " "), "#8230": ("DOTS", "..."), "lceil": ("LCEIL", "("), "rceil": ("RCEIL", ")"),
    "lfloor": ("LFLOOR", "("), "rfloor": ("RFLOOR", ")"), "leqslant": ("LE", "<="), "geqslant": ("GE", ">="),
    "#10877": ("LE", "<="), "#10878": ("GE", ">="), "#39": ("OTHER", "'"), "quot": ("OTHER", '"'),
    "rsquo": ("OTHER", "'"), "lsquo": ("OTHER", "'"), "amp": ("BREAK", "&"),
}  # fmt: skip

# operators outside the constraint language: a chain beside one is only a part of what is written
FOREIGN = frozenset(
    "^ ** oplus otimes ominus wedge vee cup cap setminus circ land lor xor ⊕ ⊗ ∧ ∨ ∪ ∩ ∖ ∘".split()
)

SUPERSCRIPTS: dict[str, str] = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿⁱ", "0123456789-+ni", strict=True))
SUBSCRIPTS: dict[str, str] = dict(zip("₀₁₂₃₄₅₆₇₈₉₋₊ᵢⱼₖₙₘ", "0123456789-+ijknm", strict=True))

# what \not makes of the relation behind it
NEGATED: dict[str, tuple[str, str]] = {
    "EQ": ("NE", "!="), "LT": ("GE", ">="), "GT": ("LE", "<="), "LE": ("GT", ">"), "GE": ("LT", "<"),
    "NE": ("EQ", "="), "IN": ("STRANGE", "notin"),
}  # fmt: skip
