"""What the page of a deal that very many have played costs, and who has a rank on it."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Account
from api.ids import uuid7
from deals import selectors
from deals.models import Attempt, Deal
from deals.selectors import Spread
from matches.models import Match
from tests.deals import played
from tests.matches import tables
from tests.web.deals.test_deal_pages import closed, page, signed_in
from web.deals import plots
from web.deals.deal_page import ROWS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def crowd(deal: UUID, count: int) -> None:
    """Have many more play a deal that is closed, as far as its lists know."""
    like = Attempt.objects.select_related("match").filter(deal=deal)[0]
    seen = [Account(username=f"crowd-{number:04}") for number in range(count)]
    people = Account.objects.bulk_create(seen)
    values = {each.attname: getattr(like.match, each.attname) for each in Match._meta.fields}  # noqa: SLF001 - Django's public name.
    matches = Match.objects.bulk_create(Match(**{**values, "id": uuid7()}) for _ in people)
    Attempt.objects.bulk_create(
        Attempt(
            deal_id=deal,
            account=account,
            match=match,
            begun_at=timezone.now(),
            score=number % 50,
            place=1,
            margin=float(number % 50),
        )
        for number, (account, match) in enumerate(zip(people, matches, strict=True))
    )
    Deal.objects.filter(pk=deal).update(tables=count + like.deal.tables)


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        page(client, path)
    # What the site says of itself is kept for some seconds, and then asked for again.
    return sum("site_profile" not in each["sql"] for each in found)


def spread_of(margins: list[float], middle: float) -> tuple[Spread, dict[int, int]]:
    """Return what the database says of some margins: their spread, and how many a column has."""
    spread = Spread(len(margins), min(margins), max(margins), middle)
    begin, width = plots.scale(spread)
    columns = [int((each - begin) / width) for each in margins]
    return spread, {each: columns.count(each) for each in sorted(set(columns))}


@pytest.mark.more
def test_the_page_of_a_deal_costs_the_same_however_many_have_played_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, (ann,) = closed(1, monkeypatch)
    Attempt.objects.filter(deal=deal).update(margin=99.0)
    client = signed_in(ann)
    page(client, f"/deals/{deal}")
    few = queries(client, f"/deals/{deal}")

    crowd(deal, 1200)
    many = queries(client, f"/deals/{deal}")
    shown = page(client, f"/deals/{deal}")

    assert many == few
    assert shown.count("/compare/") == ROWS
    assert shown.count("<circle") <= plots.DOTS_MAX + plots.COLUMNS
    assert "Each dot represents up to 4 players." in shown
    assert len(shown) < 120_000


def test_all_goes_are_on_some_page_with_the_rank_that_equal_margins_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, (ann,) = closed(1, monkeypatch)
    Attempt.objects.filter(deal=deal).update(margin=99.0)
    crowd(deal, 100)
    client = signed_in(ann)

    pages = [page(client, f"/deals/{deal}?page={number}") for number in (1, 2, 3, "nine")]
    players = [re.findall(r"/players/([\w-]+)", each.split('id="results"')[1]) for each in pages]
    ranks = [re.findall(r"<td>(\d+)</td><th", each) for each in pages]

    assert [len(each) for each in players] == [50, 50, 1, 50]
    assert len({name for each in players for name in each}) == 101
    assert ranks[0][:5] == ["1", "2", "2", "4", "4"]
    assert ranks[2] == ["100"]
    assert ranks[3] == ranks[0]


def test_a_new_account_is_told_what_it_is_compared_in(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, (ann, bob) = played.opened(), tables.people(2)
    Account.objects.filter(pk=bob.account).update(date_joined=timezone.now())
    client = signed_in(bob)
    before = page(client, f"/deals/{deal}")
    older = page(signed_in(ann), f"/deals/{deal}")
    for player in (ann, bob):
        played.played(deal, player)
    played.close(deal, monkeypatch)

    after = page(client, f"/deals/{deal}")

    assert "Your account is newer than this deal." in before
    assert "newer than this deal" not in older
    assert after.count("new account") == 1
    assert re.search(
        r"<td>\N{EN DASH}</td><th scope=\"row\"><a href=\"/players/" + bob.username, after
    )
    assert re.search(r"Your rank among those with these cards: \d of 2\.", after)
    assert "compared with the others but not ranked" in after


def test_a_new_account_is_told_from_when_on_it_is_in_the_table() -> None:
    played.opened(day=selectors.today())
    ann, bob = tables.people(2)
    Account.objects.filter(pk=bob.account).update(date_joined=timezone.now() + timedelta(seconds=1))

    assert "from tomorrow on your deals count" in page(signed_in(bob), "/deals")
    assert "from tomorrow on your deals count" not in page(signed_in(ann), "/deals")
    assert "from tomorrow on your deals count" not in page(Client(), "/deals")


def test_a_plot_has_a_dot_for_everyone_within_its_frame() -> None:
    margins = [float(n * n % 37 - 18) for n in range(200)]
    spread, heights = spread_of(margins, 0.0)
    drawn = plots.plot(spread, heights, margins[3])
    alone = plots.plot(*spread_of([4.0], 4.0), None)

    assert (len(drawn.dots), drawn.per_dot) == (200, 1)
    assert sum(dot.is_mine for dot in drawn.dots) == 1
    assert all(0 < dot.x < plots.WIDTH and 0 < dot.y < plots.BASE for dot in drawn.dots)
    assert all(0 <= tick.x <= plots.WIDTH for tick in drawn.ticks)
    assert [dot.is_mine for dot in alone.dots] == [False]


def test_of_very_many_players_a_dot_stands_for_several() -> None:
    margins = [float(n % 100) for n in range(10_000)]
    drawn = plots.plot(*spread_of(margins, 49.5), margins[0])

    assert drawn.per_dot == 25
    assert len(drawn.dots) <= plots.DOTS_MAX + plots.COLUMNS
    assert sum(dot.is_mine for dot in drawn.dots) == 1


def test_the_database_counts_margins_in_the_columns_of_the_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, _players = closed(1, monkeypatch)
    crowd(deal, 99)
    margins = [row.margin or 0.0 for row in Attempt.objects.filter(deal=deal)]
    found = selectors.spread(deal)
    assert found is not None
    begin, width = plots.scale(found)

    assert (found.players, found.low, found.high) == (100, min(margins), max(margins))
    assert selectors.columns(deal, begin=begin, width=width) == spread_of(margins, 0.0)[1]
    assert selectors.spread(played.opened()) is None
