"""How much of a match is luck, as a rating has to know it: how far a result should move one.

Measured by `python -m tests.ratings.prediction` (docs/ladders.md): more at the beginning where
skill decides more. At the end K is not the least that would do among players who stay as they are,
since people change.
"""

STAKES = {"k_provisional": 64, "k": 12, "k_half": 5}
"""Points at stake in a newcomer's first match, after very many, and matches until half way."""

DRAWS = {
    2: {"samples": 12, "opening": 1, "weight": 0.62, "variance_left": 0.30},
    3: {"samples": 12, "opening": 1, "weight": 0.65, "variance_left": 0.40},
    4: {"samples": 12, "opening": 1, "weight": 0.67, "variance_left": 0.39},
    5: {"samples": 12, "opening": 1, "weight": 0.68, "variance_left": 0.40},
}
"""How the luck of a match is reckoned (`bots.analysis.luck`), by its number of seats.

Measured by `python -m tests.bots.lucky second-story:3` and so on (docs/luck.md).
"""
