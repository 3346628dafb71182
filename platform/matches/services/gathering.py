"""Gather the players' chance before a deal under fair/2: promise, seal, show.

A table whose players have clients that take part waits, once it is full, for their promises, at
most as long as it was opened to; the seal fixes who is on the roll; then those show their shares,
and the match is dealt from all of them. A table without such players is dealt at once, unless its
deal waits for a public beacon, which the seal names before it exists.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import UNSET

from accounts.models import Account
from agenda import heartbeat
from agenda import sql as agenda
from beacons import waiting
from eventstore.canonical import format_timestamp
from eventstore.errors import OvertakenError
from games import fair_draws
from games.beacons import Beacon
from matches import dealer, deals, draws, metrics, refusals, rolls, sequel, signing
from matches.aggregate import UnitOfWork
from matches.deals import Deal
from matches.events import (
    ChanceSealed,
    ChanceShown,
    MatchStarted,
    Promised,
    SeatGivenUp,
    Shown,
)
from matches.models import ChancePending, Presence, Seat
from matches.services import beacon_of_deal, leaving, vacation_notes, voting
from matches.state import MatchState, Status

SEAL = "chance_seal"
"""The agenda's kind for the end of the time to promise."""
SHOW = "chance_show"
"""The agenda's kind for the end of the time to show."""
FRESH = timedelta(seconds=30)
"""How long whoever has promised, or was seen, counts as there."""


def require_unsealed(state: MatchState) -> None:
    """Raise already_sealed between the seal and the deal: nobody comes or goes then."""
    if state.deal is not None and state.deal.sealed is not None and state.status is Status.OPEN:
        raise refusals.already_sealed()


def forget(match_id: UUID, seats: Iterable[int]) -> None:
    """Take back what seats have promised."""
    ChancePending.objects.filter(match=match_id, seat__in=list(seats)).delete()


def sharing(state: MatchState) -> list[int]:
    """Return the seats that are asked for a promise."""
    deal = state.deal
    if deal is None:
        return []
    taken = sorted(state.seat_states.items())
    return [seat for seat, seat_state in taken if seat_state.shares and seat not in deal.given_up]


def is_full(state: MatchState) -> bool:
    """Tell whether a match waits for nobody to sit down any more."""
    return state.status is Status.OPEN and len(state.seat_states) == state.seats


def require_awaited(work: UnitOfWork) -> None:
    """Raise Problem where somebody still has time to promise whose share must be in the deal."""
    state = work.state
    deal, until = state.deal, due(state, SEAL)
    if deal is None or until is None or work.at >= until:
        return
    if deal.awaited(sharing(state)) - promised(state, work.at).keys():
        raise refusals.roll_awaited(format_timestamp(until))


def begin(work: UnitOfWork, now: datetime) -> None:
    """Deal a match that has just become full, or gather first."""
    state = work.state
    deal, asked = state.deal, sharing(state)
    if deal is None or not (asked or deal.beacon):
        start(work)
    elif promised(state, now).keys() >= set(asked) or not (deal.gather or deal.awaited(asked)):
        deal_or_seal(work, now)
    else:
        work.also.append(lambda: _require_missing(state, set(asked), now))
        _wait(work, SEAL)


def deal_or_seal(work: UnitOfWork, now: datetime) -> None:
    """Seal the promises of whoever is there, or deal where nobody is.

    Whose share must be in the deal and is not there gives the seat up: who was on a roll before,
    or everybody where chance is required. Where somebody waits for the result of a match to which
    nobody has come to add it, that is called off, unless a bot is there to win it.
    """
    state = work.state
    deal = state.deal
    if deal is None:
        start(work)
        return
    there = promised(state, now)
    missing = deal.awaited(sharing(state)) - there.keys()
    nobody_came = deal.is_required and not there and (missing or deal.given_up)
    if nobody_came and state.belongs_to and state.all_share():
        voting.call_off(work, sequel.NOBODY_SHARES)
        return
    for seat in sorted(missing):
        _give_up(work, SeatGivenUp(seat, "away"))
    if not is_full(state):
        return
    beacon = beacon_of_deal.first(deal, work)
    if not there and beacon is None:
        start(work)
        return
    _seal(work, deal, there, beacon)


def _seal(work: UnitOfWork, deal: Deal, there: Mapping[int, bytes], beacon: Beacon | None) -> None:
    """Seal promises, and the name of a beacon; nobody needs to be on the roll beside one."""
    state, attempt = work.state, deal.attempt
    roll = [Promised(seat, promise.hex()) for seat, promise in sorted(there.items())]
    named = None if beacon is None else beacon.line
    seal = draws.seal(state)._replace(promises=there, beacon=named or fair_draws.NO_BEACON)
    signature = signing.sign(seal.text)
    work.add(ChanceSealed(attempt=attempt, roll=roll, signature=signature, beacon=named or UNSET))
    work.also.append(lambda: _require_unchanged(state.id, attempt, there))
    if there:
        _wait(work, SHOW)
    if beacon is not None:
        beacon_of_deal.wait_for(work, beacon)


def promised(state: MatchState, now: datetime) -> dict[int, bytes]:
    """Return the promises of those who are there, by seat."""
    deal = state.deal
    if deal is None or not sharing(state):
        return {}
    rows = ChancePending.objects.filter(match=state.id, attempt=deal.attempt)
    asked, since = set(sharing(state)), now - FRESH
    found = [row for row in rows if row.seat in asked]
    silent = [row.account_id for row in found if row.at < since]
    seen = Presence.objects.filter(account__in=silent, seen_at__gte=since)
    here = set(seen.values_list("account", flat=True)) if silent else set()
    return {
        row.seat: bytes(row.promise) for row in found if row.at >= since or row.account_id in here
    }


