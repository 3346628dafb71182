"""What was measured of deals that many play: one person against greedy bots, 1,000 matches each.

By `python -m tests.deals.measured house stick-em --seats 4` (docs/deals.md); frozen with the
version of the scoring that reads it (`deals.scoring`).
"""

SEATS = 4
"""At the table of a deal that is for everyone."""
MEASURED = {
    ("stick-em@1", 3): (0.21, 19.2),
    ("stick-em@1", 4): (0.33, 39.5),
}
"""By the id of the rules and the number of seats: what the cards explain, a margin's deviation."""
AT_TABLES = {
    ("stick-em@1", 3): (0.12, 22.3),
    ("stick-em@1", 4): (0.15, 38.4),
    ("stick-em@1", 5): (0.16, 60.6),
    ("stick-em@1", 6): (0.14, 63.5),
}
"""The same where people sit on all seats (`measured tables`): of rounds of tournaments."""
