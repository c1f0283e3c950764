"""What the times say: decisions, slowdown rates, ranks (paper, section 5); pure functions."""

from stab.score.claims import claimed
from stab.score.evidence import Pairs, median_interval
from stab.score.growth import Sized, fit_growth, mark_unlike
from stab.score.noise import NOISY, noise_of
from stab.score.ranking import rank_groups, separating_tests, suggest_limit, worst_test
from stab.score.screening import Screen, counted, promising, references, screened
from stab.score.sequential import Comparison, Plan, settle, undecided
from stab.score.slowdown import SUCCESSES, TIMED, Selection, figure, is_fine, rates, select_solutions, times
from stab.score.startup import ranked_without_startup, without_startup

__all__ = [
    "NOISY",
    "SUCCESSES",
    "TIMED",
    "Comparison",
    "Pairs",
    "Plan",
    "Screen",
    "Selection",
    "Sized",
    "claimed",
    "counted",
    "figure",
    "fit_growth",
    "is_fine",
    "mark_unlike",
    "median_interval",
    "noise_of",
    "promising",
    "rank_groups",
    "ranked_without_startup",
    "rates",
    "references",
    "screened",
    "select_solutions",
    "separating_tests",
    "settle",
    "suggest_limit",
    "times",
    "undecided",
    "without_startup",
    "worst_test",
]
