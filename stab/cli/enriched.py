"""What `stab enrich` prints: the new tests, what they change, what is wrong with the old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stab.cli.console import Console
    from stab.records import Addition, Enrichment, Slowest, Suite


def show_enrichment(
    console: Console, suite: Suite, made: Enrichment, files: tuple[Addition, ...], dry_run: bool
) -> None:
    """Print the new tests with why, what they change, and what is wrong with the old ones."""
    console.table("", ("new test", "why"), [(new.name, "; ".join(new.why)) for new in made.added])
    if made.added:
        console.line()
    if dry_run and files:
        console.table("It would write", ("file", "what"), [(f.file, f.why) for f in files])
    show_change(console, made)
    rows = [(r.subject, r.reason) for r in made.held_back]
    console.table("\nHeld back", ("input", "reason"), rows)
    if console.verbose:
        rows = [(r.subject, r.reason) for r in made.not_needed]
        console.table("\nNot needed", ("input", "reason"), rows)
    console.table("\nFaults of old tests", ("test", "fault"), [(r.subject, r.reason) for r in made.faults])
    console.table("\nEqual old tests", ("tests",), [(", ".join(names),) for names in made.duplicates])
    verb = "would be added to" if dry_run else "added to"
    console.line(f"\n{len(made.added)} tests {verb} {made.before.tests}: {suite.root}")


def show_change(console: Console, made: Enrichment) -> None:
    """Print before and after: times, slow solutions that are caught, bounds; and who newly fails."""
    after = {s.solution: s for s in made.after.slowest}
    rows = [
        (s.solution, _time(s), _time(after[s.solution]), after[s.solution].test)
        for s in made.before.slowest
        if s.solution in after
    ]
    console.table("Slowest test of each solution", ("solution", "before", "after", "on"), rows)
    slow = len(made.before.caught) + len(made.before.missed)
    if slow:
        now, was = len(made.after.caught), len(made.before.caught)
        console.line(f"slow solutions over {made.limit_s:g} s: {was} of {slow} before, {now} after")
        for name in made.after.missed:
            console.line(f"  still not caught: {name}")
    reached = [sum(h.min + h.max for h in state.bounds.values()) for state in (made.before, made.after)]
    console.line(f"bounds reached: {reached[0]} before, {reached[1]} after, of {2 * len(made.after.bounds)}")
    rows_ = [(n.solution, n.what, f"{n.cpu_s:.2f} s", n.test) for n in made.newly]
    console.table("\nAccepted solutions, newly", ("solution", "is", "time", "on"), rows_)


def _time(slowest: Slowest) -> str:
    return f"{'> ' if slowest.is_killed else ''}{slowest.cpu_s:.2f} s"
