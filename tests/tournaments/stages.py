"""A stage played without a server: entrants in, rounds paired, results invented, for any format."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

from games.options import Value
from tournaments.formats.core import Format, Pairing, Sizes, Stage
from tournaments.points.registry import schemes_known
from tournaments.record import Entrant, Record, Round, Table
from tournaments.standings import standings

SCHEME = schemes_known()[0]


class Played:
    """A stage as it is being played; the lower number wins more often."""

    def __init__(
        self, format_: Format, entrants: int, sizes: Sizes, seed: int = 0, **options: Value
    ) -> None:
        self.format = format_
        self.sizes = sizes
        self.options = format_.check_options(options)
        self.seeds = list(range(1, entrants + 1))
        self.began = tuple(self.seeds)
        self.gone: set[Entrant] = set()
        self.rounds: list[Round] = []
        self.pairings: list[Pairing] = []
        self.seed = seed
        self.rng = Random(seed)
        format_.check(entrants, sizes, self.options)

    @property
    def active(self) -> tuple[Entrant, ...]:
        return tuple(each for each in self.seeds if each not in self.gone)

    def stage(self) -> Stage:
        record = Record(self.seeds, self.rounds, bye_points=SCHEME.bye(self.sizes.target))
        before = Stage(
            tuple(self.seeds),
            self.active,
            record,
            tuple(self.seeds),
            self.sizes,
            self.options,
            sha256(f"{self.seed}:{len(self.rounds)}".encode()).digest(),
            began=self.began,
            extra={"seconds": 300 * len(self.rounds)},
        )
        lines = standings(
            record,
            ("wins", "buchholz"),
            tiers=self.format.tiers(before),
            points=self.format.points(before),
        )
        return replace(before, standings=tuple(line.entrant for line in lines))

    def pair(self) -> Pairing:
        return self.format.pair(self.stage())

    def play(self, pairing: Pairing) -> None:
        """Give every table a result; some end level."""
        tables = tuple(
            self.result(seats)._replace(key=pairing.key(place))
            for place, seats in enumerate(pairing.tables)
        )
        self.pairings.append(pairing)
        number = len(self.rounds) + 1
        mean = SCHEME.points((1,) * self.sizes.target, None)[0]
        granted = dict.fromkeys(pairing.byes, mean) if self.format.rests(self.options) else {}
        self.rounds.append(Round(number, tables, pairing.byes, pairing.walkovers, granted=granted))

    def result(self, seats: Sequence[Entrant]) -> Table:
        strengths = [self.rng.gauss(-each / len(self.seeds), 0.5) for each in seats]
        scores = tuple(round(4 * strength) for strength in strengths)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Table(tuple(seats), places, scores, SCHEME.points(places, scores))

    def play_out(self, rounds_max: int = 40) -> "Played":
        while not self.format.is_over(self.stage()):
            assert len(self.rounds) < rounds_max, f"{self.format.id} does not end"
            self.play(self.pair())
        return self
