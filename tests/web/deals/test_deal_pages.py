"""The pages of deals: play the deals of the day, and see how everyone fared who held the cards."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Account
from deals import selectors, shown
from deals.models import Attempt, Deal
from deals.selectors import Place
from deals.services import daily
from eventstore import streams
from matches.actors import Player
from tests.deals import played
from tests.matches import tables
from tests.samples import sampled
from web.deals import daily_page, deal_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(Account.objects.get(pk=player.account))
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def closed(count: int, monkeypatch: pytest.MonkeyPatch, **said: Any) -> tuple[UUID, list[Player]]:
    """Return a deal that so many have played to the end, and who."""
    deal, players = played.opened(**said), tables.people(count)
    for number, player in enumerate(players):
        played.played(deal, player, seed=number)
    played.close(deal, monkeypatch)
    return deal, players


def test_the_deals_of_today_are_on_the_first_page_and_on_one_of_their_own() -> None:
    daily.announce()
    ann = tables.people(1)[0]
    count = Deal.objects.filter(day=selectors.today()).count()

    for client, path in ((signed_in(ann), "/"), (signed_in(ann), "/deals")):
        assert page(client, path).count("/play") >= count
    assert "Sign in to play" in page(Client(), "/deals")
    assert "Deal of the day" in page(Client(), "/")


def test_what_an_open_deal_explains_is_told_without_its_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    daily.announce()
    row = selectors.of_day(selectors.today())[0]
    monkeypatch.setattr(streams, "load", None)

    assert len(daily_page.cards(None)) == Deal.objects.filter(day=selectors.today()).count()
    assert deal_page.deal_page(row.pk, None).status == "open"
    assert shown.deal(row.pk, None).deal == f"{row.pk}/board/1"


def test_the_page_says_the_rules_and_the_figure_that_was_measured_of_them() -> None:
    orders = page(Client(), f"/deals/{played.opened('second-story', 3)}")
    one_pile = page(Client(), f"/deals/{played.opened('second-story', 3, rules='second-story@1')}")

    assert "Rules: an order for each player (second-story@2)." in orders
    assert "The cards explain 45 %" in orders
    assert "Rules: one order for everyone (second-story@1)." in one_pile
    assert "The cards explain 10 %" in one_pile


def test_the_first_page_says_what_the_cards_explain_under_the_deals_of_the_day() -> None:
    daily.announce()

    for path in ("/", "/deals"):
        shown = page(Client(), path)
        listed = re.findall(r'<ul class="deal-explained">.*?</ul>', shown, re.DOTALL)
        assert len(listed) == 1
        assert listed[0].count("<li>") == Deal.objects.filter(day=selectors.today()).count()
        assert re.search(r"\d+ %", listed[0])


def test_where_nothing_was_measured_the_pages_say_that() -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    match = played.played(deal, ann)
    said = "How much the cards explain was not measured in Stick &#x27;Em with these options"

    assert said in page(Client(), f"/deals/{deal}"), "nothing was measured with one round"
    assert said in page(signed_in(ann), f"/matches/{match}")
    assert "The cards explain" not in page(Client(), f"/deals/{deal}")


def test_a_deal_is_played_by_its_button_once() -> None:
    deal = played.opened()
    ann = tables.people(1)[0]
    client = signed_in(ann)

    first = client.post(f"/deals/{deal}/play", {"key": tables.new_key()})
    second = client.post(f"/deals/{deal}/play", {"key": tables.new_key()})
    match = Attempt.objects.get(deal=deal).match_id

    assert first["Location"] == second["Location"] == f"/matches/{match}"
    assert f"/matches/{match}" in page(client, f"/deals/{deal}")
    assert Client().post(f"/deals/{deal}/play")["Location"].startswith("/sign-in")


def test_a_refusal_is_told_on_the_page_of_the_deal() -> None:
    deal = played.opened()
    guest = tables.people(1)[0]
    Account.objects.filter(pk=guest.account).update(is_guest=True)
    client = signed_in(guest)

    answer = client.post(f"/deals/{deal}/play", {"key": tables.new_key()}, follow=True)

    assert answer.redirect_chain[-1][0] == f"/deals/{deal}"
    assert "Sign up to play this deal" in answer.content.decode()


def test_the_end_of_ones_match_leads_to_the_deal_and_shows_nothing_else() -> None:
    deal = played.opened()
    ann, bob = tables.people(2)
    match = played.played(deal, ann)
    played.begun(deal, bob)
    client = signed_in(ann)

    shown = page(client, f"/matches/{match}")
    replay = page(client, f"/matches/{match}/replay")
    of_deal = page(client, f"/deals/{deal}")

    assert f'href="/deals/{deal}"' in shown
    assert "viewer=all" not in replay
    assert "to-study" not in replay
    assert "/study" not in shown
    assert bob.username not in of_deal
    assert client.get(f"/deals/{deal}/table").status_code == 409
    assert client.get(f"/deals/{deal}/compare/{match}").status_code == 409


def test_a_closed_deal_shows_the_hand_everyone_and_where_they_went_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, (ann, bob, cleo) = closed(3, monkeypatch)
    client = signed_in(ann)
    matches = dict(Attempt.objects.filter(deal=deal).values_list("account__username", "match"))

    shown = page(client, f"/deals/{deal}")
    frame = page(client, f"/deals/{deal}/table")
    link = client.get(f"/deals/{deal}/compare/{matches[bob.username]}")["Location"]
    own = client.get(f"/deals/{deal}/compare/{matches[ann.username]}")["Location"]

    assert all(player.username in shown for player in (ann, bob, cleo))
    assert shown.count("<circle") == 3
    assert shown.count('class="mine"') == 1
    assert re.search(r"Your rank among those with these cards: \d of 3\.", shown)
    for name in (ann.username, bob.username, cleo.username):
        assert name not in frame.replace("/compare/", ""), "it is what everyone held"
    assert "How much the cards explain was not measured" in shown
    assert "In hand: " in shown
    assert "You hold" not in shown, "it is said of everyone"
    assert 'class="table' in frame or "cloth" in frame
    assert re.fullmatch(rf"/matches/{matches[bob.username]}/replay\?viewer=0&at=\d+", link)
    assert own == f"/matches/{matches[ann.username]}/replay?viewer=0"
    assert client.get(link).status_code == 200


@pytest.mark.more
def test_a_replay_says_when_no_decision_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, (ann, bob, cleo) = played.opened(), tables.people(3)
    played.played(deal, ann, seed=1)
    alike = played.played(deal, bob, seed=1)
    unlike = played.played(deal, cleo, seed=2)
    played.close(deal, monkeypatch)
    client = signed_in(ann)
    same, another = (
        client.get(f"/deals/{deal}/compare/{match}", follow=True) for match in (alike, unlike)
    )

    assert "No decision differs." in same.content.decode()
    assert "No decision differs." not in another.content.decode()


@pytest.mark.more
@pytest.mark.parametrize(
    "game", sampled(["sticky-fingers", "second-story", "pickpocket"], "pickpocket")
)
def test_the_page_of_a_closed_deal_of_every_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, players = closed(2, monkeypatch, game=game, seats=3)

    shown = page(signed_in(players[0]), f"/deals/{deal}")
    frame = page(Client(), f"/deals/{deal}/table")

    assert "<iframe" in shown
    assert len(frame) > 2000


def test_accounts_at_one_address_are_told_to_the_staff_alone() -> None:
    deal = played.opened()
    ann, bob = (player._replace(site="203.0.113.7") for player in tables.people(2))
    for player in (ann, bob):
        played.begun(deal, player)
    staff = tables.people(1)[0]
    Account.objects.filter(pk=staff.account).update(is_staff=True)

    told = page(signed_in(staff), f"/deals/{deal}")
    assert "Accounts at one address" in told
    assert "Only the site's staff sees this." in unescape(told)
    assert "Accounts at one address" not in page(signed_in(ann), f"/deals/{deal}")


@pytest.mark.more
def test_yesterdays_deal_shows_the_readers_place_and_the_best_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    yesterday = selectors.today() - timedelta(days=1)
    _deal, (ann, _bob) = closed(2, monkeypatch, day=yesterday)
    best = Attempt.objects.filter(deal__day=yesterday).order_by("-margin")[0]

    shown = page(signed_in(ann), "/deals")

    assert re.search(r"Your rank: \d of 2\.", shown)
    assert f"Replay the best: {best.account.username}" in shown


@pytest.mark.parametrize(("points", "said"), [(22.4999, "22"), (22.5, "23"), (22.96, "23")])
def test_the_verdict_says_the_points_that_stand_in_the_table(points: float, said: str) -> None:
    assert f"That is {said} of 100 points." in deal_page.placed(Place(1, 3), points, 0)


def test_the_page_says_which_public_number_comes_and_which_has_come(settings: Settings) -> None:
    settings.BEACON = "drand http://127.0.0.1:1"
    deal = played.opened(opens_at=datetime.now(UTC) + played.HOUR / 2)
    without = page(Client(), f"/deals/{played.opened()}")
    assert "Not proven: that the site did not choose that secret" in without
    row = Deal.objects.get(pk=deal)
    seen = page(Client(), f"/deals/{deal}")
    assert row.beacon in seen
    assert "a public random number that does not exist yet" in seen
    Deal.objects.filter(pk=deal).update(awaits_beacon=False)
    assert "was to be added did not arrive" in page(Client(), f"/deals/{deal}")
    Deal.objects.filter(pk=deal).update(beacon_value="ab" * 48)
    seen = page(Client(), f"/deals/{deal}")

    assert f"{row.beacon} = {'ab' * 48}" in seen
    assert "so nobody alone could choose them, not even the site" in seen
