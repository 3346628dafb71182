"""A game that has rules and nothing else: it can be played on the pages all the same."""

import re
from html import unescape
from typing import Any, cast
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account
from games import registry
from games.core import Viewer
from matches.actors import Player
from matches.models import Match
from tests.matches.tables import begun
from tests.toys.high_card import HighCard, State
from tests.web.visitors import member, text
from web.games.core import Offers
from web.games.narration import People
from web.games.plain.scene import PlainPlate, PlainTable
from web.games.registry import table_of

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'name="move" value="([^"]*)"')


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = HighCard()
    monkeypatch.setitem(registry._RULES, rules.id, rules)  # noqa: SLF001 - As a line of GAMES does.
    monkeypatch.setitem(registry._CURRENT, rules.game, rules)  # noqa: SLF001


@pytest.fixture
def browsers() -> list[Client]:
    return [member()[0] for _ in range(3)]


@pytest.fixture
def match(browsers: list[Client]) -> UUID:
    accounts = [Account.objects.get(pk=each.session["_auth_user_id"]) for each in browsers]
    players = [Player(account.pk, account.username) for account in accounts]
    return begun(players, game="high-card")


class Handful(HighCard):
    """High Card as most games show it: one's own hand in a field of its own."""

    game = "handful"
    id = "handful@1"

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """Return the hand of the viewer too, and who is to play."""
        hand = state.hands[viewer] if viewer >= 0 else None
        return {**super().view(state, viewer), "hand": hand, "to_act": list(self.to_act(state))}


def buttons(page: str) -> list[str]:
    """Return the moves that a page offers, each once, in their order."""
    return list(dict.fromkeys(unescape(move) for move in BUTTON.findall(page)))


def test_a_hand_as_large_as_the_table_is_dealt_to_no_other_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Handful()
    monkeypatch.setitem(registry._RULES, rules.id, rules)  # noqa: SLF001
    monkeypatch.setitem(registry._CURRENT, rules.game, rules)  # noqa: SLF001
    state = State(3)
    state.hands = [[2, 5, 8], [0, 1, 3], [4, 6, 7]]
    people = People({0: "ann", 1: "bob", 2: "cleo"}, me=0)
    table = table_of("handful")
    offers = Offers([], table.speak("high-card/numbers-1"), people)

    drawn = table.draw(rules.view(state, 0), offers, people)

    facts = {(fact.words, fact.value) for fact in cast("PlainTable", drawn.table).facts}
    assert ("hand", "2, 5 and 8") in facts
    plates = [cast("PlainPlate", plate).facts for plate in drawn.plates]
    assert [[fact.words for fact in each] for each in plates] == [["hands", "points"]] * 3


def test_its_table_shows_what_one_may_know_and_a_button_for_each_move(
    browsers: list[Client], match: UUID
) -> None:
    mine, other, _third = (text(each.get(f"/matches/{match}")) for each in browsers)

    assert len(buttons(mine)) == 3
    assert "Play: " in mine
    assert not buttons(other)
    assert mine.count("nothing, or hidden") == other.count("nothing, or hidden") == 2


def test_it_is_played_to_its_end_by_the_buttons_and_replayed(
    browsers: list[Client], match: UUID
) -> None:
    for turn in range(9):
        address = f"/matches/{match}"
        [move, *_] = buttons(text(browsers[turn % 3].get(address)))
        version = Match.objects.get(id=match).version
        said = {"move": move, "version": version}
        assert browsers[turn % 3].post(f"{address}/move", said).status_code == 302

    replayed = text(browsers[0].get(f"/matches/{match}/replay?at=999&viewer=all"))
    ended = text(browsers[0].get(f"/matches/{match}"))

    assert Match.objects.get(id=match).status == "finished"
    assert "Decided by" in ended
    assert "Breakdown" not in ended
    assert "Taken: " in replayed
    assert "nothing, or hidden" not in replayed


@pytest.mark.parametrize("path", ["/", "/games", "/games/high-card", "/games/high-card/new"])
def test_the_pages_that_list_games_have_it(path: str) -> None:
    browser, _account = member()

    assert "High Card" in text(browser.get(path))


def test_strangers_are_shown_its_rules_where_it_has_no_lesson() -> None:
    page = text(Client().get("/"))

    assert 'href="/games/high-card" aria-label="The rules of High Card">Read the rules<' in page
    assert "Learn High Card" not in page
