"""Read puzzles: what a solver may see, and the answer only after theirs. They never write."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID, uuid4

import msgspec
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Account
from analyses.puzzles import FoundPuzzle
from games import registry as games
from games.core import ALL, AnyRules
from games.json_types import JsonObject
from matches import redaction
from matches import selectors as matches
from matches.answers import MatchShown
from matches.match_lists import visible
from matches.recordings import Recording
from matches.state import Status
from puzzles import refusals
from puzzles.models import Answer, Puzzle

DAYS_MAX = 1000
"""How far back a streak is followed."""


def of_public_matches() -> QuerySet[Puzzle]:
    """Return the puzzles of matches of which everybody may know all."""
    open_to_all = visible(None).filter(status=Status.FINISHED.value)
    return Puzzle.objects.filter(match__in=open_to_all)


def open_puzzles() -> QuerySet[Puzzle]:
    """Return the puzzles that may be solved."""
    return of_public_matches().filter(opened_at__lte=timezone.now())


def puzzle(puzzle_id: UUID) -> Puzzle:
    """Return a puzzle that may be solved; raises not_found."""
    row = open_puzzles().filter(pk=puzzle_id).first()
    if row is None:
        raise refusals.not_found()
    return row


def require_game(game: str) -> None:
    """Raise not_found for a game that there is not."""
    if game not in {rules.game for rules in games.current_games()}:
        raise refusals.no_game(game)


def today() -> date:
    """Return the day whose puzzles are on: the same everywhere."""
    return timezone.now().date()


def daily(game: str, day: date | None = None) -> Puzzle | None:
    """Return the puzzle of a game and a day, today by default; None where there is none."""
    return open_puzzles().filter(game=game, daily_on=day or today()).first()


def dailies(game: str) -> QuerySet[Puzzle]:
    """Return the daily puzzles of a game up to today, the latest first."""
    return open_puzzles().filter(game=game, daily_on__lte=today()).order_by("-daily_on")


def unanswered(account: UUID | None, game: str = "") -> QuerySet[Puzzle]:
    """Return the puzzles that an account has not answered, of a game or all; all for a stranger."""
    rows = open_puzzles().filter(game=game) if game else open_puzzles()
    if account is None:
        return rows
    return rows.exclude(Exists(Answer.objects.filter(account=account, puzzle=OuterRef("pk"))))


def next_puzzle(account: UUID | None, game: str = "", besides: UUID | None = None) -> Puzzle | None:
    """Return a puzzle that an account has not answered: one of today's, or else any one."""
    rows = unanswered(account, game)
    if besides is not None:
        rows = rows.exclude(pk=besides)
    set_for_today = None if account is None else rows.filter(daily_on=today()).order_by("game")
    first = None if set_for_today is None else set_for_today.first()
    return first or _any_of(rows)


def _any_of(rows: QuerySet[Puzzle]) -> Puzzle | None:
    """Return a puzzle by chance: ids are drawn, so that one drawn now leads to the next of them."""
    by_id = rows.order_by("pk")
    return by_id.filter(pk__gte=uuid4()).first() or by_id.first()


class Position(NamedTuple):
    """The table as the player saw it who had to decide."""

    match: MatchShown
    """The match as it is now: its id, names and result are not for who has not answered."""
    recording: Recording
    rules: AnyRules
    game: object
    """The game's state; nobody changes it."""
    seat: int
    view: JsonObject
    legal_moves: list[JsonObject]


def position(row: Puzzle) -> Position:
    """Return the position of a puzzle; raises not_found where not all of the match is public."""
    page, recording = matches.recorded(row.match_id, None)
    if redaction.viewer_of(recording.head, None) != ALL:
        raise refusals.not_found()
    rules, game = recording.head.rules, recording.at(row.at).game
    legal = [rules.move_data(game, row.seat, move) for move in rules.legal_moves(game, row.seat)]
    view = rules.view(game, row.seat)
    return Position(page, recording, rules, game, row.seat, view, legal)


