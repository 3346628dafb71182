"""What the folders of games say of deals that many play, in `deals.py`."""

from deals.scoring import Explained
from games.parts import part_of


def explained(game: str, rules: str, seats: int) -> Explained | None:
    """Return what was measured; None where nothing was."""
    part = part_of(game, "deals")
    found = None if part is None else part.MEASURED.get((rules, seats))
    return None if found is None else Explained(*found)


def explained_at_tables(rules: str, seats: int) -> Explained | None:
    """Return what was measured where people sit on all seats; None where nothing was."""
    part = part_of(rules.partition("@")[0], "deals")
    found = None if part is None else part.AT_TABLES.get((rules, seats))
    return None if found is None else Explained(*found)


def usual_seats(game: str) -> int | None:
    """Return how many sit at the table of a deal that is for everyone; None to leave it open."""
    part = part_of(game, "deals")
    return None if part is None else int(part.SEATS)


def usual_rules(game: str) -> str | None:
    """Return the id of the rules that deals are played by where nobody asks for others.

    None for the game's current ones.
    """
    return getattr(part_of(game, "deals"), "RULES", None)
