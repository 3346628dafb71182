"""What may happen before a deal under fair/2, for the audit. Pure.

Each check gets the state before the event and says what is wrong with it, or None.
"""

from datetime import datetime

from msgspec import UNSET

from games.beacons import Beacon
from matches import beacon_checks, deals, draws
from matches import events as e
from matches.deals import Deal
from matches.lifecycle_checks import Checks, no_seat
from matches.state import MatchState, Status

CHECKS = Checks()


def misdrawn(event: e.MatchOpened) -> str | None:
    """Tell what is wrong with the beacon that a match is opened to have, or was drawn with."""
    drawn = event.beacon_drawn
    if event.beacon is UNSET and drawn is UNSET:
        return None
    if event.scheme is UNSET:
        return "only deals under fair/2 have a beacon"
    if (event.beacon if event.shared_deal else drawn) is not UNSET:
        return "only where many play its deal a match has a beacon that was drawn before"
    named = Beacon.read(drawn.named) if drawn else None
    fits = drawn is UNSET or (named is not None and named.can_be(bytes.fromhex(drawn.value)))
    return None if fits else "the value is none of the beacon that is named"


def seated(state: MatchState, event: e.SeatTaken) -> str | None:
    """Tell what is wrong with the part that somebody who sits down has in the chance."""
    if state.deal is None:
        if event.client_seed is None:
            return "there is no client seed"
        return "nobody has a share under fair/1" if event.shares is True else None
    return _misplaced(state, state.deal, event) or is_sealed(state)


def _misplaced(state: MatchState, deal: Deal, event: e.SeatTaken) -> str | None:
    """Tell what somebody adds who may not, or does not add who has to."""
    adds = event.shares is True or event.client_seed is not None
    if "deal" in state.belongs_to and adds:
        return "at a deal that several tables play nobody adds to the chance"
    if event.bot is not None and adds:
        return "a bot adds nothing to the chance"
    if deal.comes_with_draw:
        return "the shares came in with a draw" if event.shares is True else None
    if deal.is_required and event.bot is None and event.shares is not True:
        return "everybody has to add to the chance here"
    return None


def is_sealed(state: MatchState) -> str | None:
    """Tell that nobody may come and go, between the seal and the deal."""
    is_running = state.deal is not None and state.deal.sealed is not None
    return "the roll was sealed already" if is_running else None


def undealt(state: MatchState) -> str | None:
    """Tell why a match that is full cannot be dealt."""
    deal = state.deal
    if deal is None:
        return None
    awaited = deal.awaited(_asked(state))
    if deal.sealed is None and awaited:
        return f"seat {min(awaited)} {_left_out(state)}"
    if deal.is_required and deal.given_up and not deal.shares and state.all_share():
        return "nobody has added to the chance, where everybody has to"
    if deal.sealed is not None and deal.shares.keys() != deal.sealed.keys():
        return "the roll was sealed, and not all shares are there"
    if deal.named is not None and deal.beacon_value is None:
        return "the seal named a beacon, and it is not there"
    return None


def _asked(state: MatchState) -> list[int]:
    """Return the seats that say that they add to the chance, and have not given up."""
    given_up = [] if state.deal is None else state.deal.given_up
    return [
        seat
        for seat, seat_state in state.seat_states.items()
        if seat_state.shares and seat not in given_up
    ]


def _left_out(state: MatchState) -> str:
    is_required = state.deal is not None and state.deal.is_required
    return (
        "has to add to the chance, and is left out"
        if is_required
        else ("was on the roll, and is left out")
    )


def _waiting(state: MatchState) -> str | None:
    """Tell why nothing is gathered at a table."""
    if state.deal is None:
        return "nothing is gathered under fair/1"
    return None if state.status is Status.OPEN else "the match had started"


@CHECKS.of(e.ChanceSealed)
def _sealed(state: MatchState, event: e.ChanceSealed, at: datetime) -> str | None:
    deal = state.deal
    if deal is None or state.status is not Status.OPEN:
        return _waiting(state)
    seats = [each.seat for each in event.roll]
    sharing = {seat for seat, seat_state in state.seat_states.items() if seat_state.shares}
    if len(state.seat_states) != state.seats:
        return "not all seats were taken"
    if event.attempt != deal.attempt:
        return f"it should be attempt {deal.attempt}"
    is_roll = bool(seats) or event.beacon is not UNSET
    if not is_roll or seats != sorted(set(seats)) or not sharing.issuperset(seats):
        return "the roll is not one of seats that said so"
    awaited = deal.awaited(_asked(state))
    if not awaited.issubset(seats):
        return f"seat {min(awaited.difference(seats))} {_left_out(state)}"
    return is_sealed(state) or _misnamed(deal, event, at)


def _misnamed(deal: Deal, event: e.ChanceSealed, at: datetime) -> str | None:
    """Tell what is wrong with the beacon that a seal names.

    A seal may name none where the match was to have one: that is said (`matches.added`).
    """
    if event.beacon is UNSET:
        return None
    if deal.next_beacon is None or not event.beacon.startswith(f"{deal.next_beacon} "):
        return "the match was opened to have another beacon, or none"
    return beacon_checks.misnamed(event.beacon, at)


@CHECKS.of(e.ChanceShown)
def _shown(state: MatchState, event: e.ChanceShown, at: datetime) -> str | None:
    deal = state.deal
    if deal is None or state.status is not Status.OPEN:
        return _waiting(state)
    if deal.sealed is None or event.attempt != deal.attempt:
        return "no such attempt was sealed"
    showing = [each.seat for each in event.shares]
    if showing != sorted(showing) or sorted([*showing, *event.withheld]) != sorted(deal.sealed):
        return "it is not for each seat of the roll whether it has shown its share"
    if event.withheld and _is_early(at, deal.shares_due()):
        return f"seat {event.withheld[0]} still had time to show its share"
    unfit = beacon_checks.unfit(deal, event.beacon, at, is_refused=bool(event.withheld))
    if unfit is not None:
        return unfit
    shares = {each.seat: bytes.fromhex(each.share) for each in event.shares}
    wrong = draws.seal(state).wrong_shares(shares)
    return f"seat {wrong[0]} had promised another share" if wrong else None


@CHECKS.of(e.SeatGivenUp)
def _given_up(state: MatchState, event: e.SeatGivenUp, at: datetime) -> str | None:
    deal = state.deal
    if deal is None or state.status is not Status.OPEN:
        return _waiting(state)
    wrong = no_seat(state, event.seat) or is_sealed(state)
    if wrong is not None:
        return wrong
    if event.seat not in deal.awaited(_asked(state)):
        return f"seat {event.seat} was on no roll"
    if event.cause == "withheld" and deal.withheld[event.seat] < deals.REFUSALS_MAX:
        return f"seat {event.seat} had another try"
    if event.cause == "away" and _is_early(at, deal.promises_due()):
        return f"seat {event.seat} still had time to promise afresh"
    return None


def _is_early(at: datetime, until: datetime | None) -> bool:
    """Tell whether time was not up; events that are due have the time at which they were."""
    return until is not None and at < until
