"""Read matches as a viewer may see them. Selectors read; they never write."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import UNSET, structs

from accounts import erased
from api.problems import Problem
from eventstore import sealed, streams
from eventstore.canonical import format_timestamp
from eventstore.errors import RewoundError
from eventstore.events import IMPORT, Point
from eventstore.models import Event
from games.core import ALL, PUBLIC
from games.messages import Message
from matches import agreement, attempts, audit, commit, redaction, refusals, withholding
from matches.aggregate import CACHE
from matches.answers import (
    ClockShape,
    EventShown,
    MatchShown,
    ResultShown,
    SeatShown,
    Viewer,
)
from matches.events import KIND
from matches.folds import fold
from matches.history_answers import (
    ChanceAdded,
    ClientSeed,
    DrawShown,
    HeadShown,
    Proof,
    Replay,
)
from matches.logs import LOGGED
from matches.match_lists import visible
from matches.models import Seat
from matches.recordings import RECORDINGS, Recording
from matches.state import OVER, Data, MatchState, SeatState, Status
from transparency import selectors as public_log


def require_visible(state: MatchState, account: UUID | None, *, joining: bool = False) -> None:
    """Raise not_found unless an account may know of a match.

    Who joins has the id of a private match from its opener: that is the invitation.
    """
    if joining or state.seat_of(account) is not None:
        return
    if not visible(account).filter(id=state.id).exists():
        raise refusals.not_found()


def no_seat(state: MatchState, account: UUID | None) -> Problem:
    """Return the refusal for somebody without a seat, who may not even know of the match."""
    if visible(account).filter(id=state.id).exists():
        return refusals.seat_not_yours()
    return refusals.not_found()


def is_paused(match_id: UUID) -> bool:
    """Return whether a match is paused, without folding it: from the last event that says so."""
    pauses = Event.objects.filter(
        stream_kind=KIND, stream_id=match_id, type__in=("match_paused", "match_resumed")
    )
    return pauses.order_by("-version").values_list("type", flat=True).first() == "match_paused"


def versions_of(match_id: UUID, types: Collection[str], *, until: int) -> list[tuple[int, str]]:
    """Return where in a match events of some types stand, oldest first.

    That something of a type happened at a version is hidden from nobody who knows of the match.
    """
    found = Event.objects.filter(
        stream_kind=KIND, stream_id=match_id, type__in=types, version__lte=until
    )
    in_tables = list(found.order_by("version").values_list("version", "type"))
    # Where there is none, all events may lie in an archive.
    return in_tables or [
        (event.version, event.type)
        for event in sealed.load(KIND, match_id)
        if event.type in types and event.version <= until
    ]


def seat_row(match_id: UUID, seat: int) -> QuerySet[Seat]:
    """Return the row of a seat."""
    return Seat.objects.filter(match=match_id, seat=seat)


@contextmanager
def current_state(match_id: UUID, account: UUID | None) -> Iterator[MatchState]:
    """Give the state of a match to look at, up to date, for as long as the context lasts.

    Raises not_found when there is none that the account may know of.
    """
    entry = CACHE.entry(match_id)
    with entry.lock:
        state = entry.current()
        if not state.version:
            raise refusals.not_found()
        require_visible(state, account)
        withholding.refresh(state)
        yield state


def match_page(match_id: UUID, account: UUID | None) -> MatchShown:
    """Return a match as GET answers it to an account; raises not_found."""
    with current_state(match_id, account) as state:
        return match_page_of(state, account)


def page_and_point(match_id: UUID, account: UUID | None) -> tuple[MatchShown, Point]:
    """Return the same with the point at which the match stands; its hash is not to be shown."""
    with current_state(match_id, account) as state:
        return match_page_of(state, account), Point(state.version, state.hash)


def opened_page(match_id: UUID, account: UUID | None) -> MatchShown:
    """Return a match as it was when it had just been opened."""
    return match_page_of(fold(MatchState(match_id), streams.load(KIND, match_id, until=1)), account)


def match_page_of(state: MatchState, account: UUID | None) -> MatchShown:
    """Return a match as an account may see it."""
    viewer = redaction.viewer_of(state, account)
    seat = state.seat_of(account)
    return MatchShown(
        id=str(state.id),
        game=state.rules.game,
        rules=state.rules.id,
        dataset=state.dataset,
        options=state.options,
        seats_max=state.seats,
        seats=_seats_shown(state),
        clock=None if state.clock is None else ClockShape(**state.clock.as_data()),
        on_timeout=state.on_timeout,
        bots=state.bots,
        vacations=state.takes_vacations,
        commitment=state.commitment,
        imported=state.imported,
        my_seat=seat,
        result=_result(state),
        votes=_votes(state),
        no_votes=agreement.all_barred(state),
        chance=redaction.chance_asked(state),
        shared_deal=withholding.shared_deal(state),
        beacon=UNSET if state.deal is None or state.deal.beacon is None else state.deal.beacon,
        **redaction.live_fields(state, seat=seat, viewer=viewer),
    )


def _seats_shown(state: MatchState) -> list[SeatShown]:
    """Return the seats; whoever was erased has left, or the match is over."""
    may_be_erased = state.status in OVER or any(each.left for each in state.seat_states.values())
    accounts = [each.account for each in state.seat_states.values()] if may_be_erased else []
    gone = erased.names_of(accounts)
    return [
        _seat_shown(number, taken, gone.get(taken.account, taken.player) if taken.account else "")
        for number, taken in sorted(state.seat_states.items())
    ]


def _seat_shown(number: int, taken: SeatState, name: str) -> SeatShown:
    return SeatShown(
        seat=number,
        player=name or taken.player,
        bot=taken.bot,
        is_bot=taken.program or not taken.is_person,
        left=taken.left,
        away=taken.away,
        timed_out=taken.timed_out,
    )


def _votes(state: MatchState) -> dict[str, list[int]]:
    """Return which seats wish what everybody has to agree on, while the match runs."""
    if state.status is not Status.LIVE:
        return {}
    wishes = ("resume",) if state.pause is not None else ("pause",)
    return {what: sorted(state.votes[what]) for what in ("abort", *wishes) if state.votes.get(what)}


def _result(state: MatchState) -> ResultShown | None:
    if state.finish is None:
        return None
    ended = {"placings": None, "scores": None, **commit.result(state)}
    return msgspec.convert(ended, ResultShown)


def is_spectator(match_id: UUID, account: UUID | None) -> bool:
    """Return whether an account sees of a match what any stranger sees, until seats change."""
    with current_state(match_id, account) as state:
        has_no_seat = state.seat_of(account) is None
        return has_no_seat and visible(None).filter(id=match_id).exists()


class History(NamedTuple):
    """What has happened in a match since a version."""

    is_over: bool
    events: list[Data]
    clocks: Data | None
    """How the clocks stand after them; None in a match without."""
    point: Point
    """Up to where the viewer knows the match by them. The hash is not to be shown."""


def history(
    match_id: UUID, account: UUID | None, *, since: int = 0, limit: int | None = None
) -> History:
    """Return what has happened since a version as the account sees it, so many events at most.

    Raises not_found, and invalid for a version that is yet to come.
    """
    try:
        return history_after(match_id, account, Point(since), limit=limit)
    except RewoundError as error:
        text = Message("must be at most %(most)s, not %(since)s", most=error.current, since=since)
        raise refusals.invalid("since", text) from error


def history_after(
    match_id: UUID, account: UUID | None, known: Point, *, limit: int | None = None
) -> History:
    """Return what has happened since a point as the account sees it, so many events at most.

    Raises not_found, and RewoundError when the match does not have that point.
    """
    with current_state(match_id, account) as state:
        last = state.version if limit is None else min(state.version, known.version + limit)
        events = streams.load_after(KIND, match_id, known, last)
        viewer = redaction.viewer_of(state, account)
        clocks = None if state.timer is None else msgspec.to_builtins(redaction.clock_fields(state))
        lines = redaction.event_lines(state, events, viewer)
        return History(state.over, lines, clocks, Point(state.version, state.hash))


def public_events(match_id: UUID) -> list[Data]:
    """Return all events as the public may see them now, of a private match too: for the staff."""
    entry = CACHE.entry(match_id)
    with entry.lock:
        state = entry.current()
        withholding.refresh(state)
        events = streams.load(KIND, match_id, until=state.version)
        return redaction.event_lines(state, events, redaction.viewer_of(state, None))


def allowed_viewer(state: MatchState, account: UUID | None, asked: str | None) -> int:
    """Return as whom an account reads a match when it asks to; raises Problem.

    Before the end that is its own seat or the public; afterwards anybody it likes.
    """
    own = redaction.viewer_of(state, account)
    if asked is None:
        return own
    wanted = _viewer(asked, state.seats)
    if own == ALL or wanted in (own, PUBLIC):
        return wanted
    raise Problem(
        "permission_denied", Message("Until the match is over you can see only your own seat.")
    )


def _viewer(asked: str, seats: int) -> int:
    names = {name: viewer for viewer, name in redaction.VIEWER_NAMES.items()}
    if asked in names:
        return names[asked]
    if asked in map(str, range(seats)):
        return int(asked)
    text = Message("must be public, all or a seat from 0 to %(most)s", most=seats - 1)
    raise refusals.invalid("viewer", text)


def log(match_id: UUID, account: UUID | None, *, viewer: str | None = None) -> list[Data]:
    """Return the log of a match: the header, then its events; raises Problem."""
    with current_state(match_id, account) as state:
        seen_by = allowed_viewer(state, account, viewer)
        events = streams.load(KIND, match_id, until=state.version)
        return [
            redaction.log_header(state, seen_by) | logged(state, seen_by),
            *redaction.event_lines(state, events, seen_by),
        ]


def logged(state: MatchState, viewer: int) -> dict[str, str]:
    """Return for a complete log's header what proves its end by the public log, once it does."""
    found = public_log.proof(KIND, state.id, state.version) if viewer == ALL else None
    return {} if found is None else {LOGGED: str(found)}


