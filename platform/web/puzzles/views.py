"""Solve puzzles: today's, older ones, and one after the other."""

from typing import NamedTuple
from uuid import UUID

import msgspec
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from api import addresses, limits
from api.problems import Problem
from games import registry as games
from games.json_types import JsonObject
from games.messages import Message
from puzzles import selectors, services
from puzzles.models import Puzzle
from puzzles.selectors import Solver
from puzzles.services import Judged
from web import requests
from web.games.registry import language
from web.matches import refusals
from web.puzzles.puzzle_page import puzzle_page

ROWS = 50
SOLVERS_MAX = 10
"""Who is named beside each of today's puzzles."""


class Today(NamedTuple):
    """The puzzle of a game for today, and how the reader has done."""

    game: str
    puzzle: Puzzle | None
    is_right: bool | None
    """None before the reader answers."""
    streak: int
    solved: int
    """How many people have found the move today."""
    solvers: list[Solver]
    others: int
    """How many puzzles of the game may be solved that the reader has not answered."""


@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the puzzles of today, who has solved them, and the way to all others."""
    me = requests.account_id(request)
    context = {
        "section": "puzzles",
        "day": selectors.today(),
        "games": [_today(rules.game, me) for rules in games.current_games()],
    }
    return render(request, "web/puzzles/puzzles.html", context)


def _today(game: str, me: UUID | None) -> Today:
    row = selectors.daily(game)
    given = None if row is None else selectors.answer(row, me)
    return Today(
        game=game,
        puzzle=row,
        is_right=None if given is None else given.is_right,
        streak=0 if me is None else selectors.streak(game, me),
        solved=0 if row is None else selectors.solvers(row).count(),
        solvers=[] if row is None else selectors.table(row, SOLVERS_MAX),
        others=selectors.unanswered(me, game).count(),
    )


@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to a puzzle that the reader has not answered; to all of them where none is left."""
    game, besides = request.GET.get("game", ""), request.GET.get("after", "")
    if game:
        _require(game)
    found = selectors.next_puzzle(requests.account_id(request), game, _id(besides))
    return redirect("web:puzzles") if found is None else redirect("web:puzzle", found.pk)


def _require(game: str) -> None:
    if game not in {rules.game for rules in games.current_games()}:
        raise Http404


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@never_cache
def archive(request: HttpRequest, game: str) -> HttpResponse:
    """List the daily puzzles of a game, the latest first."""
    _require(game)
    rows = Paginator(selectors.dailies(game), ROWS).get_page(request.GET.get("page"))
    answered = selectors.answers_of(requests.account_id(request), rows)
    context = {
        "section": "puzzles",
        "game": game,
        "page": rows,
        "rows": [(row, answered.get(row.pk)) for row in rows],
    }
    return render(request, "web/puzzles/archive.html", context)


@never_cache
def puzzle(request: HttpRequest, puzzle_id: UUID) -> HttpResponse:
    """Show a puzzle; take the move of the pressed button, and tell the answer.

    The answer of a stranger is judged and not kept; of today's puzzle nothing more is told, also to
    who has an account that is newer than it.
    """
    reader = requests.account(request)
    me = None if reader is None else reader.pk
    row = selectors.puzzle(puzzle_id)
    if request.method != "POST":
        return _shown(request, row, _given(row, me))
    try:
        limits.spend_leased("write", _subject(request, me))
        move = _move(request.POST.get("move", ""))
        if selectors.is_for_older(row, reader):
            # Whoever is told more could sign in, with another account, and be first.
            site = addresses.site(request)
            is_right = services.guess(puzzle_id=row.pk, move=move, site=site)
            return _shown(request, row, None, is_right=is_right)
        if me is not None:
            services.answer(puzzle_id=row.pk, account_id=me, move=move)
            return redirect("web:puzzle", row.pk)
        return _shown(request, row, services.judge(row.pk, move))
    except Problem as problem:
        return _shown(request, row, _given(row, me), problem=problem)


def _given(row: Puzzle, me: UUID | None) -> Judged | None:
    found = selectors.answer(row, me)
    return None if found is None else Judged(row, found.move, found.is_right)


def _shown(
    request: HttpRequest,
    row: Puzzle,
    given: Judged | None,
    *,
    problem: Problem | None = None,
    is_right: bool | None = None,
) -> HttpResponse:
    page = puzzle_page(row, given, is_kept=requests.account_id(request) is not None)
    words = (
        None if problem is None else refusals.words(problem, language(row.game, page.match.dataset))
    )
    context = {"section": "puzzles", "problem": words, "is_right": is_right, **page.context()}
    status = 200 if problem is None else problem.status
    return render(request, "web/puzzles/puzzle.html", context, status=status)


def _subject(request: HttpRequest, me: UUID | None) -> str:
    return f"address:{addresses.site(request)}" if me is None else f"account:{me}"


def _move(text: str) -> JsonObject:
    try:
        return msgspec.json.decode(text.encode(), type=JsonObject)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Problem("parse_error", Message("The move is not a JSON object.")) from error
