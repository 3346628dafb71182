"""Single elimination with tables: the best of every table go on, the others are out.

With tables of two and one who goes on it is the bracket that everybody knows. The field shrinks to
a full bracket in the first round, for which the best seeds wait: the World Universities Debating
Championship breaks so, 48 teams to rooms of four of which two go on.
"""

from collections.abc import Mapping, Sequence

from games.messages import Message
from tournaments.formats import knockout_fields, small_final
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    OpenTiers,
    Option,
    Options,
    Pairing,
    Stage,
    Tie,
)
from tournaments.formats.pods import seated_pairing
from tournaments.formats.sizes import Sizes
from tournaments.formats.small_final import FINAL, THIRD
from tournaments.record import Entrant, Round, Table

HALF = 0
"""Half of a full table go on, rounded down."""
Order = tuple[Entrant, ...]


def snake(ranked: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Deal a ranking to tables: row by row, from left to right and back again.

    >>> snake(range(1, 9), (4, 4))
    [[1, 4, 5, 8], [2, 3, 6, 7]]
    """
    tables: list[list[Entrant]] = [[] for _ in sizes]
    waiting = list(ranked)
    while waiting:
        for row in (range(len(sizes)), reversed(range(len(sizes)))):
            for table in row:
                if waiting and len(tables[table]) < sizes[table]:
                    tables[table].append(waiting.pop(0))
    return tables


class Knockout(Format):
    """Tables of which so many go on."""

    id = "knockout"
    version = 3
    title = "Knockout"
    about = "The best of each table advance until one table is left; with tables of two, a bracket."
    allows_late_entry = False
    pairs_by_seed = True
    eliminates = True
    options = (
        Option(
            name="advance",
            title="Players who advance from each table; 0 for half of them.",
            choices=(HALF,),
            low=1,
            high=5,
        ),
        Option(
            name="bracket",
            title="Fixed from the start, or reseeded by places and points in every round.",
            choices=("fixed", "reseeded"),
            labels=("fixed from the start", "reseeded every round"),
        ),
        Option(
            name="ties",
            title="How a tie for a qualifying place is broken: the better seed advances, all "
            "advance, by lot, or by a judge.",
            choices=("seed", "all", "lots", "judge"),
            labels=("the better seed", "all advance", "by lot", "by a judge"),
        ),
        Option(
            name="wildcards",
            title=(
                "Fill the last table of a round with the best players knocked out in the "
                "previous round, as long as every round has fewer players than the one before."
            ),
            choices=(False, True),
        ),
        Option(
            name="third_place",
            title=(
                "A small final beside the final, for those knocked out one round before it: in a "
                "bracket of duels the match for third place."
            ),
            choices=(False, True),
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table, and for somebody at each who does not go on."""
        sizes.split(entrants)
        if knockout_fields.advancing_per_table(sizes, options) >= sizes.target:
            message = Message(
                "%(count)s cannot advance from a table of %(size)s",
                count=options["advance"],
                size=sizes.target,
            )
            raise InfeasibleError(
                message, Message("let 1 to %(count)s advance", count=sizes.target - 1)
            )

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return how many rounds it takes if all stay and nobody ties."""
        advance, left, rounds = knockout_fields.advancing_per_table(sizes, options), entrants, 0
        while left >= sizes.least:
            byes, tables = knockout_fields.split(left, sizes, advance)
            rounds += 1
            if len(tables) == 1 and not byes:
                break
            going = byes + sum(min(advance, size - 1) for size in tables)
            left = going + knockout_fields.let_back_in(left, going, sizes, options)
        return rounds

    def rounds_max(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the most rounds of any course: whoever leaves, and whoever ties across a cut."""
        longest: list[int] = []
        for field in range(entrants + 1):
            after = [longest[left] for left in knockout_fields.fields_after(field, sizes, options)]
            own = 1 + max(after, default=0) if field >= sizes.least else 0
            # Who leaves makes the field smaller, which may take longer.
            longest.append(max([own, *longest[-1:]]))
        return longest[entrants]

    def is_over(self, stage: Stage) -> bool:
        """Tell whether the final table has been played, or too few are left for one."""
        return _had_final(stage) or len(self.contenders(stage)) < stage.sizes.least

    def participants(self, stage: Stage) -> Order:
        """Return who has not been knocked out, and who plays in a small final beside the final."""
        small = self._small_final(stage)
        return (*self.contenders(stage), *(small if len(small) > 1 else ()))

    def contenders(self, stage: Stage) -> Order:
        """Return who is in the running, in the order of the bracket; after the final who won."""
        active = set(stage.active)
        if not stage.record.rounds:
            return stage.active
        if _had_final(stage):
            final = stage.record.rounds[-1].tables[0]
            if final.places is not None and final.counts:
                by_seat = zip(final.seats, final.places, strict=True)
                return tuple(each for each, place in by_seat if place == 1 and each in active)
        return tuple(each for each in self._bracket(stage)[-1] if each in active)

    def pair(self, stage: Stage) -> Pairing:
        """Return the tables of the next round, the best seeds far apart."""
        ranked = self.contenders(stage)
        if stage.options["bracket"] == "reseeded" and stage.record.rounds:
            points, seed = stage.record.points, _places(stage.seeds)
            last = self.tiers(stage)
            ranked = tuple(
                sorted(ranked, key=lambda each: (-last[each][-1], -points[each], seed[each]))
            )
        byes, sizes = self._split(stage, len(ranked))
        # Later rounds have byes only where players have left or all of a tie go on.
        fewest = sorted(ranked, key=lambda each: stage.record.byes.get(each, 0))
        waiting = tuple(fewest[:byes])
        playing = tuple(each for each in ranked if each not in waiting)
        tables = snake(playing, sizes)
        small = self._small_final(stage)
        if len(small) > 1:
            tables.append(list(small))
        pairing = seated_pairing(stage, tables, waiting)
        if stage.options["third_place"] and len(sizes) == 1 and not byes:
            keys = (FINAL, THIRD)[: len(tables)]
            alone = {THIRD: small[0]} if len(small) == 1 else {}
            pairing = pairing._replace(keys=keys, walkovers=alone)
        return pairing._replace(notes=(*pairing.notes, *self._decided(stage)))

    def _split(self, stage: Stage, left: int) -> tuple[int, tuple[int, ...]]:
        """Return how many of those left wait in the next round, and the sizes of its tables."""
        advance = knockout_fields.advancing_per_table(stage.sizes, stage.options)
        return knockout_fields.split(left, stage.sizes, advance)

    def _small_final(self, stage: Stage) -> Order:
        """Return who plays beside the final, if that is next; one alone where others have left."""
        if not stage.options["third_place"] or not stage.record.rounds or _had_final(stage):
            return ()
        going = self.contenders(stage)
        byes, tables = (
            self._split(stage, len(going)) if len(going) >= stage.sizes.least else (1, ())
        )
        if byes or len(tables) != 1:
            return ()
        return small_final.players(stage, set(self._bracket(stage)[-1]))

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:
        """Rank by the last round that somebody was in, then by the place there."""
        tiers: dict[Entrant, tuple[int, ...]] = {}
        for number, round_ in enumerate(stage.record.rounds, start=1):
            tiers |= dict.fromkeys(round_.byes, (number, 0))
            before = small_final.places_before(round_)
            for table in round_.tables:
                places = table.places or (1,) * len(table.seats)
                ahead = before if table.key == THIRD else 0
                tiers |= {
                    entrant: (number, -place - ahead)
                    for entrant, place in zip(table.seats, places, strict=True)
                }
            alone = round_.walkovers.get(THIRD)
            if alone is not None:
                tiers[alone] = (number, -1 - before)
        return tiers

    def lowest_tier(self, stage: Stage, entrant: Entrant) -> tuple[int, ...]:
        """Return the foot of the table where somebody sits, or of one in the next round."""
        rounds = stage.record.rounds
        if self._is_unsettled(stage, entrant):
            return self.tiers(stage)[entrant]
        for table in rounds[-1].tables if rounds else ():
            if entrant in table.seats and table.counts and table.places is None:
                return (len(rounds), -len(table.seats))
        has_begun = not rounds or entrant in self.tiers(stage)
        return (len(rounds) + 1, -len(stage.seeds)) if has_begun else ()

    def open_tiers(self, stage: Stage, entrant: Entrant) -> OpenTiers | None:
        """Return what whoever is out can still win: a small final, a wildcard or a tie."""
        tier = self.tiers(stage).get(entrant, ())
        if self._is_unsettled(stage, entrant):
            return OpenTiers(tier, (len(stage.record.rounds) + 1, 0))
        return small_final.open_tiers(stage, entrant, tier)

    def _is_unsettled(self, stage: Stage, entrant: Entrant) -> bool:
        """Tell whether a tie, or wildcards that hang on open tables, decide if somebody goes on."""
        last = stage.record.rounds[-1] if stage.record.rounds else None
        if last is None or _had_final(stage):
            return False
        table = next((each for each in last.tables if entrant in each.seats), None)
        if table is None or table.places is None:
            return False
        if stage.options["ties"] in {"lots", "judge"} and not table.decided:
            advance = knockout_fields.advancing_per_table(stage.sizes, stage.options)
            if entrant in tied_at_cut(table, advance):
                return True
        is_open = any(each.counts and each.places is None for each in last.tables)
        goes_on = entrant in self._advancing(stage, table, _places(stage.seeds))
        return bool(stage.options["wildcards"]) and is_open and not goes_on

    def _bracket(self, stage: Stage) -> list[Order]:
        """Return who was in the running after each round, best placed in the bracket first."""
        rank = _places(stage.seeds)
        first = stage.record.rounds[0]
        field = [each for table in first.tables for each in table.seats] + list(first.byes)
        orders = [tuple(sorted(field, key=rank.__getitem__))]
        for round_ in stage.record.rounds:
            rows = [
                self._advancing(stage, table, rank) for table in round_.tables if table.key != THIRD
            ]
            winners: list[Entrant] = []
            for place in range(max(map(len, rows), default=0)):
                row = [each[place] for each in rows if place < len(each)]
                winners += row if place % 2 == 0 else reversed(row)
            rank_before = _places(orders[-1])
            byes = sorted(round_.byes, key=lambda each: rank_before.get(each, len(rank_before)))
            orders.append((*byes, *winners, *self._wildcards(stage, round_, len(byes + winners))))
        return orders

    @staticmethod
    def _advancing(stage: Stage, table: Table, rank: Mapping[Entrant, int]) -> list[Entrant]:
        """Return who goes on from a table, the best first; all of one without a result."""
        if table.places is None or not table.counts:
            return sorted(table.seats, key=rank.__getitem__)
        place = dict(zip(table.seats, table.places, strict=True))
        order = in_order(table, rank)
        advance = min(
            knockout_fields.advancing_per_table(stage.sizes, stage.options), len(order) - 1
        )
        if stage.options["ties"] != "all":
            return order[:advance]
        cut = place[order[advance - 1]]
        level = [each for each in order if place[each] <= cut]
        return level if len(level) < len(order) else order[:advance]

    def _wildcards(self, stage: Stage, round_: Round, going: int) -> list[Entrant]:
        """Return the best of a round who are out, as many as the last table of the next lacks."""
        field = len(round_.byes) + sum(len(table.seats) for table in round_.tables)
        missing = knockout_fields.let_back_in(field, going, stage.sizes, stage.options)
        rank = _places(stage.seeds)
        points = stage.record.points
        out = [
            (place, -points.get(each, 0), rank[each], each)
            for table in round_.tables
            if table.places is not None
            for each, place in zip(table.seats, table.places, strict=True)
            if each not in self._advancing(stage, table, rank)
        ]
        return [each for *_, each in sorted(out)[:missing]]

    def cut_ties(self, stage: Stage) -> tuple[Tie, ...]:
        """Return who are level across the cut; at the final table there is none."""
        if not stage.record.rounds or _had_final(stage):
            return ()
        last = stage.record.rounds[-1]
        rank = _places(stage.seeds)
        found = []
        for number, table in enumerate(last.tables):
            level = tied_at_cut(
                table, knockout_fields.advancing_per_table(stage.sizes, stage.options)
            )
            if level:
                players = tuple(sorted(level, key=rank.__getitem__))
                found.append(Tie(number, players, str(stage.options["ties"])))
        return tuple(found)

    def _decided(self, stage: Stage) -> list[str]:
        """Say which ties across the cut of the last round were decided, and how."""
        hows = {
            "seed": "the better seed goes on",
            "all": "all go on",
            "lots": "the lots decided",
            "judge": "a judge decided",
        }
        notes = []
        for tie in self.cut_ties(stage):
            table = stage.record.rounds[-1].tables[tie.table]
            is_open = tie.method != "all" and not table.decided
            seats = ", ".join(map(str, table.seats))
            how = hows["seed" if is_open else tie.method]
            notes.append(f"At the table of {seats} players were level across the cut: {how}.")
        return notes


def _had_final(stage: Stage) -> bool:
    """Tell whether the last round was the final."""
    if not stage.record.rounds:
        return False
    last = stage.record.rounds[-1]
    is_last_table = len(last.tables) == 1 and not last.byes
    return is_last_table or any(table.key == FINAL for table in last.tables)


def in_order(table: Table, rank: Mapping[Entrant, int]) -> list[Entrant]:
    """Return a table by its places; of equals whom a decision prefers, then the better seed."""
    place = dict(zip(table.seats, table.places or (), strict=True))
    decided = {entrant: number for number, entrant in enumerate(table.decided)}
    return sorted(
        table.seats,
        key=lambda each: (place[each], decided.get(each, len(decided)), rank.get(each, 0)),
    )


def tied_at_cut(table: Table, advance: int) -> list[Entrant]:
    """Return those of a table who share the place at which the cut is; nobody if it is clear."""
    places = sorted(table.places or ())
    cut = min(advance, len(places) - 1)
    if not table.counts or cut < 1 or places[cut - 1] != places[cut]:
        return []
    by_seat = zip(table.seats, table.places or (), strict=True)
    return [entrant for entrant, place in by_seat if place == places[cut]]


def _places(seeds: Sequence[Entrant]) -> dict[Entrant, int]:
    return {entrant: place for place, entrant in enumerate(seeds)}
