"""Whether a true draw is like those that luck compares it with, whatever a state is worth.

`python -m tests.bots.exchangeable pickpocket:4 --matches 18000 --kept FILE` plays the matches of
`lucky`, and asks of every draw where what it was worth to a seat ranks among what eight others
would have been. If the true one and the others have one law, as they must for luck to be nothing on
average, it is above another as often as below, for each seat. That uses no weights, and a draw that
moves much counts like one that moves little: so it finds a wrong law sooner than the mean of luck.
Ranks of one match's draws are not correlated, since each is nothing on average given all before it.
"""

from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from typing import NamedTuple

from bots.analysis import luck
from bots.analysis.recorded import Recorded, Turn, turns
from bots.chance import RandomChance
from bots.search import guide_of
from tests.bots.kept import measure
from tests.bots.lucky import NOISE, TABLES, played, read

OTHERS = 8
"""With how many others each draw is compared."""


class Ranked(NamedTuple):
    """A match: the draws that could have been others, and their ranks by seat.

    A rank is the part of the others that are worth less to the seat than the true draw, less the
    part that are worth more.
    """

    draws: int
    sums: Sequence[float]
    squares: Sequence[float]


def ranked(table: str, number: int) -> Ranked:
    """Return the ranks of one match's draws."""
    game, seats, _reckoning = read(table)
    noise = [NOISE[(seat + number) % 2] for seat in range(seats)]
    recorded, _end = played(game, seats, f"exchangeable/{table}/{number}", noise)
    found = [each for turn in turns(recorded) if (each := _ranks(recorded, turn, number))]
    by_seat = list(zip(*found, strict=True))
    return Ranked(
        draws=len(found),
        sums=[sum(ranks) for ranks in by_seat],
        squares=[sum(rank * rank for rank in ranks) for ranks in by_seat],
    )


def _ranks(recorded: Recorded, turn: Turn, number: int) -> list[float] | None:
    """Return the ranks of a turn's draw by seat; None where none of the others differs from it."""
    guide = guide_of(recorded.rules.game)
    seed = sha256(f"exchangeable/{number}/{turn.at}".encode()).digest()
    chance = RandomChance(Random(seed))
    actual = tuple([event for _, event in turn.events])
    others = [luck.drawn_again(recorded, turn, chance) for _ in range(OTHERS)]
    if all(events == actual for _, events in others):
        return None
    worth = luck.value(recorded.rules, guide, turn.after)
    values = [luck.value(recorded.rules, guide, state) for state, _ in others]
    return [
        sum((worth[seat] > other[seat]) - (worth[seat] < other[seat]) for other in values) / OTHERS
        for seat in range(recorded.seats)
    ]


def z_by_seat(matches: Sequence[Ranked]) -> list[float]:
    """Return by how many standard errors the ranks of each seat are off nothing."""
    sums = [sum(each) for each in zip(*[match.sums for match in matches], strict=True)]
    squares = [sum(each) for each in zip(*[match.squares for match in matches], strict=True)]
    return [total / sqrt(square) for total, square in zip(sums, squares, strict=True)]


def report(table: str, matches: Sequence[Ranked]) -> str:
    """Return what the matches tell."""
    count = sum(match.draws for match in matches)
    half = len(matches) // 2
    parts = [("all", matches), ("first half", matches[:half]), ("second half", matches[half:])]
    figures = "\n".join(
        f"z of the ranks by seat, {name}: {' '.join(f'{z:.1f}' for z in z_by_seat(part))}"
        for name, part in parts
    )
    return f"{table}, {len(matches)} matches, {count} draws, {OTHERS} others each\n{figures}\n"


if __name__ == "__main__":
    measure(Ranked, TABLES, ranked, report)
