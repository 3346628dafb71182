"""What was measured of deals that many play: one person against greedy bots, 1,000 matches each.

By `python -m tests.deals.measured house pickpocket --seats 4` (docs/deals.md); frozen with the
version of the scoring that reads it (`deals.scoring`).
"""

SEATS = 4
"""At the table of a deal that is for everyone."""
RULES = "pickpocket@2"
"""Of deals, where nobody asks for others: each seat draws in an order of its own."""
MEASURED = {
    ("pickpocket@1", 3): (0.09, 15.2),
    ("pickpocket@1", 4): (0.13, 14.7),
    ("pickpocket@2", 3): (0.18, 14.7),
    ("pickpocket@2", 4): (0.25, 14.4),
}
"""By the id of the rules and the number of seats: what the cards explain, a margin's deviation."""
AT_TABLES = {
    ("pickpocket@2", 2): (0.13, 26.0),
    ("pickpocket@2", 3): (0.08, 17.6),
    ("pickpocket@2", 4): (0.13, 15.4),
    ("pickpocket@2", 5): (0.11, 13.6),
    ("pickpocket@2", 6): (0.1, 12.7),
}
"""The same where people sit on all seats (`measured tables`): of rounds of tournaments."""
