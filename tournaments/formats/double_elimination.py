"""Double elimination: whoever has lost twice is out.

Who loses in the winners' bracket falls into the losers', on the other side of it, so that two who
have met do not soon meet again. Its winner has lost once, and in the grand final has to win twice.
"""

from collections.abc import Mapping
from typing import NamedTuple, cast

from games.messages import Message
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    Option,
    Options,
    Pairing,
    Stage,
    Tie,
)
from tournaments.formats.double_brackets import Crossing, Match, Source, structure
from tournaments.formats.knockout import in_order, tied_at_cut
from tournaments.formats.pods import seated_pairing
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant, Round, Table

DUEL = 2
IN_LOSERS, IN_WINNERS, SECOND, FIRST = 1000, 1001, 1002, 1003
"""Tiers of those who are in the running, and of the two of the grand final when it is over.

Whoever is out ranks by the round of the losers' bracket in which that happened."""


class Outcome(NamedTuple):
    """What a match has come to, or will."""

    known: bool
    """Whether it is over, or nobody will play it."""
    winner: Entrant | None = None
    loser: Entrant | None = None
    """None when nobody falls: the other place was empty, or the loser has left."""


class Bracket:
    """The bracket of a stage as it stands, from the recorded tables and who is there."""

    def __init__(self, stage: Stage) -> None:
        # A bracket takes nobody in later.
        self.field = stage.first_field
        self.present = set(stage.active)
        self.rank = {entrant: place for place, entrant in enumerate(self.field)}
        self.tables = {
            table.key: table
            for round_ in stage.record.rounds
            for table in round_.tables
            if table.counts
        }
        self.walkovers = {
            key: winner
            for round_ in stage.record.rounds
            for key, winner in round_.walkovers.items()
        }
        self.outcomes: dict[str, Outcome] = {}
        self.ready: list[tuple[Match, tuple[Entrant, Entrant]]] = []
        """What can be played now."""
        self.new_walkovers: dict[str, Entrant | None] = {}
        self.fell: dict[Entrant, str] = {}
        """The match in which somebody was knocked out."""
        size = max(DUEL, 1 << (len(self.field) - 1).bit_length())
        self.depth = size.bit_length() - 1
        for match in structure(size, cast("Crossing", stage.options["crossing"])):
            if match.key != "F2" or self._second_final(with_second=bool(stage.options["reset"])):
                self.outcomes[match.key] = self._outcome(match)

    @property
    def final(self) -> Outcome | None:
        """The last match, if it is over."""
        last = self.outcomes.get("F2", self.outcomes["F1"])
        return last if last.known else None

    def _second_final(self, *, with_second: bool) -> bool:
        """Tell whether the one who had not lost has now done so, and gets the second chance."""
        first, unbeaten = self.outcomes["F1"], self.outcomes[f"W{self.depth}-1"].winner
        return with_second and first.known and first.loser == unbeaten is not None

    def _outcome(self, match: Match) -> Outcome:
        table = self.tables.get(match.key)
        if table is not None:
            return self._played(match.key, table)
        if match.key in self.walkovers:
            return self._walked_over(match, self.walkovers[match.key])
        sides = [self._side(source) for source in match.sources]
        if not all(known for known, _ in sides):
            return Outcome(known=False)
        players = [entrant for _, entrant in sides if entrant is not None]
        if len(players) < DUEL:
            return Outcome(known=True, winner=players[0] if players else None)
        here = [entrant for entrant in players if entrant in self.present]
        if len(here) < DUEL:
            winner = here[0] if here else None
            self.new_walkovers[match.key] = winner
            return self._walked_over(match, winner)
        self.ready.append((match, (players[0], players[1])))
        return Outcome(known=False)

    def _side(self, source: Source) -> tuple[bool, Entrant | None]:
        """Return whether it is known who comes from there, and who it is."""
        if source.kind == "seed":
            place = int(source.of) - 1
            return True, self.field[place] if place < len(self.field) else None
        outcome = self.outcomes[source.of]
        return outcome.known, outcome.winner if source.kind == "winner" else outcome.loser

    def _played(self, key: str, table: Table) -> Outcome:
        if table.places is None:
            return Outcome(known=False)
        order = in_order(table, self.rank)
        if key[0] != "W":
            self.fell[order[1]] = key
        return Outcome(known=True, winner=order[0], loser=order[1])

    def _walked_over(self, match: Match, winner: Entrant | None) -> Outcome:
        """Return the outcome where somebody has left, who is out in either bracket."""
        for _, entrant in map(self._side, match.sources):
            if entrant is not None and entrant != winner:
                self.fell[entrant] = match.key
        return Outcome(known=True, winner=winner)


