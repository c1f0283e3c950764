"""Where no layout is proved, the likeliest one is shown whole, and can be given back as it is."""

from __future__ import annotations

PARTS = "".join(
    f"The next line contains an integer {name} (1 ≤ {name} ≤ 50), the number of crates of kind {name}.\n\n"
    f"Each of the next {name} lines contains two integers {name}x_i and {name}y_i "
    f"(1 ≤ {name}x_i, {name}y_i ≤ 1000): the width and the height of a crate.\n\n"
    for name in "bcdefghpqrstuvw"
)
TEXT = f"# Crates\n\n## Input\n\n{PARTS}## Output\n\nThe number of stacks.\n"


def test_a_long_candidate_is_shown_whole_and_can_be_pasted_back(stab, statement, tmp_path):
    source = statement(TEXT)
    refused = stab("layout", source)
    _, _, shown = refused.err.partition("not proved:\n\n")
    candidate, _, rest = shown.partition("\n\n")
    assert refused.code == 3
    assert len(refused.err) > 600
    assert " ... " not in refused.err
    assert rest.strip().startswith("put it right")

    (tmp_path / "my.layout").write_text(candidate, encoding="utf-8")
    made = stab("gen", source, "--layout", "my.layout", "--encoder", "lexical", "--tests", "1", "-o", "out")

    assert made.code == 0, made.err
    assert candidate in stab("layout", source, "--json").document["hint"]
