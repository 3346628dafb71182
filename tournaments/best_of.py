"""Duels of several matches: whoever wins the most of them wins the table. Pure.

A score is how many matches each has won, by seat. Drawn matches count for neither, so that the
score of a duel that was played to its end need not add up to its matches.
"""

from collections.abc import Sequence

from games.messages import Message

LENGTHS = (1, 3, 5, 7)
"""How many matches a duel may have at most; 1 where the one match decides."""


def needed(best_of: int) -> int:
    """Return how many wins nobody can catch up with.

    >>> [needed(each) for each in LENGTHS]
    [1, 2, 3, 4]
    """
    return best_of // 2 + 1


def is_decided(wins: Sequence[int], played: int, best_of: int, *, must_have_winner: bool) -> bool:
    """Tell whether no more is played: the lead is more than there are matches left.

    Where a duel must have a winner and is level after all its matches, as many follow until
    somebody leads, and at the most as many again.

    >>> is_decided((2, 0), 2, 3, must_have_winner=False)
    True
    >>> is_decided((1, 0), 2, 3, must_have_winner=False)
    False
    >>> is_decided((1, 1), 3, 3, must_have_winner=True)
    False
    """
    lead = abs(wins[0] - wins[1])
    if must_have_winner and not lead:
        return played >= 2 * best_of
    return played >= best_of or lead > best_of - played


def fault(wins: Sequence[int], best_of: int) -> Message | None:
    """Return what is wrong with a score, or None: nobody plays on once a duel is decided.

    >>> fault((2, 1), 3), fault((1, 0), 3), str(fault((3, 0), 3))[:12]
    (None, None, 'The score of')
    """
    if max(wins) <= needed(best_of) and sum(wins) <= best_of and min(wins) >= 0:
        return None
    return Message(
        "The score of a duel of at most %(matches)s matches cannot be %(score)s: it ends once"
        " one player has won %(needed)s.",
        matches=best_of,
        score=text(wins),
        needed=needed(best_of),
    )


def text(wins: Sequence[int]) -> str:
    """Return a score as it is said."""
    return "\N{EN DASH}".join(map(str, wins))
