"""Lives: who comes low at a table loses one, and without one is out. Double elimination for tables.

Tables are formed anew in every round from those who are left. When few enough are, one final table
decides among them.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from games.messages import Message
from tournaments.formats.core import Format, InfeasibleError, Option, Options, Pairing, Stage
from tournaments.formats.pod_search import Numbers, search
from tournaments.formats.pods import choose_byes, pair_costs, seated_pairing, small_costs
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant, Round

FINAL = "final"
"""The key of the final table."""
NO_FINAL = 0
LIFE_APART = 300
"""Costs two at one table by the square of how many lives one has more than the other."""
PLACES = 10
"""More than there are places at a table."""
NO_CAP = 0
IDLE_MOST = 3
"""After so many rounds in a row that have cost nobody a life the standings decide.

So a stage ends: of a field's lives one goes in every IDLE_MOST rounds at least, and none comes
back.
"""


def keep_of(size: int, loses: str) -> int:
    """Return how many of a table keep their lives; ties spare whoever has fewer before him.

    >>> [keep_of(size, "lower_half") for size in (2, 3, 4, 5, 6)]
    [1, 2, 2, 3, 3]
    """
    if loses == "all_but_first":
        return 1
    return size - 1 if loses == "last" else -(-size // 2)


class Lives(Format):
    """Everybody has so many lives; tables of those who are left."""

    id = "lives"
    title = "Lives"
    about = (
        "Low finishers at a table lose a life; without lives you are eliminated. A final table "
        "decides the winner."
    )
    eliminates = True
    options = (
        Option(name="lives", title="Lives at the start.", choices=(2,), low=1, high=5),
        Option(
            name="loses",
            title="Which players lose a life at each table.",
            choices=("lower_half", "all_but_first", "last"),
            labels=("lower half", "all but the first", "only the last"),
        ),
        Option(
            name="tables",
            title="How players are paired: with others who have as many lives, or at random.",
            choices=("lives", "random"),
            labels=("equal lives", "at random"),
        ),
        Option(
            name="final",
            title="Players at the final table; 0 to play until one is left.",
            choices=(NO_FINAL,),
            low=2,
            high=6,
        ),
        Option(
            name="rounds",
            title="Rounds after which the standings decide; 0 for as many as needed.",
            choices=(NO_CAP,),
            low=1,
            high=40,
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table, and for a final that can be seated."""
        sizes.split(entrants)
        final = int(options["final"])
        if final and not sizes.least <= final <= sizes.most:
            message = Message("a final table of %(size)s cannot be seated", size=final)
            raise InfeasibleError(
                message,
                Message("choose %(low)s to %(high)s, or 0", low=sizes.least, high=sizes.most),
            )

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return None: it depends on who loses."""
        return None

    def rounds_max(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return the plan's cap, or the rounds in which all lives go, one in each IDLE_MOST."""
        return int(options["rounds"]) or IDLE_MOST * (entrants * int(options["lives"]) + 1)

    def is_over(self, stage: Stage) -> bool:
        """Tell whether the final has been played, or too few are left, or all goes on too long."""
        cap, played = int(stage.options["rounds"]), stage.record.rounds
        if _had_final(stage) or (cap and len(played) >= cap):
            return True
        idle = len(played) >= IDLE_MOST and not any(
            True for round_ in played[-IDLE_MOST:] for _ in _losses(stage, round_)
        )
        return idle or len(self.participants(stage)) < stage.sizes.least

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who has a life left."""
        left = lives_left(stage)
        return tuple(each for each in stage.active if left[each] > 0)

    def final_table(self, stage: Stage, round_: Round) -> int | None:  # noqa: ARG002
        """Return the final table, which is alone in its round."""
        return 0 if any(table.key == FINAL for table in round_.tables) else None

    def pair(self, stage: Stage) -> Pairing:
        """Return tables of those who are left; the final once they fit one."""
        players = self.participants(stage)
        if len(players) <= int(stage.options["final"]) and len(players) >= stage.sizes.least:
            return seated_pairing(stage, [players])._replace(keys=(FINAL,))
        split = stage.sizes.split(len(players))
        byes = choose_byes(stage, players, split.byes)
        playing = [each for each in players if each not in byes]
        chance = stage.chance
        left = lives_left(stage)
        playing = chance.shuffle("tables", playing)
        costs = pair_costs(stage, playing)
        if stage.options["tables"] == "lives":
            playing.sort(key=lambda each: -left[each])
            costs = pair_costs(stage, playing) + _apart(left, playing)
        small = small_costs(stage, playing, split.tables)
        found = search(costs, split.tables, chance, small)
        tables = [[playing[each] for each in table] for table in found.tables]
        return seated_pairing(stage, tables, byes, found)

    def lowest_tier(self, stage: Stage, entrant: Entrant) -> tuple[int, ...]:  # noqa: ARG002
        """Return the last round: whoever is in the running has come as far."""
        return (len(stage.record.rounds), 0)

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:
        """Rank by the last round that somebody was in, then by lives; the final by its places."""
        left = lives_left(stage)
        last: dict[Entrant, int] = dict.fromkeys(stage.seeds, 0)
        for number, round_ in enumerate(stage.record.rounds, start=1):
            seated = [each for table in round_.tables for each in table.seats]
            last.update(dict.fromkeys((*seated, *round_.byes), number))
        tiers = {entrant: (last[entrant], left[entrant]) for entrant in stage.seeds}
        if _had_final(stage):
            final = stage.record.rounds[-1].tables[0]
            places = final.places or (1,) * len(final.seats)
            for entrant, place in zip(final.seats, places, strict=True):
                tiers[entrant] = (last[entrant], PLACES - place)
        return tiers


def lives_left(stage: Stage) -> dict[Entrant, int]:
    """Return the lives that each entrant has left.

    Who comes late has missed rounds, and each costs a life, though not the last one.
    """
    lives = int(stage.options["lives"])
    left: dict[Entrant, int] = {}
    for number, round_ in enumerate(stage.record.rounds):
        seated = [each for table in round_.tables for each in table.seats]
        for entrant in (*seated, *round_.byes):
            left.setdefault(entrant, max(1, lives - number))
        for entrant in _losses(stage, round_):
            left[entrant] -= 1
    late = max(1, lives - len(stage.record.rounds))
    return {entrant: left.get(entrant, late) for entrant in stage.seeds}


def _losses(stage: Stage, round_: Round) -> Iterator[Entrant]:
    """Yield whom a round has cost a life."""
    for table in round_.tables:
        if table.counts and table.places is not None and table.key != FINAL:
            keep = keep_of(len(table.seats), str(stage.options["loses"]))
            for entrant, place in zip(table.seats, table.places, strict=True):
                if place > keep:
                    yield entrant


def _apart(left: Mapping[Entrant, int], players: Sequence[Entrant]) -> Numbers:
    lives = np.array([left[each] for each in players], dtype=np.int64)
    costs: Numbers = LIFE_APART * (lives[:, None] - lives[None, :]) ** 2
    return costs


def _had_final(stage: Stage) -> bool:
    """Tell whether the final table has been played; one that was called off is played again."""
    rounds = stage.record.rounds
    return bool(rounds) and any(table.key == FINAL and table.counts for table in rounds[-1].tables)
