"""The table in a few lines of words, for those who hear it."""

import re
from html import unescape
from random import Random

import pytest
from django.test import Client
from django.utils import translation

from matches import selectors
from tests.matches import tables
from tests.samples import GAMES, sampled
from tests.web.seated import PART, Person
from tests.web.visitors import text
from web.games.glance import glance_of
from web.games.registry import language
from web.matches import match_page

pytestmark = pytest.mark.django_db

GLANCE = re.compile(r'id="glance".*?<ul>(.*?)</ul>', re.DOTALL)
LINES_MOST = 6
every_game = pytest.mark.parametrize(
    "game", sampled(["stick-em", "sticky-fingers", "second-story", "pickpocket"], *GAMES)
)


@every_game
def test_a_table_is_told_in_a_few_lines_at_any_moment_in_each_language(game: str) -> None:
    players = tables.people(3)
    match = tables.begun(players, game=game)
    tell = glance_of(game)
    assert tell is not None
    rng = Random(11)

    for _ in range(60):
        if tables.next_move(match, players, rng) is None:
            break
        for seat, player in enumerate(players):
            view = selectors.match_page(match, player.account).view or {}
            people = match_page.people_of(match, seat)
            for reader in ("en", "nl", "fr", "de"):
                with translation.override(reader):
                    lines = tell(view, people)
                assert len(lines) <= LINES_MOST - 2
                assert all(people.name(each) in " ".join(lines) for each in range(3))


def test_the_page_tells_the_table_with_the_readers_hand_and_no_other() -> None:
    ann = Person()
    match = tables.begun([ann.player, *tables.people(2)])
    words = language("stick-em", "capstone-2020")
    own = tables.page(match, ann.player)["view"]["hand"]

    seen = GLANCE.search(ann.look(match, **PART))
    public = GLANCE.search(text(Client().get(f"/matches/{match}", headers=PART)))

    assert seen is not None
    assert public is not None
    told = unescape(seen[1])
    names = [
        words.describe_move({"type": "play_card", "card": card}, match_page.people_of(match, 0))
        for card in own
    ]
    assert all(name.removeprefix("Play ") in told for name in names)
    assert "Your turn. Pick your pain card" in told
    assert "You hold" not in public[1]


def test_a_match_that_waits_for_players_has_no_table_to_tell() -> None:
    ann = Person()
    match = tables.opened(ann.player)

    assert 'id="glance"' not in ann.look(match, **PART)
