"""The contract between a rating system and the ladder that uses it.

A system turns what it knows of the players of one match, and their places, into what it knows of
them afterwards. It is deterministic: the same numbers on every machine, since everything that it
keeps is a whole number of steps (`decimals` says how small a step is) and rounding comes last.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from games.messages import Message

Parameters = Mapping[str, int]
Weights = Sequence[Sequence[int]]
"""What each pair counts for the first of the two, in thousandths, by the indices of both."""
PARTS = 1000
"""The weight of a pair that counts wholly."""


def weighed(steps: int, weight: int) -> int:
    """Return a change by the weight of its pair, in thousandths, rounded towards zero.

    >>> weighed(-1005, 500), weighed(1005, 500)
    (-502, 502)
    """
    size = abs(steps) * weight // PARTS
    return size if steps >= 0 else -size


class Parameter(NamedTuple):
    """A whole number that an admin may set."""

    name: str
    default: int
    least: int
    most: int
    about: str


class ParameterError(ValueError):
    """Parameters that the system does not take."""

    def __init__(self, errors: Iterable[tuple[str, Message]]) -> None:
        self.errors = tuple(errors)
        """Name of the parameter and what is wrong with it."""
        super().__init__("; ".join(f"{name}: {text}" for name, text in self.errors))


class Rating(NamedTuple):
    """What is known of a player's strength."""

    rating: int
    """In steps of the system."""
    deviation: int
    """How uncertain the rating is, in steps; 0 in systems that do not tell."""
    games: int
    """Rated matches so far."""


class Pair(NamedTuple):
    """What one opponent contributed to a player's change."""

    opponent: int
    """The opponent's index at the table."""
    expected: float
    """The share of the point that was expected, between 0 and 1."""
    actual: float
    """1 before the opponent, 0.5 level, 0 behind."""
    weight: float
    """Rating points at stake: the change is weight times (actual - expected)."""
    change: int
    """In steps."""


class RatingSystem(ABC):
    """A way to rate; an instance has its parameters."""

    id: ClassVar[str]
    title: ClassVar[str]
    decimals: ClassVar[int]
    """A step is 10 to the power of minus this."""
    spread: ClassVar[int]
    """Steps between two players of whom the better one takes about two thirds."""
    takes_seats: ClassVar[bool] = False
    """Whether it has a use for what a seat is worth."""
    parameters: ClassVar[tuple[Parameter, ...]]

    def __init__(self, parameters: Parameters) -> None:
        """Take parameters that `checked` has answered."""
        self.values = dict(parameters)

    @classmethod
    def checked(cls, given: Mapping[str, object]) -> dict[str, int]:
        """Return all parameters, missing ones by default; raises ParameterError."""
        known = {each.name: each for each in cls.parameters}
        errors = [
            (
                name,
                Message(
                    "is not a parameter of %(system)s; it has %(known)s",
                    system=cls.id,
                    known=list(known),
                ),
            )
            for name in given
            if name not in known
        ]
        for name, each in known.items():
            value = given.get(name, each.default)
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if not is_whole or not each.least <= int(str(value)) <= each.most:
                text = Message(
                    "must be a whole number from %(least)s to %(most)s, not %(given)s",
                    least=each.least,
                    most=each.most,
                    given=repr(value),
                )
                errors.append((name, text))
        if errors:
            raise ParameterError(errors)
        return {name: int(str(given.get(name, each.default))) for name, each in known.items()}

    @abstractmethod
    def initial(self) -> Rating:
        """Return what is known of a newcomer."""

    @abstractmethod
    def rate(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],
        weights: Weights | None = None,
    ) -> list[Rating]:
        """Return what is known of each player after a match of two or more.

        The best place is the least number, and equal places are a tie. `terms` says what each
        player's seat is worth, in steps; whoever does not take seats ignores it. None for
        `weights` means that every pair counts wholly.
        """

    @abstractmethod
    def explain(
        self,
        marks: Sequence[Rating],
        places: Sequence[int],
        terms: Sequence[int],
        weights: Weights | None = None,
    ) -> list[list[Pair]]:
        """Return for each player what each opponent contributed, in the order of the table."""

    def expected(self, marks: Sequence[Rating]) -> list[float]:
        """Return the mean share that each player is expected to take from the others."""
        rows = self.explain(marks, [1] * len(marks), [0] * len(marks))
        return [sum(pair.expected for pair in row) / len(row) for row in rows]

    def is_provisional(self, mark: Rating) -> bool:
        """Return whether the rating says little yet."""
        return mark.games < self.values["provisional_games"]

    def about_provisional(self) -> Message:
        """Return what it means for a player that the rating is provisional, as pages say it.

        A system that has another way of telling, or by which such ratings move otherwise, says so.
        """
        return Message(
            "With fewer than %(games)s matches the rating may be far from the truth.",
            games=self.values["provisional_games"],
        )

    def regressed(self, mark: Rating, keep_percent: int) -> Rating:
        """Return the mark for a new season: that much of the lead over a newcomer is kept."""
        start = self.initial()
        lead = (mark.rating - start.rating) * keep_percent
        kept = lead // 100 if lead >= 0 else -(-lead // 100)
        return mark._replace(rating=start.rating + kept)


PROVISIONAL = Parameter(
    "provisional_games", 20, 0, 1000, "Matches until a rating counts as established."
)
