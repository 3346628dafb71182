"""The end of a deal: whatever keeps a table from its end, the deal is closed."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from agenda.models import DueRow
from agenda.registry import Job
from api.ids import uuid7
from deals import selectors
from deals.events import KIND
from deals.models import Attempt
from deals.services import closing
from deals.services.opening import CLOSE
from eventstore import streams, verification
from matches.models import Match
from matches.state import Status
from tests.deals import played
from tests.deals.played import HOUR, later
from tests.matches import tables

pytestmark = pytest.mark.django_db

SOON = timedelta(seconds=5)


def is_whole(deal: UUID) -> bool:
    return [*verification.check(KIND, deal)] == []


def stray(deal: UUID) -> UUID:
    """Return a match that says it is of a deal, and has no time at which it must be over."""
    match = tables.begun(tables.people(2), game="pickpocket")
    Match.objects.filter(id=match).update(deal_id=deal)
    return match


def lost(deal: UUID) -> UUID:
    """Return the row of a match of a deal without a history: nothing can be done with it."""
    row = Match.objects.get(id=tables.begun(tables.people(2), game="pickpocket"))
    row.id, row.deal_id = uuid7(), deal
    row.save(force_insert=True)
    return row.id


def test_a_table_that_never_ends_is_called_off_and_the_deal_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.begun(deal, ann)

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
    since = DueRow.objects.get(kind=CLOSE, subject=deal).payload
    with later(monkeypatch, 2 * HOUR + closing.GRACE + timedelta(seconds=5)):
        played.run_close(deal)

    assert since
    assert Match.objects.get(id=match).status == Status.VOID.value
    assert selectors.load(deal).closed is not None
    assert is_whole(deal)


def test_a_deal_is_closed_however_late_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = played.opened()
    played.played(deal, tables.people(1)[0])
    row = DueRow.objects.get(kind=CLOSE, subject=deal)

    played.run_close(deal)
    is_early = selectors.load(deal).closed is None
    with later(monkeypatch, timedelta(days=9)):
        played.run_close(deal)
        version = selectors.load(deal).version
        again = Job(CLOSE, deal, row.version, row.due_at, row.payload, 0, None)
        closing.close_when_due(again)

    assert is_early
    assert selectors.load(deal).version == version
    assert [event.type for event in streams.load(KIND, deal)][-1] == "deal_closed"


def test_a_table_that_cannot_be_ended_keeps_no_other_from_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    strays = [stray(deal) for _ in range(3)]
    match = played.begun(deal, tables.people(1)[0])

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
        played.let_bots_play(match)
        row = DueRow.objects.get(kind=CLOSE, subject=deal)
    since = row.payload
    with later(monkeypatch, 2 * HOUR + closing.GRACE + SOON):
        played.run_close(deal)

    assert since
    assert Match.objects.get(id=match).status == Status.FINISHED.value
    assert {Match.objects.get(id=each).status for each in strays} == {Status.VOID.value}
    assert selectors.load(deal).closed is not None


def test_a_table_that_cannot_even_be_called_off_does_not_keep_a_deal_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    played.played(deal, tables.people(1)[0])
    lost(deal)

    for wait in (timedelta(), closing.GRACE, closing.LAST_GRACE):
        is_early = selectors.load(deal).closed is None
        with later(monkeypatch, 2 * HOUR + wait + SOON):
            played.run_close(deal)

    assert is_early
    assert selectors.load(deal).closed is not None
    assert is_whole(deal)


def test_a_table_that_ends_after_its_deal_is_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    match = played.begun(deal, ann)

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
        closing.reveal(deal, "time_up", regardless=True)
    with later(monkeypatch, 2 * HOUR + SOON):
        played.let_bots_play(match)

    assert Match.objects.get(id=match).status == Status.FINISHED.value
    assert Attempt.objects.get(match=match).score is None
    assert is_whole(deal)


def test_the_secret_of_a_deal_is_not_shown_while_somebody_plays_it() -> None:
    deal = played.opened()
    played.begun(deal, tables.people(1)[0])

    is_done = closing.reveal(deal, "time_up")

    assert not is_done
    assert [event.type for event in streams.load(KIND, deal)][-1] == "deal_table_added"


def test_no_run_ends_more_tables_than_its_lease_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "AT_ONCE", 2)
    deal = played.opened()
    matches = [played.begun(deal, player) for player in tables.people(3)]

    def ended() -> int:
        return sum("seat_timed_out" in tables.types(match) for match in matches)

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
        first = ended()
        played.run_close(deal)

    assert (first, ended()) == (2, 3)


def test_the_moment_a_deal_was_seen_to_be_over_is_kept_before_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    monkeypatch.setattr(closing, "reveal", None)

    with later(monkeypatch, 2 * HOUR), pytest.raises(TypeError):
        played.run_close(deal)

    assert DueRow.objects.get(kind=CLOSE, subject=deal).payload


def test_what_is_begun_in_time_is_in_time_however_long_the_dealing_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened()
    ann, real = tables.people(1)[0], timezone.now
    with later(monkeypatch, 2 * HOUR), monkeypatch.context() as patch:
        patch.setattr(timezone, "now", real)
        played.begun(deal, ann)

    assert is_whole(deal)
