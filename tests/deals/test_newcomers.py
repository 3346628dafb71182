"""Accounts that were made once a deal could be played: second ones, as far as anybody can tell."""

import json
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Account
from deals import measured, scoring, selectors, shown
from deals.events import KIND
from deals.models import Attempt
from deals.scoring import Explained
from eventstore import streams, verification
from matches.actors import Player
from tests.deals import played
from tests.deals.played import HOUR
from tests.matches import tables

KNOWN = Explained(0.2, 10.0)
entries = st.lists(
    st.tuples(st.floats(-200, 200, allow_nan=False), st.booleans()), min_size=1, max_size=30
)


def newcomer() -> Player:
    """Return a player whose account was made a moment ago."""
    player = tables.people(1)[0]
    Account.objects.filter(pk=player.account).update(date_joined=timezone.now())
    return player


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> tuple[UUID, Player, Player]:
    """Return today's deal, closed, with somebody who has played it, and a newcomer who has."""
    monkeypatch.setattr(measured, "explained", lambda *_of: KNOWN)
    deal = played.opened("pickpocket", 3, day=selectors.today())
    ann, cheat = tables.people(1)[0], newcomer()
    played.played(deal, ann, seed=1)
    played.played(deal, cheat, seed=2)
    played.close(deal, monkeypatch)
    return deal, ann, cheat


@pytest.mark.django_db
def test_a_newcomer_is_compared_and_counts_in_no_table(
    closed: tuple[UUID, Player, Player],
) -> None:
    deal, ann, cheat = closed
    rows = {row.account_id: row for row in Attempt.objects.filter(deal=deal)}
    period = selectors.week(selectors.today())
    added = [json.loads(each.body) for each in streams.load(KIND, deal)][1:3]

    assert rows[cheat.account].points is not None
    assert [row.player for row in selectors.table(period)] == [ann.username]
    assert [each.get("newcomer") for each in added] == [None, True]
    assert verification.check(KIND, deal) == []


@pytest.mark.django_db
def test_nobody_is_compared_with_a_newcomer(closed: tuple[UUID, Player, Player]) -> None:
    deal, ann, _cheat = closed
    own = Attempt.objects.get(deal=deal, account=ann.account)
    assert own.margin is not None

    # Alone, Ann is compared with nobody: the margin stays as it is, but for the cut.
    assert own.compared == max(-15.0, min(15.0, own.margin))
    assert selectors.place_of(own) == selectors.Place(1, 1)
    assert selectors.best(deal) == own
    found = shown.deal(deal, None)
    assert found.seat_results is not None
    assert found.seat_results[0].tables == 1
    assert {each.player: each.newcomer for each in found.seat_results[0].results}[ann.username] == 0


@pytest.mark.more
@pytest.mark.django_db
def test_the_place_of_a_newcomer_is_among_those_who_count(
    closed: tuple[UUID, Player, Player],
) -> None:
    deal, _ann, cheat = closed
    row = Attempt.objects.get(deal=deal, account=cheat.account)
    Attempt.objects.filter(deal=deal).exclude(pk=row.pk).update(margin=999.0)

    assert selectors.place_of(row) == selectors.Place(2, 2)


@pytest.mark.django_db
def test_an_account_that_was_there_before_the_deal_is_no_newcomer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    opened = selectors.require(deal).opens_at
    Account.objects.filter(pk=ann.account).update(date_joined=opened - timedelta(milliseconds=1))
    played.played(deal, ann)
    played.close(deal, monkeypatch)

    assert not Attempt.objects.get(deal=deal).is_newcomer


@pytest.mark.django_db
def test_an_account_made_between_the_announcement_and_the_opening_is_no_newcomer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = played.opened(opens_at=timezone.now() + HOUR / 2)
    ann = newcomer()

    with played.later(monkeypatch, HOUR * 0.75):
        played.begun(deal, ann)

    assert not Attempt.objects.get(deal=deal).is_newcomer


@pytest.mark.django_db
def test_a_row_that_hides_a_newcomer_is_found(closed: tuple[UUID, Player, Player]) -> None:
    deal, _ann, cheat = closed

    Attempt.objects.filter(deal=deal, account=cheat.account).update(is_newcomer=False)

    assert any("newer than the deal" in each.text for each in verification.check(KIND, deal))


@given(entries=entries)
def test_no_number_of_newcomers_moves_anybodys_points(entries: list[tuple[float, bool]]) -> None:
    margins, counting = [margin for margin, _ in entries], [does for _, does in entries]
    counted = [margin for margin, does in entries if does]
    how = scoring.comparison(KNOWN, len(counted))

    found = scoring.compare(margins, how, counting)

    among = [each for each, does in zip(found, counting, strict=True) if does]
    assert among == pytest.approx(scoring.compare(counted, how))
    assert all(-how.cut <= each <= how.cut for each in found)
