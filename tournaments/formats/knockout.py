"""Single elimination with tables: the best of every table go on, the others are out.

With tables of two and one who goes on it is the bracket that everybody knows. The field shrinks to
a full bracket in the first round, for which the best seeds wait: the World Universities Debating
Championship breaks so, 48 teams to rooms of four of which two go on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats import knockout_fields, small_final
from tournaments.formats.core import (
    Format,
    OpenTiers,
    Option,
    Options,
    Pairing,
    Stage,
    TextOption,
    Tie,
)
from tournaments.formats.notes import Note
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
        TextOption(
            name="by_round",
            title=(
                "Tables by round, with how many advance, and the size of the final: 6>3, 5>2, 4."
            ),
            choices=("",),
            labels=("the same in every round",),
            pattern=knockout_fields.BY_ROUND.pattern,
            kept=knockout_fields.canonical,
        ),
        Option(
            name="third_place",
            title=(
                "A small final alongside the final, for those knocked out one round before it: in "
                "a bracket of duels, the match for third place."
            ),
            choices=(False, True),
        ),
    )

    def check_sizes(self, sizes: Sizes, options: Options) -> None:
        """Ask for tables that can be seated, and for somebody at each who does not go on."""
        knockout_fields.require_possible(sizes, options)

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table, and for a final where the plan has tables by round."""
        sizes.split(entrants)
        self.check_sizes(sizes, options)
        knockout_fields.require_final(entrants, sizes, options)

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return how many rounds it takes if all stay and nobody ties."""
        return len(knockout_fields.course(entrants, sizes, options))

    def rounds_max(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the most rounds of any course: whoever leaves, and whoever ties across a cut."""
        return knockout_fields.rounds_max(entrants, sizes, options)

    def advancing(self, number: int, sizes: Sizes, options: Options) -> int:
        """Return how many of a table go on from a round."""
        return knockout_fields.step(number, sizes, options).advance

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

    def final_table(self, stage: Stage, round_: Round) -> int | None:
        """Return the table of the final; it is the first of its round."""
        following = replace(stage, record=stage.record.with_rounds([*stage.record.rounds, round_]))
        return 0 if _had_final(following) else None

    def pair(self, stage: Stage) -> Pairing:
        """Return the tables of the next round, the best seeds far apart."""
        ranked = self.contenders(stage)
        if stage.options["bracket"] == "reseeded" and stage.record.rounds:
            points, seed = stage.record.points, _places(stage.seeds)
            last = self.tiers(stage)
            ranked = tuple(
                sorted(ranked, key=lambda each: (-last[each][-1], -points[each], seed[each]))
            )
        byes, sizes = knockout_fields.split(len(ranked), _step(stage))
        # Later rounds have byes only where players have left or all of a tie go on.
        fewest = sorted(ranked, key=lambda each: stage.record.byes.get(each, 0))
        waiting = tuple(fewest[:byes])
        playing = tuple(each for each in ranked if each not in waiting)
        tables = snake(playing, sizes)
        small = self._small_final(stage)
        if len(small) > 1:
            tables.append(list(small))
        pairing = seated_pairing(stage, tables, waiting)
        is_final = knockout_fields.is_final(len(ranked), _step(stage))
        if is_final and (stage.options["third_place"] or stage.options["by_round"]):
            keys = (FINAL, THIRD)[: len(tables)]
            alone = {THIRD: small[0]} if len(small) == 1 else {}
            pairing = pairing._replace(keys=keys, walkovers=alone)
        return pairing._replace(notes=(*pairing.notes, *self._decided(stage)))

    def _small_final(self, stage: Stage) -> Order:
        """Return who plays beside the final, if that is next; one alone where others have left."""
        if not stage.options["third_place"] or not stage.record.rounds or _had_final(stage):
            return ()
        going, own = self.contenders(stage), _step(stage)
        if len(going) < stage.sizes.least or not knockout_fields.is_final(len(going), own):
            return ()
        return small_final.players(stage, set(self._bracket(stage)[-1]), own.final)

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
        is_undecided = stage.options["ties"] in {"lots", "judge"} and not table.decided
        if is_undecided and entrant in tied_at_cut(table, _step(stage, -1).advance):
            return True
        is_open = any(each.counts and each.places is None for each in last.tables)
        own = _step(stage, -1)
        goes_on = entrant in self._advancing(stage, own, table, _places(stage.seeds))
        return bool(stage.options["wildcards"]) and is_open and not goes_on

    def _bracket(self, stage: Stage) -> list[Order]:
        """Return who was in the running after each round, best placed in the bracket first."""
        rank = _places(stage.seeds)
        first = stage.record.rounds[0]
        field = [each for table in first.tables for each in table.seats] + list(first.byes)
        orders = [tuple(sorted(field, key=rank.__getitem__))]
        for number, round_ in enumerate(stage.record.rounds, start=1):
            own = knockout_fields.step(number, stage.sizes, stage.options)
            rows = [
                self._advancing(stage, own, table, rank)
                for table in round_.tables
                if table.key != THIRD
            ]
            winners: list[Entrant] = []
            for place in range(max(map(len, rows), default=0)):
                row = [each[place] for each in rows if place < len(each)]
                winners += row if place % 2 == 0 else reversed(row)
            rank_before = _places(orders[-1])
            byes = sorted(round_.byes, key=lambda each: rank_before.get(each, len(rank_before)))
            back = self._wildcards(stage, number, round_, len(byes + winners))
            orders.append((*byes, *winners, *back))
        return orders

    @staticmethod
    def _advancing(
        stage: Stage, own: knockout_fields.Step, table: Table, rank: Mapping[Entrant, int]
    ) -> list[Entrant]:
        """Return who goes on from a table, the best first; all of one without a result."""
        if table.places is None or not table.counts:
            return sorted(table.seats, key=rank.__getitem__)
        place = dict(zip(table.seats, table.places, strict=True))
        order = in_order(table, rank)
        advance = min(own.advance, len(order) - 1)
        if stage.options["ties"] != "all":
            return order[:advance]
        cut = place[order[advance - 1]]
        level = [each for each in order if place[each] <= cut]
        return level if len(level) < len(order) else order[:advance]

    def _wildcards(self, stage: Stage, number: int, round_: Round, going: int) -> list[Entrant]:
        """Return the best of a round who are out, as many as the last table of the next lacks."""
        if not stage.options["wildcards"]:
            return []
        field = len(round_.byes) + sum(len(table.seats) for table in round_.tables)
        own, following = (
            knockout_fields.step(each, stage.sizes, stage.options) for each in (number, number + 1)
        )
        missing = knockout_fields.let_back_in(field, going, following)
        rank = _places(stage.seeds)
        points = stage.record.points
        out = [
            (place, -points.get(each, 0), rank[each], each)
            for table in round_.tables
            if table.places is not None
            for each, place in zip(table.seats, table.places, strict=True)
            if each not in self._advancing(stage, own, table, rank)
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
            level = tied_at_cut(table, _step(stage, -1).advance)
            if level:
                players = tuple(sorted(level, key=rank.__getitem__))
                found.append(Tie(number, players, str(stage.options["ties"])))
        return tuple(found)

    def _decided(self, stage: Stage) -> list[Note]:
        """Say which ties across the cut of the last round were decided, and how."""
        notes = []
        for tie in self.cut_ties(stage):
            table = stage.record.rounds[-1].tables[tie.table]
            is_open = tie.method != "all" and not table.decided
            how = "seed" if is_open else tie.method
            text = f"At the table of %(names)s players were level across the cut: {DECIDED[how]}."
            notes.append(Note(f"level_{how}", text, names=table.seats))
        return notes


DECIDED = {
    "seed": "the better seed goes on",
    "all": "all go on",
    "lots": "the lots decided",
    "judge": "a judge decided",
}
"""How a tie across the cut was decided."""


def _had_final(stage: Stage) -> bool:
    """Tell whether the last round was the final."""
    if not stage.record.rounds:
        return False
    last = stage.record.rounds[-1]
    if any(table.key == FINAL for table in last.tables):
        return True
    return not stage.options["by_round"] and len(last.tables) == 1 and not last.byes


def _step(stage: Stage, back: int = 0) -> knockout_fields.Step:
    """Return how the next round is played; with `back=-1` the last one."""
    return knockout_fields.step(stage.number + back, stage.sizes, stage.options)


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
