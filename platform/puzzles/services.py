"""Have puzzles found, set one a day for each game, and take answers."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Account
from analyses import puzzles as mining
from analyses import services as analyses
from analyses.models import Analysis
from bots.analysis.puzzle import VERSION
from games import registry as games
from games.core import IllegalMoveError
from games.json_types import JsonMapping, JsonObject
from matches.models import Match, Seat
from puzzles import refusals, selectors
from puzzles.models import Answer, Puzzle
from puzzles.selectors import Position

RESERVE = 7
"""So many puzzles of a game are kept for days to come; the others are open at once."""
A_DAY = 24
"""When so many of a game were found in a day, and the reserve is full, no more are looked for."""
MATCHES_AT_ONCE = 4
GUESSES_KEPT = 24 * 60 * 60
"""Seconds; a puzzle is the one of today for no longer."""
RECENT = timedelta(days=2)
"""How long after it was made an analysis is looked at for puzzles."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def tend() -> None:
    """Take in what was found, set today's puzzles, and have more looked for where there are few."""
    take_in()
    for rules in games.current_games():
        set_daily(rules.game)
        release(rules.game)
        look_for_more(rules.game)


def take_in() -> int:
    """Make puzzles of what analyses have found lately, one of a match; return how many are new."""
    known = Puzzle.objects.filter(match=OuterRef("match"))
    done = Analysis.objects.filter(
        ~Exists(known),
        kind=Analysis.Kind.PUZZLES,
        version=VERSION,
        done_at__gte=timezone.now() - RECENT,
    )
    rows = [
        Puzzle(
            # An id with a time in it would tell where to look for the match.
            id=uuid4(),
            match_id=analysis.match_id,
            game=analysis.match.game,
            at=found.at,
            seat=found.seat,
            version=VERSION,
            body=mining.encoded(found),
            found_at=timezone.now(),
        )
        for analysis in done.select_related("match").order_by("done_at")
        for found in mining.read(analysis.body)[: mining.PUZZLES_MAX]
    ]
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def set_daily(game: str) -> None:
    """Set the puzzle of today, the oldest that is kept, where there is none of a public match."""
    if selectors.daily(game) is not None:
        return
    today = selectors.today()
    kept = selectors.of_public_matches().filter(game=game, opened_at=None)
    row = kept.order_by("found_at", "pk").first()
    if row is None:
        return
    with transaction.atomic():
        # What was set but is public no more makes room.
        Puzzle.objects.filter(game=game, daily_on=today).update(daily_on=None)
        Puzzle.objects.filter(pk=row.pk).update(daily_on=today, opened_at=timezone.now())
    log.info("daily_puzzle", game=game, puzzle=str(row.pk))


def release(game: str) -> None:
    """Open what is found beyond the reserve."""
    kept = selectors.of_public_matches().filter(game=game, opened_at=None)
    beyond = kept.order_by("found_at", "pk").values_list("pk", flat=True)[RESERVE:]
    Puzzle.objects.filter(pk__in=list(beyond)).update(opened_at=timezone.now())


def look_for_more(game: str) -> None:
    """Have matches looked through while the reserve is not full, or few were found today."""
    # What is withheld, private or called off since can be set on no day.
    rows = selectors.of_public_matches().filter(game=game)
    since = timezone.now() - timedelta(days=1)
    is_full = rows.filter(opened_at=None).count() >= RESERVE
    if not is_full or rows.filter(found_at__gte=since).count() < A_DAY:
        analyses.queue_puzzles(game=game, limit=MATCHES_AT_ONCE)


class Judged(NamedTuple):
    """A move that somebody has chosen."""

    row: Puzzle
    move: JsonObject
    is_right: bool


def judge(puzzle_id: UUID, move: JsonMapping) -> Judged:
    """Return whether a move is the best one of a puzzle, and keep nothing.

    Raises not_found and illegal_move.
    """
    row = selectors.puzzle(puzzle_id)
    return _judged(row, selectors.position(row), move)


def _judged(row: Puzzle, there: Position, move: JsonMapping) -> Judged:
    rules, game, seat = there.rules, there.game, there.seat
    try:
        parsed = rules.parse_move(game, seat, move)
    except IllegalMoveError as error:
        raise refusals.illegal_move(error) from error
    if parsed not in rules.legal_moves(game, seat):
        raise refusals.illegal_move(IllegalMoveError(rules.illegal_reason(game, seat, parsed)))
    best = rules.parse_move(game, seat, selectors.answer_key(row).best)
    return Judged(row, rules.move_data(game, seat, parsed), parsed == best)


def answer(*, puzzle_id: UUID, account_id: UUID, move: JsonMapping) -> Answer:
    """Return an account's answer to a puzzle: its first one, which this is or which stays.

    Raises not_found and illegal_move; and permission_denied for today's puzzle, where the account
    is a guest's, or newer than it.
    """
    judged = judge(puzzle_id, move)
    row = judged.row
    account = Account.objects.get(pk=account_id)
    if selectors.is_for_older(row, account):
        raise refusals.too_new()
    sat_there = _has_played(row.match, account_id)
    is_in_time = row.daily_on is not None and row.daily_on == selectors.today()
    said = {
        "move": judged.move,
        "is_right": judged.is_right,
        "is_listed": is_in_time and not sat_there and not (account.is_bot or account.is_guest),
        "answered_at": timezone.now(),
    }
    found, _made = Answer.objects.get_or_create(puzzle=row, account_id=account_id, defaults=said)
    return found


def guess(*, puzzle_id: UUID, move: JsonMapping, site: str) -> bool:
    """Return whether a move is the best one of today's puzzle, of who is told no more.

    From an address one move is judged a day, again if it is asked for again: the others would tell
    the answer to who signs in after that. Raises not_found, illegal_move and permission_denied.
    """
    judged = judge(puzzle_id, move)
    tried = salted_hmac("puzzles.guess", f"{puzzle_id} {site}", algorithm="sha256").hexdigest()
    if not cache.add(tried, judged.move, GUESSES_KEPT) and cache.get(tried) != judged.move:
        raise refusals.tried_already()
    return judged.is_right


def _has_played(match: Match, account_id: UUID) -> bool:
    """Tell whether an account has sat at a match, or at another table of the same deal."""
    same = Q(match=match.pk)
    if match.deal_id is not None:
        same |= Q(match__deal_id=match.deal_id)
    return Seat.objects.filter(same, account=account_id).exists()


def erase(*, account_id: UUID) -> None:
    """Forget what an account has answered."""
    Answer.objects.filter(account=account_id).delete()
