"""Tables drawn so that nobody meets twice, with a final table if wanted: the default format.

Whoever sits where does not hang on results. In simulations of six rounds with tables of four this
ranks players as well as a Swiss pairing does, and rounds need not wait for one another.
"""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from games.messages import Message
from tournaments.formats import notes, seating, sit_outs
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    Option,
    Options,
    Pairing,
    Reason,
    Stage,
)
from tournaments.formats.notes import Note
from tournaments.formats.planes import plane
from tournaments.formats.pod_plan import PLANNED_MOST, plan
from tournaments.formats.pod_search import Found, Numbers, search
from tournaments.formats.sizes import Sizes, Split, Uneven
from tournaments.record import Entrant, Round, Table, pairs

REPEAT = 1000
"""Costs this times the square of how often two have met already."""
APART = 10**7
"""Costs more than any number of repeats."""
SMALL = 300
"""Costs this times how often somebody has sat at a smaller table, at another such."""
SEATS = 2
"""Costs this times the seats that two have held alike: they would compete for the others."""

FINAL_OFF = 0
FINAL = "final"
"""The key of a final table, where sit-outs leave open which round is the final."""
SIT_OUTS = "sit_outs"


def choose_byes(stage: Stage, players: Sequence[Entrant], count: int) -> tuple[Entrant, ...]:
    """Return who has a bye: those with the fewest so far, of them the lowest in the standings."""
    rank = {entrant: place for place, entrant in enumerate(stage.standings)}
    byes = stage.record.byes
    order = sorted(players, key=lambda each: (byes.get(each, 0), -rank.get(each, len(rank)), -each))
    return tuple(sorted(order[:count]))


def pair_costs(stage: Stage, players: Sequence[Entrant]) -> Numbers:
    """Return the cost of every two at one table, by their places in players."""
    size = len(players)
    index = {entrant: row for row, entrant in enumerate(players)}
    met = np.zeros((size, size), dtype=np.int64)
    for record in (stage.record, stage.earlier):
        for (first, second), times in record.meetings.items() if record is not None else ():
            if first in index and second in index:
                row, column = index[first], index[second]
                met[row, column] += times
                met[column, row] += times
    held = np.zeros((size, 6), dtype=np.int64)
    for row, entrant in enumerate(players):
        for sat in stage.record.seatings.get(entrant, ()):
            held[row, min(sat.seat, 5)] += 1
    costs: Numbers = REPEAT * met * met + SEATS * (held @ held.T)
    for first, second in stage.apart:
        if first in index and second in index:
            costs[index[first], index[second]] += APART
            costs[index[second], index[first]] += APART
    return costs


def small_costs(stage: Stage, players: Sequence[Entrant], sizes: Sequence[int]) -> Numbers:
    """Return what it costs to put each player at each table for its size, by [player, table]."""
    costs = np.zeros((len(players), len(sizes)), dtype=np.int64)
    small = [table for table, size in enumerate(sizes) if size < max(sizes)]
    for row, entrant in enumerate(players):
        before = sum(
            len(sat.table.seats) < max(len(each.seats) for each in round_.tables)
            for round_ in stage.record.rounds
            for sat in stage.record.seatings.get(entrant, ())
            if sat.round == round_.number and round_.tables
        )
        costs[row, small] = SMALL * (2 * before + 1)
    return costs


def reasons(stage: Stage, seated: Sequence[seating.Seating]) -> tuple[Reason, ...]:
    """Return why each table is as it is: who has met, and what the order of seats costs."""
    found = []
    for each in seated:
        met = {pair: stage.met(*pair) for pair in pairs(each.seats)}
        again = [notes.pair(*both) for both, times in met.items() if times]
        apart = sum(pair in stage.apart for pair in met)
        terms = {
            "repeats": REPEAT * sum(times * times for times in met.values()),
            "seats": each.cost,
        }
        if apart:
            terms["kept_apart"] = APART * apart
        said = (Note("meet_again", "Meet again: %(parts)s.", parts=again),) if again else ()
        found.append(Reason(sum(met.values()), terms, said))
    return tuple(found)


def repeats_note(count: int) -> Note:
    """Return that so many meetings of a round are repeats."""
    return Note("repeats", "%(n)s meetings are repeats.", n=count)


def seated_pairing(
    stage: Stage,
    tables: Sequence[Sequence[Entrant]],
    byes: tuple[Entrant, ...] = (),
    found: Found | None = None,
) -> Pairing:
    """Return tables as a pairing: seats chosen, reasons given."""
    return explained(stage, seating.seat_all(stage, tables, stage.chance.shuffle), byes, found)


