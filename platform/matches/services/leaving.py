"""Leave a running match: give up, or call it off together."""

from collections.abc import Sequence
from uuid import UUID

from bots import registry as bots
from eventstore.events import StoredEvent
from matches import dealer, refusals, selectors
from matches.actors import SYSTEM, Player
from matches.commit import Command
from matches.door import Answer, Draft, perform
from matches.models import AbortVote, Match
from matches.services.answers import seated_view
from matches.state import Data, MatchState, Status

PEOPLE_MIN = 2
"""A match goes on for this many people; a bot then plays for whoever left."""


def resign(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> Answer:
    """Give a player's seat up for good.

    A bot plays on for the seat while two people or more remain; otherwise the match ends. Either
    way the seat is placed last.
    """

    def judge(state: MatchState, draft: Draft) -> None:
        seat = _seat_at_live_match(state, player)
        draft.add("seat_resigned", {"seat": seat}, player.actor)
        draft.rows.append(lambda: selectors.chair(match_id, seat).update(left=True))
        if len(state.people()) - 1 < PEOPLE_MIN:
            draft.finish("resigned")
            return
        substitute = bots.substitute(state.rules.game).id
        draft.add("seat_replaced", {"seat": seat, "by": substitute}, SYSTEM)
        draft.rows.append(lambda: selectors.chair(match_id, seat).update(bot=substitute))

    return perform(
        match_id,
        Command(player.actor, key, fingerprint, token=player.token),
        judge,
        seated_view(player.account),
    )


def abort_vote(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> Answer:
    """Vote to call a match off: the opener alone before the start, afterwards all at the table.

    A vote that is not yet the last one changes nothing but the count, which the answer tells.
    """

    def judge(state: MatchState, draft: Draft) -> None:
        if state.status is Status.OPEN:
            selectors.must_see(state, player.account)
            if not Match.objects.filter(id=match_id, opened_by=player.account).exists():
                raise refusals.opener_only()
            _void(draft, "aborted by the opener")
            return
        seat = _seat_at_live_match(state, player)
        AbortVote.objects.get_or_create(match_id=match_id, seat=seat)
        people = state.people()
        votes = AbortVote.objects.filter(match_id=match_id, seat__in=people).count()
        if votes < len(people):
            raise refusals.VotesMissing(votes, len(people))
        _void(draft, "aborted by all players")

    def render(state: MatchState, _events: Sequence[StoredEvent]) -> Data:
        needed = len(state.people()) if state.begun else 1
        return {"votes": needed, "needed": needed, "status": state.status.value}

    command = Command(player.actor, key, fingerprint, token=player.token)
    try:
        return perform(match_id, command, judge, render)
    except refusals.VotesMissing as missing:
        counted = {"votes": missing.votes, "needed": missing.needed}
        return Answer({**counted, "status": Status.LIVE.value})


def void(*, match_id: UUID, actor: str, reason: str, key: str) -> Answer:
    """Call a match off for an organiser, who says why; the list of voids is public."""

    def judge(state: MatchState, draft: Draft) -> None:
        if state.over:
            raise refusals.match_over()
        _void(draft, reason, actor)

    return perform(match_id, Command(actor, key), judge, seated_view(None))


def _void(draft: Draft, reason: str, actor: str = SYSTEM) -> None:
    seed = dealer.reveal(draft.state.id).hex()
    draft.add("match_voided", {"reason": reason, "seed": seed}, actor)


def _seat_at_live_match(state: MatchState, player: Player) -> int:
    seat = state.seat_of(player.account)
    if seat is None:
        raise selectors.no_seat(state, player.account)
    if state.over:
        raise refusals.match_over()
    if state.status is not Status.LIVE:
        raise refusals.match_not_started()
    return seat
