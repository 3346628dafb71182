"""A whole tournament, as an account may see it."""

from typing import Literal, cast
from uuid import UUID

from msgspec import UNSET, UnsetType

from eventstore import streams
from eventstore.canonical import format_timestamp
from tournaments import (
    command_handler,
    picture_addresses,
    rolls,
    stage_plan,
    stage_queries,
    visibility,
)
from tournaments.aggregate import TOURNAMENT
from tournaments.answers import (
    ByeBooked,
    DrawWaiting,
    EntrantShown,
    ImportNote,
    PictureShown,
    RoundListed,
    StageShown,
    TournamentShown,
)
from tournaments.events import KIND
from tournaments.points.core import in_points
from tournaments.selectors.rounds import status_of
from tournaments.selectors.staff import sees_drafts
from tournaments.services import conditions
from tournaments.services.identities import Payment
from tournaments.state import TournamentState
from tournaments.trf import reading
from tournaments.trf.report import Note

Every = Literal["", "weekly", "fortnightly", "monthly"]


def state_of(slug: str, account: UUID | None, *, until: int | None = None) -> TournamentState:
    """Return a tournament that an account may know of, as it stands or stood; raises not_found."""
    row = visibility.find(slug, account)
    if until is None:
        return command_handler.load(row.id)
    return TOURNAMENT.fold(row.id, streams.load(KIND, row.id, until=until))


def page(state: TournamentState, account: UUID | None) -> TournamentShown:
    """Return a tournament as GET answers it."""
    with_drafts = sees_drafts(state, account)
    own = None if account is None else state.entrant_of(account)
    return TournamentShown(
        id=str(state.id),
        version=state.version,
        status=state.status,
        paused=state.paused,
        settings=state.settings,
        entrants=_entrants(state, with_drafts=with_drafts),
        stages=[
            StageShown(
                stage=each.number + 1,
                format=state.stage_settings(each.number)["format"],
                entrants=list(each.entrants),
                sources=list(each.sources),
                groups=stage_queries.groups_of(state, each.number),
                complete=each.ranking is not None,
            )
            for each in state.stages
        ],
        rounds=[
            RoundListed(
                round=each.number,
                stage=each.stage + 1,
                status=status_of(each),
                due_at=None if each.due is None else format_timestamp(each.due),
                undecided=len(each.undecided),
            )
            for each in state.rounds
            if each.published or with_drafts
        ],
        rounds_max=[
            stage_plan.length_of(state, number).most
            for number in range(len(state.settings["stages"]))
        ],
        import_notes=[
            ImportNote(each.line, each.content, str(each.why)) for each in import_notes(state)
        ],
        previous_season=state.previous_season,
        next_season=state.next_season,
        conditions=conditions.public(state.conditions),
        repeats=cast("Every", "" if state.repetition is None else state.repetition.every),
        next_event=state.next_event or None,
        notice=state.notice,
        picture=_picture(state),
        my_role=state.role_of(account),
        my_entrant=None if own is None else own.number,
        drawing=_drawing(state),
    )


def _drawing(state: TournamentState) -> DrawWaiting | UnsetType:
    """Return the draw that waits for shares or a beacon, if one does."""
    running = state.draws.running
    if running is None:
        return UNSET
    asked = running.asked
    return DrawWaiting(
        draw=asked.draw,
        kind=asked.kind,
        round=None if asked.round is UNSET else asked.round,
        attempt=running.deal.attempt,
        until=format_timestamp(running.until),
        expected=rolls.missing(state),
        beacon=running.deal.named or UNSET,
    )


def _entrants(state: TournamentState, *, with_drafts: bool) -> list[EntrantShown]:
    """Return who has entered; what they have paid is for the staff."""
    return [
        EntrantShown(
            entrant=each.number,
            name=each.name,
            bot=each.bot,
            presence=each.presence,
            seed=each.seed,
            rating=each.rating,
            no_shows=each.no_shows,
            left_why=each.left_why,
            club=each.club,
            booked_byes=[
                ByeBooked(number, in_points(state.booked[number][each.number]))
                for number in sorted(state.booked)
                if each.number in state.booked[number] and number > len(state.rounds)
            ],
            payment=cast("Payment", each.payment) if with_drafts else None,
            amount=each.amount if with_drafts else None,
        )
        for each in state.entrants.values()
    ]


def import_notes(state: TournamentState) -> tuple[Note, ...]:
    """Return what an imported report says that is not used."""
    return () if state.imported is None else reading.notes(state.imported.text)


def _picture(state: TournamentState) -> PictureShown | None:
    found = state.picture
    if found is None:
        return None
    address = picture_addresses.address(state.settings["slug"], found.digest)
    return PictureShown(address, found.width, found.height)