class DoubleElimination(Format):
    """Winners' and losers' bracket, and a grand final."""

    id = "double_elimination"
    title = "Double elimination"
    about = (
        "Two-player tables in two brackets: a first loss drops you to the second bracket, a "
        "second eliminates you."
    )
    eliminates = True
    supports_pins = False
    allows_late_entry = False
    has_schedule = True
    pairs_by_seed = True
    options = (
        Option(
            name="reset",
            title="Whether an unbeaten finalist must be beaten twice in the grand final.",
            choices=(True, False),
        ),
        Option(
            name="crossing",
            title="Where losers drop: the usual bracket order, or rematches as late as possible.",
            choices=("usual", "latest"),
            labels=("usual order", "rematches as late as possible"),
        ),
        Option(
            name="ties",
            title="Who wins a tied two-player table: the better seed, by lot, or by a judge.",
            choices=("seed", "lots", "judge"),
            labels=("the better seed", "by lot", "by a judge"),
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:  # noqa: ARG002
        """Ask for two entrants or more, and for duels."""
        if entrants < DUEL:
            message = Message("%(count)s cannot play a bracket", count=entrants)
            raise InfeasibleError(message, "have 2 entrants or more")
        if sizes.least > DUEL:
            message = Message(
                "double elimination is for duels, and a table needs %(size)s", size=sizes.least
            )
            raise InfeasibleError(message, 'choose "lives", which is the same for tables')

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return the rounds without a second match of the grand final."""
        return 2 * max(1, (entrants - 1).bit_length())

    def rounds_max(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds with a second match of the grand final, where there may be one."""
        rounds = self.rounds(entrants, sizes, options)
        return None if rounds is None else rounds + bool(options["reset"])

    def is_over(self, stage: Stage) -> bool:
        """Tell whether nobody is left who could meet."""
        return not Bracket(stage).ready

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who plays next; others wait for an opponent. In the first round that is a bye."""
        bracket = Bracket(stage)
        if not stage.record.rounds:
            return bracket.field
        return tuple(each for _, players in bracket.ready for each in players)

    def contenders(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who is in either bracket, those included who wait for an opponent."""
        bracket = Bracket(stage)
        return tuple(
            each for each in bracket.field if each in bracket.present and each not in bracket.fell
        )

    def final_table(self, stage: Stage, round_: Round) -> int | None:  # noqa: ARG002
        """Return the grand final, either match of it."""
        is_final = any(table.key.startswith("F") for table in round_.tables)
        return 0 if is_final else None

    def pair(self, stage: Stage) -> Pairing:
        """Return every match that can be played, in both brackets."""
        bracket = Bracket(stage)
        if not bracket.ready:
            raise InfeasibleError("the bracket has been played", "close the stage")
        playing = {each for _, players in bracket.ready for each in players}
        first = not stage.record.rounds
        byes = tuple(each for each in bracket.field if first and each not in playing)
        pairing = seated_pairing(stage, [players for _, players in bracket.ready], byes)
        return pairing._replace(
            keys=tuple(match.key for match, _ in bracket.ready),
            sources=tuple(
                tuple(source.text for source in match.sources) for match, _ in bracket.ready
            ),
            walkovers=bracket.new_walkovers,
        )

    def lowest_tier(self, stage: Stage, entrant: Entrant) -> tuple[int, ...]:  # noqa: ARG002
        """Return the first round of the losers' bracket that is not over."""
        outcomes = Bracket(stage).outcomes
        still = [
            int(key[1:].partition("-")[0])
            for key, each in outcomes.items()
            if key[0] == "L" and not each.known
        ]
        return (min(still, default=SECOND),)

    def cut_ties(self, stage: Stage) -> tuple[Tie, ...]:
        """Return the duels of the last round that ended level."""
        rank = {entrant: place for place, entrant in enumerate(stage.seeds)}
        last = stage.record.rounds[-1].tables if stage.record.rounds else ()
        return tuple(
            Tie(number, tuple(sorted(level, key=rank.__getitem__)), str(stage.options["ties"]))
            for number, table in enumerate(last)
            if (level := tied_at_cut(table, 1))
        )

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:
        """Rank by the round in which somebody was knocked out, the two of the final above all."""
        bracket = Bracket(stage)
        tiers = dict.fromkeys(bracket.field, (IN_WINNERS,))
        for outcome in bracket.outcomes.values():
            if outcome.loser is not None:
                tiers[outcome.loser] = (IN_LOSERS,)
        for entrant, key in bracket.fell.items():
            tiers[entrant] = (SECOND,) if key[0] == "F" else (_losers_round(key),)
        final = bracket.final
        if final is not None and final.winner is not None:
            tiers[final.winner] = (FIRST,)
        return tiers


def _losers_round(key: str) -> int:
    """Return the round of the losers' bracket that a match is in, or that its loser falls into."""
    number = int(key[1:].partition("-")[0])
    return number if key[0] == "L" else max(1, 2 * (number - 1))
