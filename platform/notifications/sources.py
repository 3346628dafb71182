"""Where notifications come from: news of the layers below, each in its own transaction."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from uuid import UUID

from django.utils import timezone

from agenda.announcements import Announcement
from matches.integration_events import MatchNotice
from matches.state import Status
from notifications import preferences
from notifications.kinds import Kind
from notifications.noting import note
from ratings.models import Call
from tournaments import events as e
from tournaments.events import TournamentEvent
from tournaments.news import Moved
from tournaments.state import TournamentState

ANNOUNCED: Mapping[str, Kind] = {
    "invitation": "invitation",
    "friend_request": "friend_request",
    "challenge": "challenge",
}


def hear_announcement(heard: Announcement) -> None:
    """Note an invitation, a friend's request or a challenge."""
    kind = ANNOUNCED.get(heard.kind)
    if kind is None:
        return
    people = [str(each) for each in heard.people]
    about: dict[str, str | int | list[str]] = {"people": people}
    if heard.by is not None:
        about["by"] = str(heard.by)
    key = f"{heard.by}:{heard.version}:{','.join(sorted(people))}"
    note(kind, stream=heard.subject, version=heard.version, key=key, about=about)


def hear_match(notice: MatchNotice) -> None:
    """Note that a match of a ladder has begun, or one of a ladder or a tournament has ended."""
    kind: Kind = "match_started" if notice.status is Status.LIVE else "match_finished"
    if notice.status not in {Status.LIVE, Status.FINISHED}:
        return
    if kind == "match_started" and not Call.objects.filter(match=notice.match).exists():
        return
    people = [each.account for each in notice.sitting if each.account is not None]
    # A ladder of bots ends many matches a second, of which nobody wants to be told.
    if not preferences.targets(kind, people, timezone.now()):
        return
    about: dict[str, str | int | list[str]] = {
        "game": notice.game,
        "people": [str(each) for each in people],
    }
    note(kind, stream=notice.match, version=notice.version, key="", about=about, at=notice.at)


def hear_tournament(moved: Moved) -> None:
    """Note what a tournament's events mean to others."""
    for event in moved.added:
        if isinstance(event, TournamentEvent):
            tell = OF_TOURNAMENT.get(type(event))
            if tell is not None:
                tell(moved.state, event)


def _note(state: TournamentState, kind: Kind, key: object, **about: str | int) -> None:
    note(
        kind,
        stream=state.id,
        version=state.version,
        key=f"{key}:{state.version}",
        about=about,
        at=state.at or datetime.now(UTC),
    )


def _round(state: TournamentState, event: TournamentEvent) -> None:
    assert isinstance(event, e.RoundPublished)  # noqa: S101 - By the table below.
    _note(state, "my_table", event.round, round=event.round)
    _note(state, "round_published", event.round, round=event.round)


def _decided(state: TournamentState, event: TournamentEvent) -> None:
    """Note that the staff has decided a table and has said why."""
    assert isinstance(event, e.ResultRecorded)  # noqa: S101 - By the table below.
    found = state.table(UUID(event.table))
    if found is not None and found[1].decision:
        round_, table = found
        _note(state, "dispute_decided", table.id, table=str(table.id), round=round_.number)


def _checkin(state: TournamentState, _event: TournamentEvent) -> None:
    _note(state, "checkin_opened", "")


def _started(state: TournamentState, _event: TournamentEvent) -> None:
    _note(state, "tournament_started", "")


def _finished(state: TournamentState, _event: TournamentEvent) -> None:
    _note(state, "tournament_finished", "")


OF_TOURNAMENT: Mapping[
    type[TournamentEvent], Callable[[TournamentState, TournamentEvent], None]
] = {
    e.RoundPublished: _round,
    e.ResultRecorded: _decided,
    e.CheckinOpened: _checkin,
    e.TournamentStarted: _started,
    e.TournamentFinished: _finished,
}
