"""What was measured of deals that many play: one person against greedy bots, 1,000 matches each.

By `python -m tests.deals.measured house sticky-fingers --seats 4` (docs/deals.md); frozen with the
version of the scoring that reads it (`deals.scoring`).
"""

SEATS = 4
"""At the table of a deal that is for everyone."""
MEASURED = {
    ("sticky-fingers@1", 3): (0.09, 5.9),
    ("sticky-fingers@1", 4): (0.19, 6.0),
}
"""By the id of the rules and the number of seats: what the cards explain, a margin's deviation."""
AT_TABLES = {
    ("sticky-fingers@1", 2): (0.03, 10.7),
    ("sticky-fingers@1", 3): (0.05, 8.2),
    ("sticky-fingers@1", 4): (0.04, 7.4),
    ("sticky-fingers@1", 5): (0.05, 6.9),
}
"""The same where people sit on all seats (`measured tables`): of rounds of tournaments."""