def recorded(match_id: UUID, account: UUID | None) -> tuple[MatchShown, Recording]:
    """Return a match as GET answers it to an account, and all of its history; raises not_found."""
    with current_state(match_id, account) as state:
        return match_page_of(state, account), RECORDINGS.of(state)


def replay(match_id: UUID, account: UUID | None, *, at: int, viewer: str | None) -> Replay:
    """Return the table as it stood at a version; raises Problem."""
    with current_state(match_id, account) as state:
        recording = RECORDINGS.of(state)
    return replay_of(recording, account, at=at, viewer=viewer)


def replay_of(recording: Recording, account: UUID | None, *, at: int, viewer: str | None) -> Replay:
    """Return the same by the history of a match that the account may know of; raises Problem."""
    head = recording.head
    if not 1 <= at <= head.version:
        raise refusals.invalid(
            "at", Message("must be from 1 to %(most)s, not %(at)s", most=head.version, at=at)
        )
    seen_by = allowed_viewer(head, account, viewer)
    forgets = head.begun and not head.is_revealed and head.rules.rehides_information(head.game)
    if forgets and at != head.version:
        raise refusals.memory_game()
    then = recording.at(at)
    return Replay(
        version=at,
        viewer=cast("Viewer", redaction.viewer_name(seen_by)),
        status=then.status.value,
        to_act=list(then.acting),
        view=redaction.game_view(then, seen_by),
        event=EventShown(**redaction.event_line(head, recording.events[at - 1], seen_by)),
    )


