"""Carry an admin's command out, or tell what it would come to."""

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from eventstore.errors import DuplicateKeyError
from ratings import ladder_store, projections, refusals, report
from ratings.ladder.events import LadderEvent
from ratings.ladder.settings import parsed
from ratings.ladder.state import Player
from ratings.ladder_store import CommandContext
from ratings.models import Ladder
from ratings.report import Data

Decide = Callable[[Ladder], Sequence[LadderEvent]]
"""Returns the events of a command on a locked ladder, or raises a Problem."""

REASON_MAX = 500


def new_key() -> str:
    """Return a key for a command that came without one."""
    return secrets.token_urlsafe(24)


class AdminCommand(NamedTuple):
    """What every command of an admin comes with."""

    actor: str
    reason: str
    key: str
    dry_run: bool = False
    """Only tell what it would come to."""
    expected_version: int | None = None
    """The version that the admin has seen."""

    @property
    def author(self) -> CommandContext:
        """Return who gives the command, as events have it."""
        return CommandContext(self.actor, self.key)


def require_reason(order: AdminCommand) -> str:
    """Return the reason of a command; raises invalid without one."""
    text = order.reason.strip()
    if not 1 <= len(text) <= REASON_MAX:
        raise refusals.invalid("reason", f"say why, in 1 to {REASON_MAX} characters")
    return text


def by_slug(slug: str) -> UUID:
    """Return the id of a ladder; raises not_found."""
    found = Ladder.objects.filter(slug=slug).values_list("id", flat=True).first()
    if found is None:
        raise refusals.not_found()
    return found


def handle(ladder_id: UUID, judge: Decide, order: AdminCommand) -> Data:
    """Carry a command out in one transaction and return its consequences.

    In a dry run nothing is written and the consequences are the same. Raises Problem.
    """
    with transaction.atomic():
        ladder = ladder_store.lock_ladder(ladder_id)
        expected = order.expected_version
        if expected is not None and expected != ladder.version:
            raise refusals.version_conflict(expected, ladder.version)
        events = judge(ladder)
        before, rated_before = _players(ladder), _rated(ladder)
        if order.dry_run:
            state = ladder_store.preview_state(ladder, events)
            settings, version = state.settings, state.version
            after = state.players
            rated_after = sum(row.status == "rated" for row in state.rated)
        else:
            try:
                ladder_store.append_and_project(ladder, events, order.author)
            except DuplicateKeyError as error:
                raise refusals.key_reused() from error
            settings, version = parsed(ladder.settings), ladder.version
            after, rated_after = _players(ladder), _rated(ladder)
    told = report.consequences(
        settings, before, after, rated_before=rated_before, rated_after=rated_after
    )
    return {"ladder": ladder.slug, "version": version, "dry_run": order.dry_run, **told}


def _players(ladder: Ladder) -> dict[str, Player]:
    rows = projections.PLAYERS.stored(ladder.id).values()
    return {player.key: player for player in map(ladder_store.player_of, rows)}


def _rated(ladder: Ladder) -> int:
    count: int = ladder.matches.filter(status="rated").count()
    return count
