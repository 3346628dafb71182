"""Pause a match and go on: by the votes of all its players, or by an organiser who says why."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from eventstore.events import StoredEvent
from games.messages import Message
from matches import refusals
from matches.actors import Player
from matches.aggregate import UnitOfWork
from matches.answers import LiveOrVoid, PauseVotes
from matches.command_handler import CommandResult, Decide, handle
from matches.commit import CommandContext
from matches.services import voting
from matches.state import MatchState

ORGANISERS = frozenset({"organise", "admin"})
"""Scopes with which the site's staff can pause a match of others."""


def to_pause(player: Player, *, is_organiser: bool, reason: str) -> Decide:
    """Return what decides on a vote for a pause, or on the order of one."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        ordered = _orders(state, player, is_organiser=is_organiser, reason=reason)
        if state.pause is not None:
            raise refusals.match_paused(state.pause.by)
        if ordered:
            voting.pause(work, "organiser", reason)
        else:
            voting.vote(state, work, player, "pause")
            voting.carry_out(state, work)

    return decide


def to_resume(player: Player, *, is_organiser: bool, reason: str) -> Decide:
    """Return what decides on a vote to go on, or on the order to."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        ordered = _orders(state, player, is_organiser=is_organiser, reason=reason)
        if state.pause is None:
            raise refusals.match_not_paused()
        if ordered:
            voting.resume(work, "organiser", reason)
        elif state.pause.by == "organiser":
            raise refusals.organisers_pause()
        else:
            voting.vote(state, work, player, "resume")
            voting.carry_out(state, work)

    return decide


def pause(  # noqa: PLR0913 - the parts of a request
    *, match_id: UUID, player: Player, key: str, fingerprint: bytes, is_organiser: bool, reason: str
) -> CommandResult:
    """Vote for a pause, or order it; raises Problem when the match is paused already."""
    decide = to_pause(player, is_organiser=is_organiser, reason=reason)
    return _perform(match_id, player, key, fingerprint, decide, "pause")


def resume(  # noqa: PLR0913 - the parts of a request
    *, match_id: UUID, player: Player, key: str, fingerprint: bytes, is_organiser: bool, reason: str
) -> CommandResult:
    """Vote to go on, or order it; raises Problem when the match is not paused."""
    decide = to_resume(player, is_organiser=is_organiser, reason=reason)
    return _perform(match_id, player, key, fingerprint, decide, "resume")


def _orders(state: MatchState, player: Player, *, is_organiser: bool, reason: str) -> bool:
    """Return whether somebody orders rather than votes; raises Problem.

    Whoever sits at the table is a player there, whatever else they may do.
    """
    orders = is_organiser and not state.has_sat(player.account)
    if not orders:
        voting.seat_at_live_match(state, player)
        if reason:
            raise refusals.invalid("reason", Message("is for organisers; players vote without one"))
        return False
    if not reason:
        raise refusals.invalid(
            "reason", Message("give a reason of 1 to 200 characters; the players can read it")
        )
    voting.require_begun(state)
    return True


def _perform(  # noqa: PLR0913, PLR0917 - the parts of a request
    match_id: UUID, player: Player, key: str, fingerprint: bytes, decide: Decide, what: str
) -> CommandResult:
    def render(state: MatchState, events: Sequence[StoredEvent]) -> PauseVotes:
        voted = events[0].type == f"{what}_voted"
        counted = voting.votes(state, what) if voted else {"votes": 0, "needed": 0}
        if voted and len(events) > 1:
            counted["votes"] = counted["needed"]
        return PauseVotes(
            **counted,
            status=cast("LiveOrVoid", state.status.value),
            paused=state.pause is not None,
        )

    command = CommandContext.of(player, key, fingerprint)
    return handle(match_id, command, decide, render)
