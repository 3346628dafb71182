"""What the API answers about puzzles, as typed structs."""

from datetime import date
from typing import Literal

from msgspec import Struct

from api.formats import Id, Instant, Object


class PuzzleListed(Struct, frozen=True):
    """The summary of a puzzle."""

    id: Id
    """The id of the puzzle."""
    game: str
    """The id of the game."""
    daily_on: date | None
    """The date (UTC) on which it is or was the daily puzzle; null if never."""
    right: bool | None
    """Whether your answer was the best move; null if you have not answered."""


class PuzzleOfDay(Struct, frozen=True):
    """Today's puzzle of a game."""

    game: str
    """The id of the game."""
    puzzle: PuzzleListed | None
    """The puzzle; null if there is none today."""
    solvers: int
    """The number of people who have found the best move today."""
    streak: int | None
    """The number of daily puzzles of the game that you have solved in a row; null without an
    account."""


class PuzzlesOfDay(Struct, frozen=True):
    """The puzzles of a day."""

    day: date
    """The date (UTC)."""
    puzzles: list[PuzzleOfDay]
    """One for each game."""


class PuzzleChoice(Struct, frozen=True):
    """A legal move and its value."""

    move: Object
    """The move."""
    behind: float
    """The number of places by which the move is worse than the best one."""
    se: float
    """The standard error of `behind`."""


class PuzzleAnswer(Struct, frozen=True):
    """The solution, for those who have answered."""

    move: Object
    """Your first answer, which is the one that counts."""
    right: bool
    """Whether your answer is the best move."""
    best: Object
    """The best move."""
    made: Object
    """The move that the player made."""
    choices: list[PuzzleChoice]
    """All legal moves, best first."""
    unit: Literal["places"]
    """The unit of all figures."""
    worlds: int
    """The number of simulated deals in which each move was played out."""
    version: str
    """The version of the method."""
    match: Id
    """The id of the match from which the position is taken."""
    at: int
    """The version of the match at which the decision had to be made."""
    answered: int
    """The number of people who have answered the puzzle."""
    found: int
    """The number of people who have found the best move."""


class PuzzleShown(Struct, frozen=True):
    """A puzzle: a position as the player who had to decide saw it."""

    id: Id
    """The id of the puzzle."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    dataset: str
    """The id of the dataset (component data)."""
    options: Object
    """The options of the game."""
    seats: int
    """The number of players."""
    seat: int
    """The number of the seat that has to decide."""
    view: Object
    """The position as that seat sees it."""
    legal_moves: list[Object]
    """The legal moves of that seat."""
    daily_on: date | None
    """The date (UTC) on which it is or was the daily puzzle; null if never."""
    answer: PuzzleAnswer | None
    """The solution; null until you have answered."""


class PuzzleSolver(Struct, frozen=True):
    """A person who solved a daily puzzle on its day."""

    player: str
    """The name of the player."""
    solved_at: Instant
    """When the player answered."""
    streak: int
    """The number of daily puzzles of the game that the player had solved in a row at that time."""


class PuzzleSolvers(Struct, frozen=True):
    """The people who solved a daily puzzle on its day."""

    solvers: int
    """The number of solvers."""
    first: list[PuzzleSolver]
    """The first solvers, in order."""
