"""Draws of a tournament: how one is sealed, what it brings, and when it may be repeated (fair/2).

Pure. What a draw hangs on is in `draw_facts`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast
from uuid import UUID

from msgspec import UNSET, structs

from eventstore.canonical import encode
from games import fair_draws
from games.beacons import Beacon
from games.fair_draws import NO_BEACON, Seal
from games.json_types import JsonMapping
from tournaments.draw_facts import Occasion, facts, format_now, grounds_of, stage_number
from tournaments.events import (
    OF_INVITATIONS,
    AnchorAdded,
    CodesIssued,
    DrawRefused,
    DrawSealed,
    DrawShown,
    EntrantPromised,
    EntrantShare,
    HistoryBound,
    NextEventMade,
    NoticePut,
    PaymentMarked,
    PictureSet,
    RepetitionSet,
    RoleGiven,
    RoleTaken,
    TableOpened,
    TournamentEvent,
)
from tournaments.record import Entrant
from tournaments.state import RoundState, TournamentState

Sign = Callable[[str], str | None]
"""Returns the line under a sealed text, or None where the site signs nothing."""
NO_SHARES: Mapping[int, bytes] = {}
REDRAWS = 1
"""Draws without a new ground that one thing has beside its first, unless the plan says more."""


OF_A_DRAW: tuple[type[TournamentEvent], ...] = (DrawSealed, DrawRefused, DrawShown)
"""What happens to a draw itself."""
MEANWHILE: tuple[type[TournamentEvent], ...] = (
    *OF_INVITATIONS.values(),
    *(AnchorAdded, CodesIssued, HistoryBound, NextEventMade, NoticePut, PaymentMarked, PictureSet),
    *(RepetitionSet, RoleGiven, RoleTaken, TableOpened),
)
"""What may happen while a draw waits: nothing of it is a ground of any draw.

