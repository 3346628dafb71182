"""Read puzzles, and answer them."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, needs, viewer
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, page
from api.views import View
from matches.api.request_context import PUBLIC
from puzzles import selectors, services, shown
from puzzles.answers import PuzzleAnswer, PuzzleListed, PuzzleShown, PuzzlesOfDay, PuzzleSolvers
from puzzles.api.requests import NewAnswer, PuzzlesQuery
from puzzles.models import Puzzle

TAGS = ["puzzles"]


class Puzzles(View):
    """Puzzles that may be solved."""

    access: ClassVar = PUBLIC

    @documented(
        "List puzzles.",
        query=PuzzlesQuery,
        answers={200: Page[PuzzleListed]},
        problems=["not_found"],
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """Return open puzzles, latest first, with your results."""
        query = validation.parse_query(request, PuzzlesQuery)
        rows = selectors.open_puzzles()
        if query.game:
            selectors.require_game(query.game)
            rows = rows.filter(game=query.game)
        found = page(request, query, rows, _itself, ("-opened_at", "-pk"))
        answered = selectors.answers_of(viewer(request), found.results)
        results = [shown.listed(row, answered) for row in found.results]
        return Response(Page(results, found.next, found.previous))


def _itself(row: Puzzle) -> Puzzle:
    return row


class Today(View):
    """The puzzles of today."""

    access: ClassVar = PUBLIC

    @documented("Get today's puzzles.", answers={200: PuzzlesOfDay}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return today's puzzle of each game and your streaks."""
        return Response(shown.today(viewer(request)))


class PuzzleDetail(View):
    """A puzzle."""

    access: ClassVar = PUBLIC

    @documented("Get a puzzle.", answers={200: PuzzleShown}, tags=TAGS)
    def get(self, request: Request, puzzle: UUID) -> Response:
        """Return the position as the player saw it, with the solution once you have answered."""
        return Response(shown.puzzle(selectors.puzzle(puzzle), viewer(request)))


class Answers(View):
    """Answers to a puzzle."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Answer a puzzle.",
        request=NewAnswer,
        answers={200: PuzzleAnswer},
        problems=["illegal_move", "permission_denied"],
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, puzzle: UUID) -> Response:
        """Choose a move. Only your first answer counts; the response to later ones is the same.

        Today's puzzle can be answered only by accounts that are older than the puzzle.
        """
        asked = validation.parse_body(request, NewAnswer)
        me = identity(request).account_id
        given = services.answer(puzzle_id=puzzle, account_id=me, move=asked.move)
        return Response(shown.answer(selectors.puzzle(puzzle), given))


class Solvers(View):
    """Who has solved a daily puzzle."""

    access: ClassVar = PUBLIC

    @documented("List the solvers of a daily puzzle.", answers={200: PuzzleSolvers}, tags=TAGS)
    def get(self, _request: Request, puzzle: UUID) -> Response:
        """Return how many people found the move on the day of the puzzle, and the first of them."""
        return Response(shown.solvers(selectors.puzzle(puzzle)))
