"""Who has added chance to the draws of a recorded tournament, and whether all went right. Pure.

Each check gets the state before the event and says what is wrong with it, or None.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from msgspec import UNSET, structs

from matches import beacon_checks
from tournaments import draw_facts, drawing
from tournaments import events as e
from tournaments.draw_facts import Occasion
from tournaments.state import DrawInProgress, TournamentState


def meanwhile(state: TournamentState, event: e.TournamentEvent) -> str | None:
    """Tell that something has happened which a draw that waits for shares does not allow."""
    running = state.draws.running
    if running is None or isinstance(event, (*drawing.OF_A_DRAW, *drawing.MEANWHILE)):
        return None
    return f"it happened while draw {running.asked.draw} waited for shares"


def sealed(state: TournamentState, event: e.DrawSealed, at: datetime) -> str | None:
    """Check what was sealed: what the draw hangs on, and who is on its roll."""
    draws, running = state.draws, state.draws.running
    if event.draw != draws.count + 1:
        return f"it should be draw {draws.count + 1}, not {event.draw}"
    occasion = drawing.sealed_occasion(state, event)
    if event.format.partition("@")[0] != state.stage_settings(_stage(state, occasion))["format"]:
        return f"draw {event.draw} is of another format"
    if (wrong := _misfounded(state, event, occasion) or _no_roll(event)) is not None:
        return wrong
    roll = [each.entrant for each in event.roll]
    if running is None:
        wrong = _first(state, event, occasion, roll)
    else:
        wrong = _again(running, event, roll, at)
    return wrong or _misnamed(state, event, at)


def _misnamed(state: TournamentState, event: e.DrawSealed, at: datetime) -> str | None:
    """Tell what is wrong with the beacon that a seal names.

    It may name none where the plan has one: that is said (`beacon_audit`).
    """
    if event.beacon is UNSET:
        return None
    running = state.draws.running
    if running is not None:
        wanted = running.deal.next_beacon
        is_wanted = wanted is not None and event.beacon.startswith(f"{wanted} ")
    else:
        is_wanted = drawing.wants_beacon(state)
    if not is_wanted:
        return f"draw {event.draw} was to have another beacon, or none"
    return beacon_checks.misnamed(event.beacon, at)


def _misfounded(state: TournamentState, event: e.DrawSealed, occasion: Occasion) -> str | None:
    """Tell that a draw hangs on something else than its seal says."""
    if drawing.bind_of(state, occasion).hex() != event.facts:
        return f"what draw {event.draw} depends on is not what was sealed"
    if not event.grounds:
        # Earlier releases left them out; without them a draw that is given up counts as none.
        is_left_out = state.draws.has_grounds
        return f"draw {event.draw} was sealed without its grounds" if is_left_out else None
    if event.grounds != draw_facts.grounds_of(state, occasion):
        return f"the grounds of draw {event.draw} are not what was sealed"
    return None


def _no_roll(event: e.DrawSealed) -> str | None:
    """Tell what is wrong with how a roll is written: everybody has to read it in one way.

    Nobody has to be on it beside a beacon.
    """
    roll = [each.entrant for each in event.roll]
    if not (roll or event.beacon) or roll != sorted(set(roll)):
        return f"the roll of draw {event.draw} is none"
    odd = [each.entrant for each in event.roll if not _is_plain(each.promise)]
    return f"the promise of entrant {odd[0]} is not written as it must be" if odd else None


def _is_plain(text: str) -> bool:
    """Tell whether bytes are in hexadecimal, and in lower case."""
    return bytes.fromhex(text).hex() == text


def _stage(state: TournamentState, occasion: Occasion) -> int:
    return draw_facts.stage_number(state, occasion)


def _first(
    state: TournamentState, event: e.DrawSealed, occasion: Occasion, roll: Collection[int]
) -> str | None:
    if event.attempt != 1:
        return f"it should be attempt 1 of draw {event.draw}"
    if drawing.stands(state, occasion) is not None:
        return f"draw {event.draw} was sealed though no redraw was left"
    people = {each for each in state.present if state.entrants[each].bot is None}
    strange = sorted({*roll} - people)
    return f"entrant {strange[0]} cannot be on the roll of a draw" if strange else None


def _again(
    running: DrawInProgress, event: e.DrawSealed, roll: Collection[int], at: datetime
) -> str | None:
    deal = running.deal
    if deal.sealed is not None or event.attempt != deal.attempt:
        return f"draw {event.draw} was sealed twice"
    same = structs.replace(event, roll=running.asked.roll, attempt=running.asked.attempt)
    same = structs.replace(same, signature=running.asked.signature, reason=running.asked.reason)
    same = structs.replace(same, beacon=running.asked.beacon)
    if same != running.asked:
        return f"draw {event.draw} is for something else than was sealed before"
    strange = sorted({*roll} - running.awaited)
    if strange:
        return f"entrant {strange[0]} was on no roll of draw {event.draw}, or is off it"
    return _left_out(running, roll, at)


def _left_out(running: DrawInProgress, roll: Collection[int], at: datetime) -> str | None:
    """Tell whom an attempt leaves out that was on the roll, and had time to promise afresh."""
    missing = sorted(running.awaited.difference(roll))
    if missing and at < running.due_at:
        return f"entrant {missing[0]} was on the roll, and is left out"
    return None


def refused(state: TournamentState, event: e.DrawRefused, at: datetime) -> str | None:
    """Check an attempt that came to nothing."""
    running = state.draws.running
    if running is None or running.deal.sealed is None:
        return f"nothing was sealed for draw {event.draw}"
    if (event.draw, event.attempt) != (running.asked.draw, running.deal.attempt):
        return f"no such attempt of draw {event.draw} was sealed"
    shares = {each.entrant: bytes.fromhex(each.share) for each in event.shares}
    named = [*(each.entrant for each in event.shares), *event.withheld]
    is_missed = event.beacon is None
    if bool(event.withheld) == is_missed or sorted(named) != sorted(running.deal.sealed):
        return "it is not for each entrant of the roll whether the share was shown"
    unfit = beacon_checks.unfit(running.deal, event.beacon, at, is_refused=not is_missed)
    if unfit is not None:
        return unfit
    if not is_missed and at < running.due_at:
        return f"entrant {event.withheld[0]} still had time to show the share"
    return _wrong_share(state, shares)


def _wrong_share(state: TournamentState, shares: Mapping[int, bytes]) -> str | None:
    running = state.draws.running
    assert running is not None  # noqa: S101 - Or nobody asks.
    wrong = drawing.seal(state, running.deal.bind).wrong_shares(shares)
    return f"entrant {wrong[0]} had promised another share" if wrong else None


def shown(
    state: TournamentState, event: e.DrawShown, occasion: Occasion, at: datetime
) -> str | None:
    """Check the shares that a draw is made of: of everybody on its roll, and of nobody else."""
    running = state.draws.running
    shares = {each.entrant: bytes.fromhex(each.share) for each in event.shares or ()}
    if running is None:
        if event.beacon:
            return "a beacon came that nobody had named"
        return "shares were shown that nobody had promised" if shares else None
    if _meant(occasion) != _meant(drawing.sealed_occasion(state, running.asked)):
        return f"draw {event.draw} is for something else than was sealed"
    if running.deal.sealed is None:
        wrong = "shares were shown that were not sealed" if shares else None
        wrong = wrong or ("a beacon came that nobody had named" if event.beacon else None)
        return wrong or _left_out(running, (), at)
    if shares.keys() != running.deal.sealed.keys():
        return f"draw {event.draw} was made, and not all shares are there"
    unfit = beacon_checks.unfit(running.deal, event.beacon, at, is_refused=False)
    return unfit or _wrong_share(state, shares)


def _meant(occasion: Occasion) -> Occasion:
    """Return what a draw is for, without what it does not hang on."""
    return occasion._replace(format="", series="", publishes=False)


def words(state: TournamentState) -> Iterator[str]:
    """Yield who has added chance to each draw that somebody was on the roll of.

    And which draws were given up: who had all shares knew by then what they would have brought.
    """
    for draw, left in state.draws.given_up.items():
        why = f': "{left.reason}"' if left.reason else ""
        yield f"draw {draw} was sealed with {_named(left.roll)} on its roll, and given up{why}"
    for each in state.draws.shown:
        for attempt, withheld in enumerate(state.draws.refused.get(each.draw, ()), start=1):
            if withheld:
                yield f"draw {each.draw}: {_named(withheld)} withheld in attempt {attempt}"
        if each.shares is not UNSET:
            on = [share.entrant for share in each.shares]
            yield (
                f"draw {each.draw}: the server, and {len(on)} of {each.present} entrants:"
                f" {', '.join(map(str, on))}"
            )


def _named(entrants: Collection[int]) -> str:
    if not entrants:
        return "nobody"
    numbers = ", ".join(map(str, entrants))
    return f"entrant {numbers}" if len(entrants) == 1 else f"entrants {numbers}"