def answer_key(row: Puzzle) -> FoundPuzzle:
    """Return what the analysis has found; only for who has answered."""
    return msgspec.json.decode(row.body, type=FoundPuzzle)


def is_for_older(row: Puzzle, account: Account | None) -> bool:
    """Tell whether it is today's puzzle, and newer than an account; so it is for strangers.

    Whoever could make one account to read the answer with would give it by another, first of all.
    """
    if row.daily_on != today() or row.opened_at is None:
        return False
    return account is None or account.is_guest or account.date_joined >= row.opened_at


def answer(row: Puzzle, account: UUID | None) -> Answer | None:
    """Return an account's answer to a puzzle, if it has given one."""
    if account is None:
        return None
    return Answer.objects.filter(puzzle=row, account=account).first()


def answers_of(account: UUID | None, rows: Iterable[Puzzle]) -> Mapping[UUID, bool]:
    """Return by puzzle whether an account's answer is right, of those that it has answered."""
    if account is None:
        return {}
    found = Answer.objects.filter(account=account, puzzle__in=list(rows))
    return dict(found.values_list("puzzle", "is_right"))


class Tally(NamedTuple):
    """How many have answered a puzzle, and how many of them found the move."""

    answered: int
    right: int


def tally(row: Puzzle) -> Tally:
    """Return how all have done, whenever they answered."""
    found = Answer.objects.filter(puzzle=row).aggregate(
        answered=Count("pk"), right=Count("pk", filter=Q(is_right=True))
    )
    return Tally(found["answered"], found["right"])


def solvers(row: Puzzle) -> QuerySet[Answer]:
    """Return who has found the move on the puzzle's own day, the first ones first.

    People whose accounts are open and who did not sit at that match.
    """
    found = Answer.objects.filter(puzzle=row, is_listed=True, is_right=True)
    found = found.filter(account__is_active=True).select_related("account")
    return found.order_by("answered_at", "pk")


class Solver(NamedTuple):
    """Somebody who has found the move of a daily puzzle."""

    account: Account
    solved_at: datetime
    streak: int
    """How many daily puzzles of the game in a row, this one the last."""


def table(row: Puzzle, most: int) -> list[Solver]:
    """Return the first to find the move of a daily puzzle, with their streaks."""
    found = list(solvers(row)[:most])
    if row.daily_on is None:
        return []
    runs = streaks(row.game, [each.account_id for each in found], row.daily_on)
    return [Solver(each.account, each.answered_at, runs[each.account_id]) for each in found]


def streak(game: str, account: UUID) -> int:
    """Return how many daily puzzles of a game in a row an account has solved, up to now.

    Today's counts once it is answered.
    """
    current = daily(game)
    row = None if current is None else answer(current, account)
    is_waiting = current is not None and row is None
    until = today()
    if is_waiting:
        earlier = dailies(game).filter(daily_on__lt=until).first()
        if earlier is None or earlier.daily_on is None:
            return 0
        until = earlier.daily_on
    return streaks(game, [account], until)[account]


def streaks(game: str, accounts: Iterable[UUID], until: date) -> dict[UUID, int]:
    """Return by account how many daily puzzles in a row it has solved, back from a day.

    A day on which the game had no puzzle breaks nothing.
    """
    wanted = list(accounts)
    days = list(
        open_puzzles()
        .filter(game=game, daily_on__lte=until)
        .order_by("-daily_on")
        .values_list("pk", flat=True)[:DAYS_MAX]
    )
    solved: dict[UUID, set[UUID]] = {each: set() for each in wanted}
    rows = Answer.objects.filter(puzzle__in=days, account__in=wanted, is_listed=True, is_right=True)
    for account, puzzle_id in rows.values_list("account", "puzzle"):
        solved[account].add(puzzle_id)
    return {account: _run(days, solved[account]) for account in wanted}


def _run(days: list[UUID], solved: set[UUID]) -> int:
    for number, day in enumerate(days):
        if day not in solved:
            return number
    return len(days)