def _require_unchanged(match_id: UUID, attempt: int, sealed: Mapping[int, bytes]) -> None:
    """Have a seal made anew where a promise was replaced before it was written.

    By now the match's row is locked, as it is by those who promise.
    """
    rows = ChancePending.objects.filter(match=match_id, attempt=attempt, seat__in=list(sealed))
    if {row.seat: bytes(row.promise) for row in rows} != sealed:
        raise OvertakenError


def _require_missing(state: MatchState, asked: set[int], now: datetime) -> None:
    """Have a table seal at once where the last promise was written while it filled up.

    By now the match's row is locked, so whoever promises from here on finds a full table.
    """
    if promised(state, now).keys() >= asked:
        raise OvertakenError


def show(work: UnitOfWork, shares: Mapping[int, bytes], *, is_due: bool) -> bool:
    """Deal once all shares are there; where time is up without them, end the attempt.

    Return whether anything followed.
    """
    state = work.state
    deal = state.deal
    if deal is None or deal.sealed is None or state.status is not Status.OPEN:
        return False
    missing = [seat for seat in sorted(deal.sealed) if seat not in shares]
    if missing and not is_due:
        return False
    beacon = None if missing or deal.named is None else waiting.settled(deal.named)
    if deal.named is not None and not missing and not beacon_of_deal.is_due(deal, beacon, work.at):
        return False
    shown = [Shown(seat, share.hex()) for seat, share in sorted(shares.items())]
    on_roll = {
        account: seat for seat in deal.sealed if (account := state.seat_states[seat].account)
    }
    refusing = {account for account, seat in on_roll.items() if seat in missing}
    if shares:
        # Where nobody has shown one, the fault may be ours: a short outage is no refusal.
        work.also.append(lambda: rolls.note(on_roll, refusing, work.at))
    drawn = UNSET if beacon is None else None if beacon.value is None else beacon.value.hex()
    work.add(ChanceShown(attempt=deal.attempt, shares=shown, withheld=missing, beacon=drawn))
    if drawn is None:
        work.also.append(metrics.BEACONS_MISSED.inc)
    if not missing and (drawn is not None or not sharing(state)):
        start(work)
        return True
    work.also.append(ChancePending.objects.filter(match=state.id).delete)
    for seat in missing:
        if deal.withheld[seat] >= deals.REFUSALS_MAX:
            _give_up(work, SeatGivenUp(seat, "withheld"))
    if is_full(state):
        _wait(work, SEAL)
    return True


def start(work: UnitOfWork) -> None:
    """Deal, and go on without those who have given their seats up, or whose account is closed."""
    state = work.state
    gone = _gone(state)
    if sharing(state):
        work.also.append(ChancePending.objects.filter(match=state.id).delete)
    work.add(MatchStarted())
    work.play(state.rules.opening_events(state.game, dealer.Dealer(state)))
    vacation_notes.note_all(state, work, list(state.seat_states))
    for seat in gone:
        if not state.over and seat in state.voters():
            leaving.resign_seat(work, seat)


def _gone(state: MatchState) -> list[int]:
    """Return the seats that play no more, of those who waited for a deal."""
    if state.deal is None or not any(
        seat_state.shares for seat_state in state.seat_states.values()
    ):
        return []
    accounts = {
        seat_state.account: seat
        for seat, seat_state in state.seat_states.items()
        if seat_state.account
    }
    closed = Account.objects.filter(pk__in=list(accounts), is_active=False)
    left = {accounts[account] for account in closed.values_list("pk", flat=True)}
    return [*state.deal.given_up, *sorted(left.difference(state.deal.given_up))]


def _give_up(work: UnitOfWork, event: SeatGivenUp) -> None:
    match_id, seat = work.state.id, event.seat
    work.add(event)
    work.also.append(lambda: forget(match_id, [seat]))
    if seat not in work.state.seat_states:
        work.also.append(Seat.objects.filter(match=match_id, seat=seat).delete)


def _wait(work: UnitOfWork, kind: str) -> None:
    """Have the agenda look when time is up, if nothing has happened until then."""
    state = work.state

    def schedule() -> None:
        due_at = due(state, kind)
        agenda.schedule(kind=kind, subject=state.id, due_at=due_at, version=state.version)

    work.also.append(schedule)


def due(state: MatchState, kind: str) -> datetime | None:
    """Return when the time to promise, or to show, is up: an outage meanwhile begins it anew.

    Who is late with a share is noted as somebody who withholds it, so every silence of the site
    begins that time anew, and it goes on for as long as one that nobody notices.
    """
    deal = state.deal
    if deal is None:
        return None
    is_seal = kind == SEAL
    since, until = (
        (deal.since, deal.promises_due()) if is_seal else (deal.sealed_at, deal.shares_due())
    )
    if since is None or until is None:
        return None
    outages = heartbeat.outages_since(since)
    ends = [each.ended_at for each in outages[-1:]]
    if is_seal:
        return max([until, *(end + deals.GATHER_AGAIN for end in ends)])
    back_at = heartbeat.web_back_at()
    if back_at is not None and back_at > since:
        ends.append(back_at)
    return max([until, *(end + deals.SHOW for end in ends)]) + heartbeat.unnoticed_silence()


def is_due(work: UnitOfWork, kind: str) -> bool:
    """Return whether time is up; where it is not any more, have the agenda look again then."""
    state = work.state
    until = due(state, kind)
    if until is None or work.at >= until:
        return True
    agenda.schedule(kind=kind, subject=state.id, due_at=until, version=state.version)
    return False
