"""What a bar and a ban do at tables, on ladders and in events. Each may be done twice.

Whoever is banned leaves as anybody leaves: a running match is given up and lost, whether it is
rated or not, so that a ban costs the others at the table nothing.
"""

from collections.abc import Callable
from functools import partial

from accounts.models import Account
from api import idempotency
from api.problems import Problem
from eventstore.aggregate import CommandContext
from matches import departing
from ratings import players
from ratings.models import ChallengeRow, Seek, Standing
from ratings.services import challenging
from tournaments.models import Entrant
from tournaments.services import presence
from tournaments.state import OVER, PRESENT, EntrantStatus, Status
from tournaments.unit_of_work import PLATFORM

REASON = "The site's staff has barred this player from events."
"""Organisers read it in the log of their tournament."""


def leave_matches(account: Account) -> None:
    """Give running matches up, and get up from those that wait."""
    departing.leave_all(account)


def leave_ladders(account: Account) -> None:
    """End searches and challenges, and leave the rungs of challenge ladders."""
    Seek.objects.filter(account=account).delete()
    player = players.of_account(account.pk, account.username)
    for row in ChallengeRow.objects.filter(challenger=player.key, status="open"):
        author = _author(player.key)
        _unless_done(
            partial(challenging.withdraw, challenge_id=row.pk, player=player, author=author)
        )
    asked = ChallengeRow.objects.filter(opponents__contains=[player.key], status="open")
    for row in asked:
        _unless_done(
            partial(
                challenging.answer,
                challenge_id=row.pk,
                player=player,
                accept=False,
                author=_author(player.key),
            )
        )
    for standing in Standing.objects.filter(player=player.key, position__isnull=False):
        ladder, author = standing.ladder_id, _author(player.key)
        _unless_done(partial(challenging.leave, ladder_id=ladder, player=player, author=author))


def leave_events(account: Account, *, begun: bool) -> None:
    """Withdraw from tournaments that have not started; with `begun` drop out of running ones."""
    there = [each.value for each in (*PRESENT, EntrantStatus.WAITING)]
    rows = Entrant.objects.filter(account=account, presence__in=there)
    rows = rows.exclude(tournament__status__in=[each.value for each in OVER])
    if not begun:
        rows = rows.exclude(tournament__status=Status.RUNNING.value)
    for row in rows.select_related("tournament"):
        _unless_done(
            partial(
                presence.leave,
                slug=row.tournament.slug,
                who=PLATFORM,
                entrant=row.number,
                reason=REASON,
            )
        )


def _author(actor: str) -> CommandContext:
    return CommandContext(actor, idempotency.new_key(), reason=REASON)


def _unless_done(act: Callable[[], object]) -> None:
    """Do something that may have been done, or become impossible, meanwhile."""
    try:
        act()
    except Problem:
        return
