"""What the API answers about puzzles, as typed structs."""

from datetime import date
from typing import Literal

from msgspec import Struct

from api.formats import Id, Instant, Object


class PuzzleListed(Struct, frozen=True):
    """A puzzle in a list."""

    id: Id
    """The id of the puzzle."""
    game: str
    """The id of the game."""
    daily_on: date | None
    """The day, in UTC, whose puzzle it is or was."""
    right: bool | None
    """Whether your answer was the best move; null before you answer."""


class PuzzleOfDay(Struct, frozen=True):
    """The puzzle of a game for today."""

    game: str
    """The id of the game."""
    puzzle: PuzzleListed | None
    """The puzzle; null where none has been found."""
    solvers: int
    """How many people have found the move today."""
    streak: int | None
    """How many daily puzzles of the game in a row you have solved; null for a stranger."""


class PuzzlesOfDay(Struct, frozen=True):
    """The puzzles of a day."""

    day: date
    """The day, in UTC."""
    puzzles: list[PuzzleOfDay]
    """One for each game."""


class PuzzleChoice(Struct, frozen=True):
    """A legal move, and what it is worth."""

    move: Object
    """The move."""
    behind: float
    """By how many places it is worse than the best one."""
    se: float
    """The standard error of that."""


class PuzzleAnswer(Struct, frozen=True):
    """What the analysis has found, told to who has answered."""

    move: Object
    """Your answer: the first one, which counts."""
    right: bool
    """Whether it is the best move."""
    best: Object
    """The best move."""
    made: Object
    """What the player did."""
    choices: list[PuzzleChoice]
    """Every legal move, the best one first."""
    unit: Literal["places"]
    """Of all figures."""
    worlds: int
    """In how many imagined worlds each move was played out."""
    version: str
    """The version of the method."""
    match: Id
    """The match that the position is from."""
    at: int
    """The version of the match at which the decision had to be made."""
    answered: int
    """How many have answered the puzzle."""
    found: int
    """How many of them have found the move."""


class PuzzleShown(Struct, frozen=True):
    """A puzzle: the table as the player saw it who had to decide."""

    id: Id
    """The id of the puzzle."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    dataset: str
    """The components that it is played with."""
    options: Object
    """The options of the match."""
    seats: int
    """How many sit at the table."""
    seat: int
    """The seat that has to decide."""
    view: Object
    """The table as that seat sees it."""
    legal_moves: list[Object]
    """What it may do."""
    daily_on: date | None
    """The day, in UTC, whose puzzle it is or was."""
    answer: PuzzleAnswer | None
    """The answer, once you have given yours."""


class PuzzleSolver(Struct, frozen=True):
    """Somebody who has found the move of a daily puzzle on its day."""

    player: str
    """Their name."""
    solved_at: Instant
    """When they answered."""
    streak: int
    """How many daily puzzles of the game in a row they had solved then."""


class PuzzleSolvers(Struct, frozen=True):
    """Who has found the move of a daily puzzle on its day."""

    solvers: int
    """How many people."""
    first: list[PuzzleSolver]
    """The first of them, in order."""