def recorded_lines(recording: Recording, account: UUID | None, viewer: str) -> Sequence[Data]:
    """Return all events of a match as a viewer may know them, each made when it is looked at."""
    head = recording.head
    return redaction.EventLines(head, recording.events, allowed_viewer(head, account, viewer))


def proof(match_id: UUID, account: UUID | None) -> Proof:
    """Return what proves the draws of a match: after the end also the seed and every draw."""
    with current_state(match_id, account) as state:
        answer = Proof(
            scheme="fair/1" if state.deal is None else "fair/2",
            match=str(match_id),
            commitment=state.commitment,
            client_seeds=[
                ClientSeed(seat, seat_state.client_seed)
                for seat, seat_state in sorted(state.seat_states.items())
            ],
            seed=None,
            draws=None,
        )
        if state.deal is None and not state.is_revealed:
            return answer
        events = streams.load(KIND, match_id, until=state.version)
        if state.deal is not None:
            answer = structs.replace(
                answer,
                deal=state.deal.name,
                bind=state.deal.bind.hex(),
                attempts=attempts.of(match_id, events),
                seats=[ChanceAdded(**each) for each in redaction.chance_added(state)]
                if state.begun
                else [],
                draw_roll=UNSET if state.deal.draw_roll is None else list(state.deal.draw_roll),
            )
        if not state.is_revealed:
            return answer
    seed = audit.revealed_seed(events)
    drawn = audit.Audit(match_id, seed).run(events).drawn
    return structs.replace(
        answer,
        seed=None if seed is None else seed.hex(),
        draws=[DrawShown(**draw._asdict()) for draw in drawn],
    )


def head(match_id: UUID, account: UUID | None) -> HeadShown:
    """Return where the history of a match that is over ends; raises match_not_over before.

    And deal_open while others may play the same deal.
    """
    with current_state(match_id, account) as state:
        if not state.over:
            raise refusals.match_not_over()
        if state.withheld:
            raise refusals.deal_open()
        (last,) = streams.load(KIND, match_id, after=state.version - 1, until=state.version)
        return HeadShown(
            match=str(match_id),
            game=state.rules.game,
            rules=state.rules.id,
            status=state.status.value,
            version=state.version,
            hash=state.hash.hex(),
            finished_at=format_timestamp(state.at),
            chain=last.chain,
            imported=last.actor == IMPORT,
        )