With another chain that draw is given up, and its number left out; it counts as a draw all the same.
"""


class Lot(NamedTuple):
    """What a draw brings."""

    value: bytes
    number: int | None
    """None of a tournament from before there were chains."""
    event: DrawShown | None = None
    """What is to be added before what is drawn; None where an earlier draw counts again."""


def deal_name(tournament: UUID, draw: int) -> str:
    """Return the name of a draw in its seal."""
    return fair_draws.deal_of(str(tournament), f"draw/{draw}")


def bind_of(state: TournamentState, occasion: Occasion) -> bytes:
    """Return the hash of what a draw hangs on, as its seal has it."""
    return fair_draws.facts_bind(encode(facts(state, occasion)))


def seal(state: TournamentState, bind: bytes) -> Seal:
    """Return the seal of the next draw: the link before is what binds the server.

    Nobody has promised anything but for a draw that runs.
    """
    draws = state.draws
    deal = None if draws.running is None else draws.running.deal
    return Seal(
        deal_name(state.id, draws.count + 1),
        1 if deal is None else deal.attempt,
        bytes.fromhex(draws.last_link),
        bind,
        {} if deal is None else deal.sealed or {},
        beacon=NO_BEACON if deal is None else deal.named or NO_BEACON,
    )


def next_draw(
    state: TournamentState,
    occasion: Occasion,
    link: bytes,
    shares: Mapping[int, bytes] = NO_SHARES,
    beacon_value: bytes | None = None,
) -> DrawShown:
    """Return the draw that comes next, which shows a link, and the shares of who is on its roll."""
    said = facts(state, occasion)
    sealed = seal(state, fair_draws.facts_bind(encode(said)))
    grounds = grounds_of(state, occasion)
    before = sum(1 for _ in state.draws.of_same(occasion.kind, occasion.round))
    shown = [EntrantShare(each, share.hex()) for each, share in sorted(shares.items())]
    return DrawShown(
        draw=state.draws.count + 1,
        kind=occasion.kind,
        round=occasion.round or UNSET,
        format=str(said["format"]),
        facts=sealed.bind.hex(),
        grounds=grounds,
        link=link.hex(),
        value=sealed.root(link, shares, beacon_value).hex(),
        drawn=before + 1,
        unforced=state.draws.is_unforced(occasion.kind, occasion.round, grounds),
        attempt=UNSET if sealed.attempt == 1 and not shown else sealed.attempt,
        shares=shown or UNSET,
        present=len(cast("list[Entrant]", said["active"])) if shown else UNSET,
        beacon=UNSET if beacon_value is None else beacon_value.hex(),
    )


def sealed_occasion(state: TournamentState, asked: DrawSealed) -> Occasion:
    """Return what a draw is for that was sealed; the draft that it repairs is still the same."""
    pinned: tuple[tuple[Entrant, ...], ...] = ()
    if asked.kind == "repair":
        tables = state.rounds[(asked.round or 0) - 1].tables
        pinned = tuple(each.seats for each in tables if str(each.id) in (asked.pinned or ()))
    return Occasion(
        asked.kind,
        asked.round or 0,
        pinned,
        tuple(asked.places or ()),
        asked.method or "",
        asked.format,
        asked.series or "",
        asked.publishes is True,
    )


def sealing(
    state: TournamentState,
    occasion: Occasion,
    roll: Mapping[int, bytes],
    beacon: Beacon | None,
    sign: Sign,
) -> DrawSealed:
    """Return the first seal of the next draw: for entrants who have promised, or a beacon."""
    bind = bind_of(state, occasion)
    pinned = {
        str(table.id)
        for table in (state.rounds[occasion.round - 1].tables if occasion.pinned else ())
        if table.seats in occasion.pinned
    }
    return DrawSealed(
        draw=state.draws.count + 1,
        attempt=1,
        kind=occasion.kind,
        round=occasion.round or UNSET,
        format=occasion.format or format_now(state, stage_number(state, occasion)),
        facts=bind.hex(),
        grounds=grounds_of(state, occasion),
        roll=_promised(roll),
        signature=sign(_with(seal(state, bind), roll, beacon).text),
        method=occasion.method or UNSET,
        series=occasion.series or UNSET,
        pinned=sorted(pinned) or UNSET,
        places=list(occasion.places) or UNSET,
        publishes=True if occasion.publishes else UNSET,
        beacon=UNSET if beacon is None else beacon.line,
    )


def sealed_text(state: TournamentState, event: DrawSealed) -> str:
    """Return the text of a seal that was recorded, given the state before it."""
    roll = {each.entrant: bytes.fromhex(each.promise) for each in event.roll}
    named = Beacon.read(event.beacon or "")
    return _with(seal(state, bytes.fromhex(event.facts)), roll, named).text


def sealing_again(
    state: TournamentState, roll: Mapping[int, bytes], beacon: Beacon | None, sign: Sign
) -> DrawSealed:
    """Return the next seal of a draw of which an attempt has come to nothing."""
    running = state.draws.running
    assert running is not None  # noqa: S101 - Nobody asks without one.
    text = _with(seal(state, running.deal.bind), roll, beacon).text
    return structs.replace(
        running.asked,
        attempt=running.deal.attempt,
        roll=_promised(roll),
        signature=sign(text),
        beacon=UNSET if beacon is None else beacon.line,
    )


def _with(before: Seal, roll: Mapping[int, bytes], beacon: Beacon | None) -> Seal:
    """Return a seal with who is on the roll, and the beacon that it names."""
    return before._replace(promises=roll, beacon=NO_BEACON if beacon is None else beacon.line)


def _promised(roll: Mapping[int, bytes]) -> list[EntrantPromised]:
    return [EntrantPromised(each, promise.hex()) for each, promise in sorted(roll.items())]


def stands(state: TournamentState, occasion: Occasion) -> DrawShown | None:
    """Return the last draw from the same grounds, where no redraw is left that these allow.

    One that was given up has used a redraw up, and brings nothing that could count again. Deals
    are drawn once for each change, so they are never redrawn.
    """
    if occasion.kind == "deal":
        return None
    before = list(state.draws.of_same(occasion.kind, occasion.round))
    if sum(each.unforced for each in before) < redraws(state):
        return None
    grounds = grounds_of(state, occasion)
    made = (each for each in reversed(before) if isinstance(each, DrawShown))
    return next((each for each in made if each.grounds == grounds), None)


def redraws(state: TournamentState) -> int:
    """Return how many unforced redraws the plan allows of one thing."""
    return redraws_of(state.settings)


def redraws_of(settings: JsonMapping) -> int:
    """Return the same of a plan."""
    return cast("int", settings.get("redraws", REDRAWS))


def wants_beacon(state: TournamentState) -> bool:
    """Tell whether the draws of a tournament wait for a public beacon."""
    return state.settings.get("draw_beacon") is True


def seats_on_roll(drawn: DrawShown, seated: Sequence[Entrant]) -> list[int]:
    """Return the seats of a table whose entrants have added chance to a draw."""
    on = {each.entrant for each in drawn.shares or ()}
    return [seat for seat, entrant in enumerate(seated) if entrant in on]


class Slot(NamedTuple):
    """The next deal of a table."""

    draw: int
    """The draw that it hangs on."""
    name: str


def slot(state: TournamentState, round_: RoundState, place: int) -> Slot | None:
    """Return the next deal of the table at a place of a round, from 1; None without a chain."""
    draw = round_.tables[place - 1].draw or round_.draw
    if state.draws.chain is None or draw is None:
        return None
    number = state.dealt[draw, place] + state.draws.skipped_since(draw)
    return Slot(draw, f"{draw}/{place}/{number}")


def pinned_seats(round_: RoundState, removed: Sequence[str]) -> tuple[tuple[Entrant, ...], ...]:
    """Return the seats of the tables of a draft that are not taken away."""
    return tuple(each.seats for each in round_.tables if str(each.id) not in removed)
