"""Puzzles as they are answered."""

from collections.abc import Mapping
from uuid import UUID

from games import registry as games
from puzzles import selectors
from puzzles.answers import (
    PuzzleAnswer,
    PuzzleChoice,
    PuzzleListed,
    PuzzleOfDay,
    PuzzleShown,
    PuzzlesOfDay,
    PuzzleSolver,
    PuzzleSolvers,
)
from puzzles.models import Answer, Puzzle

SOLVERS_MAX = 50
"""Who is named of those who have found the move."""


def listed(row: Puzzle, answered: Mapping[UUID, bool]) -> PuzzleListed:
    """Return a puzzle as lists have it."""
    return PuzzleListed(str(row.pk), row.game, row.daily_on, answered.get(row.pk))


def today(account: UUID | None) -> PuzzlesOfDay:
    """Return the puzzles of today, one for each game."""
    return PuzzlesOfDay(
        selectors.today(),
        [_of_day(rules.game, account) for rules in games.current_games()],
    )


def _of_day(game: str, account: UUID | None) -> PuzzleOfDay:
    row = selectors.daily(game)
    answered = {} if row is None else selectors.answers_of(account, [row])
    return PuzzleOfDay(
        game=game,
        puzzle=None if row is None else listed(row, answered),
        solvers=0 if row is None else selectors.solvers(row).count(),
        streak=None if account is None else selectors.streak(game, account),
    )


def puzzle(row: Puzzle, account: UUID | None) -> PuzzleShown:
    """Return a puzzle as an account may see it; raises not_found."""
    there = selectors.position(row)
    given = selectors.answer(row, account)
    return PuzzleShown(
        id=str(row.pk),
        game=row.game,
        rules=there.rules.id,
        dataset=there.match.dataset,
        options=there.match.options,
        seats=there.match.seats_max,
        seat=there.seat,
        view=there.view,
        legal_moves=there.legal_moves,
        daily_on=row.daily_on,
        answer=None if given is None else answer(row, given),
    )


def answer(row: Puzzle, given: Answer) -> PuzzleAnswer:
    """Return what is told to who has answered."""
    key, tally = selectors.answer_key(row), selectors.tally(row)
    choices = sorted(key.choices, key=lambda each: each.behind)
    return PuzzleAnswer(
        move=given.move,
        right=given.is_right,
        best=key.best,
        made=key.made,
        choices=[PuzzleChoice(each.move, each.behind, each.se) for each in choices],
        unit="places",
        worlds=key.worlds,
        version=row.version,
        match=str(row.match_id),
        at=row.at,
        answered=tally.answered,
        found=tally.right,
    )


def solvers(row: Puzzle) -> PuzzleSolvers:
    """Return who has found the move on the puzzle's day."""
    first = [
        PuzzleSolver(each.account.username, each.solved_at, each.streak)
        for each in selectors.table(row, SOLVERS_MAX)
    ]
    return PuzzleSolvers(selectors.solvers(row).count(), first)
