"""Leave a running match and come back to it: give up, call it off together, take a seat back."""

from collections.abc import Sequence
from uuid import UUID

from bots import registry as bots
from eventstore.events import StoredEvent
from matches import agreement, refusals, selectors, sequel
from matches.actors import SYSTEM, Player
from matches.commit import Command
from matches.door import Answer, Draft, perform
from matches.models import Match
from matches.services import voting
from matches.services.answers import seated_view
from matches.state import Data, MatchState, Status, account_of


def resign(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> Answer:
    """Give a player's seat up for good.

    A bot plays on for the seat while two people or more remain; otherwise the match ends. Either
    way the seat is placed last. A match with the policy `abort` is called off instead.
    """

    def judge(state: MatchState, draft: Draft) -> None:
        seat = voting.seat_at_live_match(state, player)
        draft.add("seat_resigned", {"seat": seat}, player.actor)
        if state.on_timeout == "abort":
            mark_left(draft, seat)
            voting.call_off(draft, f"seat {seat} resigned")
        else:
            go_on_without(state, draft, seat, "resigned")

    return perform(match_id, _command(player, key, fingerprint), judge, seated_view(player.account))


def go_on_without(state: MatchState, draft: Draft, seat: int, reason: str) -> None:
    """Go on after a seat's player has gone for good, or end the match for that reason.

    With the one gone who had not voted for something, all have.
    """
    mark_left(draft, seat)
    if not agreement.goes_on(state) and not agreement.is_reached(state, "abort"):
        draft.finish(reason)
        return
    voting.carry_out(state, draft)
    if state.status is Status.LIVE and state.chairs[seat].bot is None:
        replace(draft, seat, bots.substitute(state.rules.game).id)


def mark_left(draft: Draft, seat: int) -> None:
    """Note in the seat's row that its player has gone for good."""
    draft.rows.append(lambda: selectors.chair(draft.state.id, seat).update(left=True))


def replace(draft: Draft, seat: int, bot: str) -> None:
    """Have a bot play a seat on."""
    draft.add("seat_replaced", {"seat": seat, "by": bot}, SYSTEM)
    draft.rows.append(lambda: selectors.chair(draft.state.id, seat).update(bot=bot))


def come_back(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> Answer:
    """Take a seat back from the bot that plays it since the player's time ran out."""

    def judge(state: MatchState, draft: Draft) -> None:
        seat = voting.seat_at_live_match(state, player)
        if not state.chairs[seat].away:
            raise refusals.not_away()
        draft.add("seat_returned", {"seat": seat}, player.actor)
        draft.rows.append(lambda: selectors.chair(match_id, seat).update(bot=""))

    return perform(match_id, _command(player, key, fingerprint), judge, seated_view(player.account))


def abort_vote(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> Answer:
    """Vote to call a match off: the opener alone before the start, afterwards all at the table.

    Refused with not_by_vote where others have a stake in the match (`matches.agreement`).
    """

    def judge(state: MatchState, draft: Draft) -> None:
        if state.status is Status.OPEN:
            selectors.must_see(state, player.account)
            if not Match.objects.filter(id=match_id, opened_by=player.account).exists():
                raise refusals.opener_only()
            voting.call_off(draft, sequel.BY_OPENER)
            return
        voting.vote(state, draft, player, "abort")
        voting.carry_out(state, draft)

    def render(state: MatchState, _events: Sequence[StoredEvent]) -> Data:
        counted = voting.votes(state, "abort") if state.begun else {"votes": 1, "needed": 1}
        return {**counted, "status": state.status.value}

    return perform(match_id, _command(player, key, fingerprint), judge, render)


def void(*, match_id: UUID, actor: str, reason: str, key: str) -> Answer:
    """Call a match off for an organiser, who says why; the list of voids is public.

    Raises own_interest when the organiser has sat down there, whether or not they have left since.
    """

    def judge(state: MatchState, draft: Draft) -> None:
        if state.has_sat(account_of(actor)):
            raise refusals.plays_there()
        if state.over:
            raise refusals.match_over()
        voting.call_off(draft, reason, actor)

    return perform(match_id, Command(actor, key), judge, seated_view(None))


def _command(player: Player, key: str, fingerprint: bytes) -> Command:
    return Command(player.actor, key, fingerprint, token=player.token)
