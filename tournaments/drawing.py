"""What a draw of a tournament hangs on, and what comes of it (fair/2). Pure.

Every draw binds its facts: who plays, what was played, how it is to be paired. Whoever wants
another result has to change one of them, where everybody sees it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast
from uuid import UUID

from msgspec import UNSET, structs

from deals import audit
from eventstore.canonical import encode
from games import fair_draws
from games.fair_draws import Seal
from games.json_types import JsonMapping, JsonObject
from tournaments import stage_plan
from tournaments.events import (
    OF_INVITATIONS,
    CodesIssued,
    DrawKind,
    DrawRefused,
    DrawSealed,
    DrawShown,
    EntrantPromised,
    EntrantShare,
    HistoryBound,
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
    *(CodesIssued, HistoryBound, NoticePut, PaymentMarked, PictureSet, RepetitionSet, RoleGiven),
    *(RoleTaken, TableOpened),
)
"""What may happen while a draw waits for shares: nothing of it is a ground of any draw."""


class Occasion(NamedTuple):
    """What is drawn."""

    kind: DrawKind
    round: int = 0
    """Of seeds and lots there is none."""
    pinned: tuple[tuple[Entrant, ...], ...] = ()
    """The seats of tables that stay."""
    places: tuple[int, ...] = ()
    """Of the tables to be dealt."""
    method: str = ""
    """How seeds are assigned."""
    format: str = ""
    """The format and its version that a recorded draw names; by default those of this program."""
    series: str = ""
    """The series by whose standings seeds are assigned."""
    publishes: bool = False
    """Whether the round is published at once, and the tournament goes on by itself."""


class Lot(NamedTuple):
    """What a draw brings."""

    value: bytes
    number: int | None
    """None of a tournament from before there were chains."""
    event: DrawShown | None = None
    """What is to be added before what is drawn; None where an earlier draw counts again."""


def facts(state: TournamentState, occasion: Occasion) -> JsonObject:
    """Return what a draw hangs on, as `docs/fair-draws.md` names it; no times and no ids."""
    round_ = _round_of(state, occasion)
    number = stage_number(state, occasion)
    sizes = stage_plan.sizes_of(state, number)
    # Where seeds are drawn, those from before are no ground.
    seeds = sorted(state.present) if occasion.kind == "seeds" else _seeds(state, number)
    present = {*state.present}
    said: JsonObject = {
        "active": [each for each in seeds if each in present],
        "apart": sorted(map(list, {*state.apart, *stage_plan.teammates(state)})),
        "byes": _byes(state, occasion.round),
        "decided": _decided(state),
        "format": occasion.format or format_now(state, number),
        "kind": occasion.kind,
        "options": {"method": occasion.method}
        if occasion.kind == "seeds"
        else dict(state.stage_settings(number)["options"]),
        "out": sorted(each for each in seeds if each not in present),
        "penalties": _penalties(state),
        "pinned": sorted(map(list, occasion.pinned)),
        "results": _results(state),
        "round": occasion.round,
        "seeds": seeds,
        "sizes": [sizes.least, sizes.target, sizes.most],
        "stage": number,
        "teams": _teams(state),
    }
    if occasion.kind == "deal" and round_ is not None:
        said["tables"] = [list(round_.tables[place - 1].seats) for place in occasion.places]
    return said


def stage_number(state: TournamentState, occasion: Occasion) -> int:
    """Return the stage that is drawn for, from 0."""
    round_ = _round_of(state, occasion)
    return round_.stage if round_ is not None else max(len(state.stages) - 1, 0)


def format_now(state: TournamentState, number: int) -> str:
    """Return the format of a stage, and which version of it this program has."""
    form = stage_plan.format_of(state, number)
    return f"{form.id}@{form.version}"


def _round_of(state: TournamentState, occasion: Occasion) -> RoundState | None:
    """Return the round that a draw repairs or deals; None where it is still to be made."""
    if occasion.kind not in {"repair", "deal"}:
        return None
    return state.rounds[occasion.round - 1]


def _seeds(state: TournamentState, number: int) -> list[Entrant]:
    """Return the entrants of a stage by seed; before the start those who are there."""
    if state.stages:
        return list(state.stages[number].entrants)
    last = len(state.entrants) + 1
    return sorted(state.present, key=lambda each: (state.entrants[each].seed or last, each))


def _byes(state: TournamentState, number: int) -> list[list[int | None]]:
    """Return who has had byes, or has booked one for the round that is drawn, with its units."""
    asked: dict[tuple[int, int], int | None] = {}
    if 0 < number <= len(state.rounds):
        asked = {(number, each): None for each in state.rounds[number - 1].sitting_out}
    asked |= {(number, each): units for each, units in state.booked.get(number, {}).items()}
    found = {(row[0], row[1]): row[2] for row in _byes_had(state)}
    return [[*each, units] for each, units in sorted((asked | found).items())]


def _byes_had(state: TournamentState) -> list[tuple[int, int, int | None]]:
    """Return a row for each bye of a published round; units where it brings its own."""
    return sorted(
        (each.number, entrant, each.granted.get(entrant))
        for each in state.rounds
        if each.published
        for entrant in each.byes
    )


def _teams(state: TournamentState) -> JsonObject | None:
    """Return who plays for which team, in the order of their boards, without names."""
    if state.teams is None:
        return None
    return {
        "apart": state.teams.apart,
        "best": state.teams.best,
        "members": [list(each.entrants) for each in state.teams.teams],
        "tiebreaks": list(state.teams.tiebreaks),
    }


def _decided(state: TournamentState) -> list[list[object]]:
    """Return a row for each tie that was decided."""
    return [
        [each.number, place, list(table.decided)]
        for each in state.rounds
        for place, table in enumerate(each.tables, start=1)
        if table.decided
    ]


def _penalties(state: TournamentState) -> list[list[int]]:
    at_tables = [
        [each.entrant, each.units] for _, table in state.tables() for each in table.penalties
    ]
    given = [[each.number, each.penalty] for each in state.entrants.values() if each.penalty]
    return sorted(given + at_tables)


def _results(state: TournamentState) -> list[list[object]]:
    """Return a row for every published table, in order."""
    return [
        [
            each.number,
            place,
            list(table.seats),
            None if table.places is None else list(table.places),
            None if table.scores is None else list(table.scores),
            ("none" if table.unpaid else "bye") if table.void else "",
            sorted(table.absent),
        ]
        for each in state.rounds
        if each.published
        for place, table in enumerate(each.tables, start=1)
    ]


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
    )


def next_draw(
    state: TournamentState, occasion: Occasion, link: bytes, shares: Mapping[int, bytes] = NO_SHARES
) -> DrawShown:
    """Return the draw that comes next, which shows a link, and the shares of who is on its roll."""
    said = facts(state, occasion)
    sealed = seal(state, fair_draws.facts_bind(encode(said)))
    grounds = grounds_of(state, occasion)
    before = list(state.draws.of_same(occasion.kind, occasion.round))
    shown = [EntrantShare(each, share.hex()) for each, share in sorted(shares.items())]
    return DrawShown(
        draw=state.draws.count + 1,
        kind=occasion.kind,
        round=occasion.round or UNSET,
        format=str(said["format"]),
        facts=sealed.bind.hex(),
        grounds=grounds,
        link=link.hex(),
        value=sealed.root(link, shares).hex(),
        drawn=len(before) + 1,
        unforced=any(each.grounds == grounds for each in before),
        attempt=UNSET if sealed.attempt == 1 and not shown else sealed.attempt,
        shares=shown or UNSET,
        present=len(cast("list[Entrant]", said["active"])) if shown else UNSET,
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
    state: TournamentState, occasion: Occasion, roll: Mapping[int, bytes], sign: Sign
) -> DrawSealed:
    """Return the first seal of the next draw, for which entrants have promised shares."""
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
        roll=_promised(roll),
        signature=sign(seal(state, bind)._replace(promises=roll).text),
        method=occasion.method or UNSET,
        series=occasion.series or UNSET,
        pinned=sorted(pinned) or UNSET,
        places=list(occasion.places) or UNSET,
        publishes=True if occasion.publishes else UNSET,
    )


def sealing_again(state: TournamentState, roll: Mapping[int, bytes], sign: Sign) -> DrawSealed:
    """Return the next seal of a draw of which an attempt has come to nothing."""
    running = state.draws.running
    assert running is not None  # noqa: S101 - Nobody asks without one.
    text = seal(state, running.deal.bind)._replace(promises=roll).text
    return structs.replace(
        running.asked, attempt=running.deal.attempt, roll=_promised(roll), signature=sign(text)
    )


def _promised(roll: Mapping[int, bytes]) -> list[EntrantPromised]:
    return [EntrantPromised(each, promise.hex()) for each, promise in sorted(roll.items())]


def grounds_of(state: TournamentState, occasion: Occasion) -> str:
    """Return the hash of what calls for another draw: who is there, and what was played.

    What the staff sets as it likes is not among it, else nothing would limit redraws: who is kept
    apart, byes that are booked, penalties, sizes, options, the order before the start.
    """
    number = stage_number(state, occasion)
    seeds = _seeds(state, number)
    present = {*state.present}
    said: JsonObject = {
        "active": sorted({*seeds} & present),
        "byes": [list(each) for each in _byes_had(state)],
        "decided": _decided(state),
        "out": sorted({*seeds} - present),
        "results": _results(state),
        "round": occasion.round,
        "seeds": len(seeds),
        "stage": number,
    }
    return fair_draws.facts_bind(encode(said)).hex()


def stands(state: TournamentState, occasion: Occasion) -> DrawShown | None:
    """Return the last draw from the same grounds, where no redraw is left that these allow.

    Deals are drawn once for each change, so they are never redrawn.
    """
    if occasion.kind == "deal":
        return None
    before = list(state.draws.of_same(occasion.kind, occasion.round))
    if sum(each.unforced for each in before) < redraws(state):
        return None
    grounds = grounds_of(state, occasion)
    return next((each for each in reversed(before) if each.grounds == grounds), None)


def redraws(state: TournamentState) -> int:
    """Return how many unforced redraws the plan allows of one thing."""
    return redraws_of(state.settings)


def redraws_of(settings: JsonMapping) -> int:
    """Return the same of a plan."""
    return cast("int", settings.get("redraws", REDRAWS))


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


def board_slot(board: int) -> str:
    """Return the slot of a deal that many tables of a round play."""
    return audit.board_slot(board)


def pinned_seats(round_: RoundState, removed: Sequence[str]) -> tuple[tuple[Entrant, ...], ...]:
    """Return the seats of the tables of a draft that are not taken away."""
    return tuple(each.seats for each in round_.tables if str(each.id) not in removed)
