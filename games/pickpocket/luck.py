"""How much of a match is luck, as a rating has to know it: how far a result should move one.

Measured by `python -m tests.ratings.prediction` (docs/ladders.md): more at the beginning where
skill decides more. At the end K is not the least that would do among players who stay as they are,
since people change.
"""

STAKES = {"k_provisional": 100, "k": 12, "k_half": 5}
"""Points at stake in a newcomer's first match, after very many, and matches until half way."""

DRAWS = {
    2: {"samples": 16, "opening": 32, "weight": 0.66, "variance_left": 0.57},
    3: {"samples": 16, "opening": 32, "weight": 0.75, "variance_left": 0.71},
    4: {"samples": 16, "opening": 32, "weight": 0.75, "variance_left": 0.74},
    5: {"samples": 16, "opening": 32, "weight": 0.77, "variance_left": 0.79},
    6: {"samples": 16, "opening": 32, "weight": 0.80, "variance_left": 0.80},
}
"""How the luck of a match is reckoned (`bots.analysis.luck`), by its number of seats.

Measured by `python -m tests.bots.lucky pickpocket:4` and so on (docs/luck.md).
"""
