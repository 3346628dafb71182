"""Duels of several matches: whoever wins the most of them wins the table. Pure.

A score is how many matches each has won, by seat. Drawn matches count for neither, so that the
score of a duel that was played to its end need not add up to its matches.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

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


class Standing(NamedTuple):
    """How a duel stands: how many matches the first seat, the second and nobody has won."""

    first: int
    second: int
    drawn: int = 0


@cache
def standings(best_of: int, *, must_have_winner: bool) -> tuple[frozenset[Standing], ...]:
    """Return how a duel can stand while it is played on, and how it can end.

    >>> under_way, ends = standings(3, must_have_winner=False)
    >>> Standing(1, 0) in under_way, Standing(1, 0) in ends, Standing(1, 0, drawn=2) in ends
    (True, False, True)
    """
    under_way: set[Standing] = set()
    ends: set[Standing] = set()
    reached = {Standing(0, 0)}
    while reached:
        now = reached.pop()
        wins, played = now[:2], sum(now)
        if is_decided(wins, played, best_of, must_have_winner=must_have_winner):
            ends.add(now)
        else:
            under_way.add(now)
            reached |= {
                Standing(now.first + 1, now.second, now.drawn),
                Standing(now.first, now.second + 1, now.drawn),
                Standing(now.first, now.second, now.drawn + 1),
            }
    return frozenset(under_way), frozenset(ends)


def is_end(
    wins: Sequence[int], best_of: int, *, must_have_winner: bool = False, drawn: int = 0
) -> bool:
    """Tell whether a duel is decided by a score, and was not before its last match.

    >>> is_end((2, 1), 3), is_end((1, 0), 3), is_end((1, 0), 3, drawn=2), is_end((3, 0), 3)
    (True, False, True, False)
    """
    _, ends = standings(best_of, must_have_winner=must_have_winner)
    return Standing(wins[0], wins[1], drawn) in ends


def fault(
    wins: Sequence[int],
    best_of: int,
    *,
    must_have_winner: bool = False,
    drawn: int = 0,
    is_cut_short: bool = False,
) -> Message | None:
    """Return what is wrong with a score, or None: a duel is played until it is decided, no longer.

    One that is cut short may stand as it can on the way.
    """
    if is_end(wins, best_of, must_have_winner=must_have_winner, drawn=drawn):
        return None
    under_way, ends = standings(best_of, must_have_winner=must_have_winner)
    by_wins = {each[:2] for each in under_way}
    if is_cut_short and (wins[0], wins[1]) in by_wins:
        return None
    if must_have_winner and wins[0] == wins[1] and (wins[0], wins[1]) in by_wins:
        return Message(
            "A duel here must have a winner: play on until one player leads, and report that score."
        )
    if (wins[0], wins[1]) in by_wins and (wins[0], wins[1], drawn) not in ends:
        return Message(
            "A best of %(matches)s is not decided at %(score)s: that takes %(needed)s wins, or "
            "a lead greater than the matches left. Play on, or enter how many matches were "
            "drawn. Report a time limit or a forfeit as such.",
            matches=best_of,
            score=text(wins),
            needed=needed(best_of),
        )
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
