"""Whether what a match leads to is kept back, since others may still play the same deal."""

from matches.answers import MatchShown


def is_withheld(page: MatchShown) -> bool:
    """Tell whether a match opens nothing at its end yet."""
    shared = page.shared_deal or None
    return shared is not None and shared.open
