"""What may happen before a deal under fair/2, for the audit. Pure.

Each check gets the state before the event and says what is wrong with it, or None.
"""

from datetime import datetime

from matches import deals, draws
from matches import events as e
from matches.lifecycle_checks import Checks, no_seat
from matches.state import MatchState, Status

CHECKS = Checks()


def seated(state: MatchState, event: e.SeatTaken) -> str | None:
    """Tell what is wrong with the part that somebody who sits down has in the chance."""
    if state.deal is None:
        if event.client_seed is None:
            return "there is no client seed"
        return "nobody has a share under fair/1" if event.shares is True else None
    if "deal" in state.belongs_to and (event.shares is True or event.client_seed is not None):
        return "at a deal that several tables play nobody adds to the chance"
    if event.bot is not None and (event.shares is True or event.client_seed is not None):
        return "a bot adds nothing to the chance"
    if state.deal.is_required and event.bot is None and event.shares is not True:
        return "everybody has to add to the chance here"
    return is_sealed(state)


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
    return None


def _asked(state: MatchState) -> list[int]:
    """Return the seats that say that they add to the chance, and have not given up."""
    given_up = [] if state.deal is None else state.deal.given_up
    return [seat for seat, chair in state.chairs.items() if chair.shares and seat not in given_up]


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
def _sealed(state: MatchState, event: e.ChanceSealed, _at: datetime) -> str | None:
    deal = state.deal
    if deal is None or state.status is not Status.OPEN:
        return _waiting(state)
    seats = [each.seat for each in event.roll]
    sharing = {seat for seat, chair in state.chairs.items() if chair.shares}
    if len(state.chairs) != state.seats:
        return "not all seats were taken"
    if event.attempt != deal.attempt:
        return f"it should be attempt {deal.attempt}"
    if not seats or seats != sorted(set(seats)) or not sharing.issuperset(seats):
        return "the roll is not one of seats that said so"
    awaited = deal.awaited(_asked(state))
    if not awaited.issubset(seats):
        return f"seat {min(awaited.difference(seats))} {_left_out(state)}"
    return is_sealed(state)


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