def explained(
    stage: Stage,
    seated: Sequence[seating.Seating],
    byes: tuple[Entrant, ...] = (),
    found: Found | None = None,
) -> Pairing:
    """Return tables in their orders as a pairing, with the reasons."""
    given = reasons(stage, seated)
    repeats = sum(reason.repeats for reason in given)
    said = [repeats_note(repeats)] if repeats else []
    sizes = {len(each.seats) for each in seated}
    if len(sizes) > 1:
        low, high = min(sizes), max(sizes)
        said.append(
            Note("table_sizes", "Tables have %(low)s to %(high)s players.", low=low, high=high)
        )
    alternatives = []
    if found is not None and found.next_best is not None:
        text = "The next best swap of two players costs %(n)s more."
        alternatives.append(Note("next_swap", text, n=found.next_best))
    return Pairing(
        tuple(each.seats for each in seated), byes, given, tuple(alternatives), tuple(said)
    )


def _orders(seated: Sequence[seating.Seating]) -> tuple[str, ...]:
    """Return what the next best order of a table would have cost."""
    more = [each.runner_up - each.cost for each in seated if each.runner_up is not None]
    text = "The next best order of a table costs %(n)s more."
    return (Note("next_order", text, n=min(more)),) if more else ()


class Pods(Format):
    """Drawn or prescribed tables without repeats; a final table for the best."""

    id = "pods"
    version = 4
    title = "Pods"
    about = "Tables are drawn so that no two players meet twice, with an optional final table."
    options = (
        Option(name="rounds", title="Rounds before the final.", choices=(3,), low=1, high=20),
        Option(
            name="seating",
            title="Drawn for each round, or fixed by the seeding where a schedule is known.",
            choices=("random", "prescribed"),
            labels=("drawn each round", "fixed by the seeding"),
        ),
        Option(
            name="uneven",
            title=(
                "If the entrants do not divide evenly: smaller tables, larger tables, byes, or"
                " everyone sits out equally often where no tables fit."
            ),
            choices=("small", "large", "byes", SIT_OUTS),
            labels=("smaller tables", "larger tables", "byes", "sit out in turn"),
        ),
        Option(
            name="final",
            title="Players at a final table; 0 for none.",
            choices=(FINAL_OFF,),
            low=2,
            high=6,
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table, for rounds that all can play, and for players for the final."""
        sizes.split(entrants)
        games = int(options["rounds"])
        if self._has_sit_outs(options) and not sit_outs.rounds_needed(entrants, games, sizes):
            message = Message(
                "%(count)s entrants cannot all play %(rounds)s rounds at tables of %(low)s to"
                " %(high)s",
                count=entrants,
                rounds=games,
                low=sizes.least,
                high=sizes.most,
            )
            known = [each for each in range(1, 21) if sit_outs.rounds_needed(entrants, each, sizes)]
            raise InfeasibleError(
                message, Message("choose %(sizes)s rounds, or tables of other sizes", sizes=known)
            )
        final = int(options["final"])
        if final and not sizes.least <= final <= min(sizes.most, entrants):
            message = Message("a final table of %(size)s cannot be seated", size=final)
            most = min(sizes.most, entrants)
            raise InfeasibleError(
                message,
                Message("choose a final of %(low)s to %(high)s, or 0", low=sizes.least, high=most),
            )

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds, those in which some sit out and the final included."""
        games = int(options["rounds"])
        if self._has_sit_outs(options):
            games = sit_outs.rounds_needed(entrants, games, sizes) or games
        return games + bool(options["final"])

    def rounds_left(self, stage: Stage) -> int | None:
        """Return the rounds to be paired; with sit-outs these follow from what was played."""
        if not self._has_sit_outs(stage.options):
            return super().rounds_left(stage)
        if self._final_table(stage) is not None:
            return 0
        return len(self._sit_out_plan(stage)) + bool(stage.options["final"])

    def rounds_of_all(self, options: Options) -> int | None:
        """Return the rounds before the final; with sit-outs nobody knows how many these are."""
        return None if self._has_sit_outs(options) else int(options["rounds"])

    def rests(self, options: Options) -> bool:
        """Tell whether who has no table sits out, as everyone does in turn."""
        return self._has_sit_outs(options)

    def is_slow_to_pair(self, stage: Stage) -> bool:
        """Tell whether tables are drawn, which takes a second or two, more on a busy machine."""
        return stage.options["seating"] == "random"

    def is_over(self, stage: Stage) -> bool:
        """Tell whether all rounds have been played."""
        return self.rounds_left(stage) == 0

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return everybody, and for the final its players."""
        if not self._is_final(stage):
            return stage.active
        active = set(stage.active)
        best = [entrant for entrant in stage.standings if entrant in active]
        return tuple(best[: int(stage.options["final"])])

    def final_table(self, stage: Stage, round_: Round) -> int | None:  # noqa: ARG002
        """Return the only table of the round of the final."""
        return 0 if self._is_final(stage) else None

    def pair(self, stage: Stage) -> Pairing:
        """Return tables without repeats, as far as the search finds them."""
        players = self.participants(stage)
        if self._is_final(stage):
            if len(players) < stage.sizes.least:
                message = Message("%(count)s are left for the final", count=len(players))
                raise InfeasibleError(message, "finish the stage without it, or re-add players")
            keys = (FINAL,) if self._has_sit_outs(stage.options) else ()
            return seated_pairing(stage, [players])._replace(keys=keys)
        if self._has_sit_outs(stage.options):
            return self._with_sit_outs(stage, players)
        if stage.options["seating"] == "prescribed":
            prescribed = plane(len(players), stage.sizes.target, stage.number)
            if prescribed is not None:
                tables = [[players[each] for each in table] for table in prescribed]
                return seated_pairing(stage, tables)
        uneven = cast("Uneven", stage.options["uneven"])
        return self._searched(stage, players, stage.sizes.split(len(players), uneven))

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:
        """Rank the final table by its places, above everybody else."""
        final = self._final_table(stage)
        if final is None:
            return {}
        places = final.places or (0,) * len(final.seats)
        return {entrant: (1, -place) for entrant, place in zip(final.seats, places, strict=True)}

    @classmethod
    def _final_table(cls, stage: Stage) -> Table | None:
        """Return the final table, once it is paired."""
        rounds = stage.record.rounds
        if cls._has_sit_outs(stage.options):
            tables = (table for round_ in rounds for table in round_.tables if table.key == FINAL)
            return next(tables, None)
        before = int(stage.options["rounds"])
        return rounds[before].tables[0] if stage.options["final"] and len(rounds) > before else None

    @classmethod
    def _is_final(cls, stage: Stage) -> bool:
        if not stage.options["final"]:
            return False
        if cls._has_sit_outs(stage.options):
            return not cls._sit_out_plan(stage)
        return stage.number > int(stage.options["rounds"])

    @staticmethod
    def _has_sit_outs(options: Options) -> bool:
        return options["uneven"] == SIT_OUTS

    @staticmethod
    def _sit_out_plan(stage: Stage) -> tuple[int, ...]:
        """Return how many play in each round to come before the final; the nearest that there is.

        People who come and leave can make it impossible that all play as often. Then as many play
        as can, until everybody has played enough.
        """
        left = sit_outs.owed(stage, stage.active, int(stage.options["rounds"]))
        found = sit_outs.plan(list(left.values()), stage.sizes, 2 * max(left.values(), default=0))
        if found is not None:
            return found
        most = sit_outs.playable(stage.sizes, len(stage.active))
        return most[-1:] * max(left.values())

    @classmethod
    def _with_sit_outs(cls, stage: Stage, players: Sequence[Entrant]) -> Pairing:
        """Return a round in which some sit out, where the field fits no tables."""
        rounds = cls._sit_out_plan(stage)
        if not rounds:
            message = Message("%(count)s cannot play another round", count=len(players))
            raise InfeasibleError(message, "close the stage")
        left = sit_outs.owed(stage, players, int(stage.options["rounds"]))
        away = sit_outs.choose_sit_outs(stage, left, len(players) - rounds[0])
        there = tuple(each for each in players if each not in away)
        split = stage.sizes.split(len(there))
        found = cls._drawn(stage, there, split.tables, len(rounds) - 1)
        return found._replace(byes=away)

    @staticmethod
    def _searched(stage: Stage, players: Sequence[Entrant], split: Split) -> Pairing:
        byes = choose_byes(stage, players, split.byes)
        playing = [entrant for entrant in players if entrant not in byes]
        left = int(stage.options["rounds"]) - stage.number
        return Pods._drawn(stage, playing, split.tables, left)._replace(byes=byes)

    @staticmethod
    def _drawn(
        stage: Stage, players: Sequence[Entrant], sizes: Sequence[int], left: int
    ) -> Pairing:
        """Return tables of those who play, with an eye to so many rounds that follow."""
        is_drawn = stage.options["seating"] == "random"
        if is_drawn and len(players) <= PLANNED_MOST:
            seated = plan(stage, players, sizes, left)
            return explained(stage, seated)._replace(alternatives=_orders(seated))
        chance = stage.chance
        playing = chance.shuffle("tables", players) if is_drawn else list(players)
        found = search(
            pair_costs(stage, playing),
            sizes,
            chance,
            small_costs(stage, playing, sizes),
            enough=REPEAT - 1,
        )
        tables = [[playing[each] for each in table] for table in found.tables]
        return seated_pairing(stage, tables, found=found)
