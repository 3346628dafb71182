"""Carry an admin's command out, or tell what it would come to."""

from typing import NamedTuple, Self
from uuid import UUID

from django.db import connection

from api.formats import REASON_MAX
from eventstore import command_handler, streams
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.messages import Message
from ratings import projections, refusals, report
from ratings.aggregate import LADDER, Work
from ratings.correction_answers import Consequences
from ratings.ladder.events import KIND
from ratings.ladder.state import Player, State
from ratings.ladder_rows import LadderState, player_of
from ratings.models import Ladder, RatedMatch

FOLD_MAX = "60s"
"""How long a command may think while it holds its ladder; others need a moment."""


class LadderCommand(NamedTuple):
    """What every command of an admin comes with."""

    actor: str
    reason: str
    key: str
    dry_run: bool = False
    """Only tell what it would come to."""
    expected_version: int | None = None
    """The version that the admin has seen."""

    fingerprint: bytes | None = None

    @property
    def context(self) -> CommandContext:
        """Return who gives the command, and under which key."""
        return CommandContext(self.actor, self.key, self.fingerprint, self.reason)


def require_reason(order: LadderCommand) -> str:
    """Return the reason of a command; raises invalid without one."""
    text = order.reason.strip()
    if not 1 <= len(text) <= REASON_MAX:
        raise refusals.invalid(
            "reason", Message("give a reason of 1 to %(limit)s characters", limit=REASON_MAX)
        )
    return text


def by_slug(slug: str) -> UUID:
    """Return the id of a ladder; raises not_found."""
    found = Ladder.objects.filter(slug=slug).values_list("id", flat=True).first()
    if found is None:
        raise refusals.not_found()
    return found


def carry_out(
    ladder_id: UUID, decide: command_handler.Decide[LadderState, Work], order: LadderCommand
) -> Consequences:
    """Carry a command out and return its consequences; raises Problem.

    In a dry run nothing is written and the consequences are the same.
    """
    seen: list[Standings] = []

    def compared(state: LadderState, work: Work) -> None:
        _allow_long_folds()
        seen.append(Standings.stored(state.id))
        decide(state, work)
        work.also.append(lambda: seen.append(Standings.stored(state.id)))

    result = handle(
        LADDER,
        ladder_id,
        order.context,
        compared,
        expected_version=order.expected_version,
        dry_run=order.dry_run,
    )
    state = result.state
    if result.is_replayed:
        earlier = streams.load(KIND, ladder_id, until=result.events[0].version - 1)
        seen = [Standings.of(LADDER.fold(ladder_id, earlier))]
    before, after = seen[0], seen[1] if len(seen) > 1 else Standings.of(state)
    return report.consequences(
        state.settings,
        before.players,
        after.players,
        rated_before=before.rated,
        rated_after=after.rated,
        ladder=state.slug,
        version=state.version,
        dry_run=order.dry_run,
    )


def _allow_long_folds() -> None:
    """Let the transaction wait while the history of many years is folded between statements."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('idle_in_transaction_session_timeout', %s, true)", [FOLD_MAX]
        )


class Standings(NamedTuple):
    """What a command is compared by: every player, and how many matches count."""

    players: dict[str, Player]
    rated: int

    @classmethod
    def stored(cls, ladder_id: UUID) -> Self:
        """Return them as the rows have them."""
        rows = projections.PLAYERS.stored(ladder_id).values()
        players = {player.key: player for player in map(player_of, rows)}
        return cls(players, RatedMatch.objects.filter(ladder=ladder_id, status="rated").count())

    @classmethod
    def of(cls, state: State) -> Self:
        """Return them as a whole state has them."""
        return cls(state.players, sum(row.status == "rated" for row in state.rated))
