"""What was measured of deals that many play: one person against greedy bots, 1,000 matches each.

By `python -m tests.deals.measured house second-story --seats 3` (docs/deals.md); frozen with the
version of the scoring that reads it (`deals.scoring`).
"""

SEATS = 3
"""At the table of a deal that is for everyone."""
RULES = "second-story@2"
"""Of deals, where nobody asks for others: each seat draws in an order of its own."""
MEASURED = {
    ("second-story@1", 3): (0.1, 1.8),
    ("second-story@1", 4): (0.17, 1.45),
    ("second-story@2", 3): (0.45, 1.8),
    ("second-story@2", 4): (0.41, 1.45),
}
"""By the id of the rules and the number of seats: what the cards explain, a margin's deviation."""
AT_TABLES = {
    ("second-story@2", 2): (0.27, 2.65),
    ("second-story@2", 3): (0.27, 1.8),
    ("second-story@2", 4): (0.31, 1.55),
    ("second-story@2", 5): (0.33, 1.35),
}
"""The same where people sit on all seats (`measured tables`): of rounds of tournaments."""
