"""Time that the site could not take promises and shares in is given back to everybody."""

import json
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest

from agenda import heartbeat, registry
from agenda.heartbeat import Source
from agenda.models import DueRow, Heartbeat, OutageRow
from eventstore.canonical import parse_timestamp
from games.core import ALL
from matches import archive
from matches.models import ChancePending
from matches.services import gathering
from tests.matches import tables
from tests.matches.sharers import Sharer, due, require_sound, seated, status, time_is_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def outage(minutes_later: float, match: UUID) -> OutageRow:
    """Note an outage that ended so long after the last event of a match."""
    at = parse_timestamp(json.loads(list(archive.log_lines(match, ALL))[-1])["at"])
    ended_at = at + timedelta(minutes=minutes_later)
    heartbeat.OutageCache.last = None
    return OutageRow.objects.create(id=uuid4(), began_at=at, ended_at=ended_at)


def test_an_outage_gives_time_to_promise_and_to_show_anew(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    sharers[0].promise(match)
    first = outage(5, match)
    time_is_up(match)
    assert tables.types(match)[-1] == "seat_taken"
    assert due(match, gathering.SEAL).due_at == first.ended_at + timedelta(seconds=60)
    for each in sharers:
        each.promise(match)
    assert tables.types(match)[-1] == "chance_sealed"
    second = outage(7, match)
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_sealed"
    show = timedelta(seconds=10) + heartbeat.unnoticed_silence()
    assert due(match, gathering.SHOW).due_at == second.ended_at + show
    time_is_up(match)

    assert tables.types(match)[-1] == "chance_shown"
    require_sound(match)


def web_was_back(seconds_later: float, match: UUID) -> datetime:
    """Note a silence of the web, too short for an outage, that ended so long after the seal."""
    at = parse_timestamp(json.loads(list(archive.log_lines(match, ALL))[-1])["at"])
    back_at = at + timedelta(seconds=seconds_later)
    Heartbeat.objects.update_or_create(
        id=Source.WEB, defaults={"beat_at": back_at, "back_at": back_at}
    )
    return back_at


def test_a_failure_shorter_than_an_outage_gives_time_to_show_anew(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers[:2]:
        each.show(match)
    back_at = web_was_back(9, match)
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_sealed"
    again = due(match, gathering.SHOW).due_at
    assert again == back_at + timedelta(seconds=10) + heartbeat.unnoticed_silence()
    sharers[2].show(match)

    assert status(match) == "live"
    require_sound(match)


def test_who_withholds_after_a_failure_is_still_named(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    web_was_back(9, match)
    sharers[0].show(match)
    time_is_up(match)
    time_is_up(match)

    assert tables.types(match)[-1] == "chance_shown"
    require_sound(match)


def test_a_silence_before_the_seal_gives_nobody_more_time_to_show(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    web_was_back(-60, match)
    for each in sharers:
        each.promise(match)
    time_is_up(match)

    assert tables.types(match)[-1] == "chance_shown"


def test_a_share_that_comes_late_counts_until_the_attempt_is_closed(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    for each in sharers:
        each.promise(match)
    for each in sharers[:2]:
        each.show(match)
    job = due(match, gathering.SHOW)
    sealed_at = parse_timestamp(json.loads(list(archive.log_lines(match, ALL))[-1])["at"])
    assert job.due_at - sealed_at > timedelta(seconds=10), "longer than clients are told"
    # Its request met an error, and comes again before the agenda has run.
    ChancePending.objects.filter(match=match, seat=2).update(share=sharers[2].share(match, 1))
    time_is_up(match)

    assert status(match) == "live"
    require_sound(match)


def test_what_is_due_waits_for_the_web() -> None:
    kinds = {each.kind for each in registry.handlers("inline", without_web=True)}

    assert not kinds & {gathering.SEAL, gathering.SHOW}


def test_what_the_agenda_runs_early_waits_until_it_is_due(sharers: list[Sharer]) -> None:
    match = seated(sharers)
    job = due(match, gathering.SEAL)
    DueRow.objects.filter(kind=gathering.SEAL, subject=match).update(due_at="2020-01-01T00:00Z")
    time_is_up(match)

    assert tables.types(match)[-1] == "seat_taken"
    assert due(match, gathering.SEAL).due_at == job.due_at
