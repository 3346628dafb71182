"""Everybody plays equally often where the field fits no tables: some sit out in each round. Pure.

The V:EKN's rule for 6, 7 and 11 players at tables of four and five (Tournament Rules 3.1.2): some
sit out in turn, and everyone plays the same number of rounds, usually one less than there are. As
in its Archon the fewest rounds are sought in which the numbers of those who play can add up; here
for any sizes of tables, and anew before each round, so that who comes or leaves is reckoned with.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, combinations, islice

from tournaments.formats.core import Stage
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant, Round, pairs

NEAREST = 6
"""How many numbers of players near the mean are looked at for each round."""
CHOICES_MOST = 500
"""How many ways to choose who sits out are compared."""


def plan(owed: Sequence[int], sizes: Sizes, rounds_most: int) -> tuple[int, ...] | None:
    """Return how many play in each round, so that each plays as often as owed; most play first.

    The fewest rounds in which that is possible, and of these the most even; None where it is not.

    >>> plan([2] * 7, Sizes(4, 5, 5), 4), plan([3] * 7, Sizes(4, 5, 5), 6)
    ((5, 5, 4), (5, 4, 4, 4, 4))
    """
    for rounds in range(max(owed, default=0), rounds_most + 1):
        found = _even(sum(owed), rounds, playable(sizes, sum(each > 0 for each in owed)))
        if found is not None and _can_be_dealt(found, owed):
            return found
    return None


@cache
def playable(sizes: Sizes, players: int) -> tuple[int, ...]:
    """Return how many of so many can play at once with nobody left over, the fewest first."""
    return tuple(
        count
        for count in range(sizes.least, players + 1)
        if -(-count // sizes.most) <= count // sizes.least
    )


def rounds_needed(entrants: int, games: int, sizes: Sizes) -> int | None:
    """Return in how many rounds everybody can play so often; None where it cannot be."""
    found = plan([games] * entrants, sizes, 2 * games)
    return None if found is None else len(found)


def _even(seats: int, rounds: int, counts: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return so many numbers that come to a sum, as even as can be, the greatest first."""
    if not rounds:
        return None if seats else ()
    near = sorted(counts, key=lambda each: abs(each * rounds - seats))[:NEAREST]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for _ in range(rounds):
        reached: dict[int, tuple[int, tuple[int, ...]]] = {}
        for total, (cost, chosen) in best.items():
            for count in near:
                if chosen and count > chosen[-1]:
                    continue
                found = cost + count * count, (*chosen, count)
                after = total + count
                if after <= seats and (after not in reached or found < reached[after]):
                    reached[after] = found
        best = reached
    return best[seats][1] if seats in best else None


def _can_be_dealt(counts: Sequence[int], owed: Sequence[int]) -> bool:
    """Tell whether each can play as often as owed, once a round at most (Gale and Ryser, 1957)."""
    return all(
        taken <= sum(min(each, number) for each in owed)
        for number, taken in enumerate(accumulate(counts), start=1)
    )


def owed(stage: Stage, players: Sequence[Entrant], games: int) -> dict[Entrant, int]:
    """Return how many rounds each has still to play.

    A bye by request and a table called off are rounds played. Rounds that somebody missed are, as
    far as everyone who was always there has played as many.
    """
    played = {each: [_had(round_, each) for round_ in stage.record.rounds] for each in stage.seeds}
    always = [sum(map(bool, had)) for had in played.values() if None not in had]
    least = min(always, default=0)
    done = {
        each: max(sum(map(bool, had)), min(least, len(had) - had.count(False)))
        for each, had in played.items()
    }
    return {each: max(0, games - done.get(each, 0)) for each in players}


def _had(round_: Round, entrant: Entrant) -> bool | None:
    """Return whether somebody played in a round, or sat out; None for who was not there."""
    if entrant in round_.asked or any(entrant in table.seats for table in round_.tables):
        return True
    return False if entrant in round_.byes else None


def choose_sit_outs(stage: Stage, left: Mapping[Entrant, int], count: int) -> tuple[Entrant, ...]:
    """Return so many who sit out: those who have the least to play, and so that few meet again.

    What that leaves open is drawn.
    """
    order = sorted(stage.chance.shuffle("sit_outs", sorted(left)), key=left.__getitem__)
    if not count:
        return ()
    mark = left[order[count - 1]]
    surely = [each for each in order if left[each] < mark]
    level = [each for each in order if left[each] == mark]
    ways = islice(combinations(level, count - len(surely)), CHOICES_MOST)

    def repeats(out: tuple[Entrant, ...]) -> int:
        playing = [each for each in order if each not in {*surely, *out}]
        return sum(stage.met(*pair) ** 2 for pair in pairs(playing))

    return tuple(sorted((*surely, *min(ways, key=repeats))))
