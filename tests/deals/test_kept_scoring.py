"""How a deal is compared stands in its end: no later version changes an old table."""

import json
from uuid import UUID

import pytest
from django.test import Client

from deals import events as e
from deals import measured, results, scoring, selectors, shown
from deals.audit import Audit
from deals.events import CATALOGUE, KIND, DealClosed
from deals.models import Attempt
from deals.scoring import Explained
from deals.state import DealState, evolve
from deals.verification import verify_deal
from eventstore import streams, verification
from eventstore.events import Moment, StoredEvent
from tests.deals import played
from tests.matches import tables
from tests.samples import leading

pytestmark = pytest.mark.django_db

KNOWN = Explained(0.45, 1.8)
"""Of `second-story@2` with three players."""


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> UUID:
    """Return a deal that three have begun, of whom two have played it to the end."""
    deal = played.opened("second-story", 3)
    for number, player in enumerate(tables.people(2)):
        played.played(deal, player, seed=number)
    played.begun(deal, tables.people(1)[0])
    played.close(deal, monkeypatch)
    return deal


def points(deal: UUID) -> list[float | None]:
    return list(Attempt.objects.filter(deal=deal).order_by("pk").values_list("points", flat=True))


def forged(deal: UUID, **said: int) -> list[StoredEvent]:
    """Return the events of a deal that was compared otherwise."""
    *before, last = streams.load(KIND, deal)
    body = json.loads(last.body)
    body["scoring"] |= said
    return [*before, last._replace(body=json.dumps(body))]


def test_the_end_of_a_deal_keeps_how_it_is_compared(closed: UUID) -> None:
    closing = selectors.load(closed).closed
    assert closing is not None

    assert closing.scoring == e.Scoring(
        version="deals/1", compare="margin", explained=450, beta=450_000, cut=2700
    )
    assert points(closed).count(None) == 1
    assert shown.deal(closed, None).scoring == shown.scoring_of(scoring.comparison(KNOWN, 2))


def test_a_later_version_changes_no_table_that_is_closed(
    closed: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, answer = points(closed), shown.deal(closed, None)
    page = Client().get(f"/deals/{closed}").content

    monkeypatch.setattr(measured, "explained", lambda *_of: Explained(0.9, 0.5))
    monkeypatch.setattr(scoring, "CUT", 9)

    assert [each.points for each in results.outcomes(selectors.load(closed))] == before
    assert shown.deal(closed, None) == answer
    assert b"The cards explain 45 %" in page
    assert b"The cards explain 45 %" in Client().get(f"/deals/{closed}").content
    assert verification.check(KIND, closed) == []


def test_a_deal_of_which_nothing_was_measured_keeps_that(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = played.opened("stick-em")
    played.played(deal, tables.people(1)[0])
    played.close(deal, monkeypatch)
    closing = selectors.load(deal).closed

    monkeypatch.setattr(measured, "explained", lambda *_of: KNOWN)

    assert closing is not None
    assert closing.scoring is None
    assert shown.deal(deal, None).scoring is None
    assert points(deal) == [None]
    assert verification.check(KIND, deal) == []


@pytest.mark.more
def test_a_deal_that_was_closed_before_is_compared_as_it_was(closed: UUID) -> None:
    *before, last = streams.load(KIND, closed)
    old = {name: said for name, said in json.loads(last.body).items() if name != "scoring"}
    state = DealState(closed)
    for stored in [*before, last._replace(body=json.dumps(old))]:
        event = CATALOGUE.decode(stored.type, stored.schema, stored.body)
        evolve(state, event, Moment(stored.version, stored.at, stored.actor))

    assert isinstance(state.closed, DealClosed)
    assert not state.closed.scoring
    assert [each.points for each in results.outcomes(state)] == points(closed)
    assert Audit(closed).run([*before, last._replace(body=json.dumps(old))]).faults == []


@pytest.mark.parametrize(
    "said", leading([{"beta": 999_999}, {"beta": -1}, {"cut": 0}, {"explained": 1000}])
)
def test_a_comparison_that_nobody_makes_is_found(closed: UUID, said: dict[str, int]) -> None:
    assert Audit(closed).run(streams.load(KIND, closed)).faults == []
    assert [text for _version, text in Audit(closed).run(forged(closed, **said)).faults] == [
        "no such comparison of so many tables is made"
    ]


@pytest.mark.more
def test_a_comparison_of_another_number_of_players_is_found(closed: UUID) -> None:
    # A part that is taken off from all three, though one of them was played on by a bot.
    taken = round(scoring.beta(KNOWN.explained, 3) * e.MILLION)
    events = forged(closed, beta=taken)

    assert Audit(closed).run(events).faults == []
    assert any("not compared as so many are" in each.text for each in verify_deal(closed, events))
