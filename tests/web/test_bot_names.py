"""Bots have names and levels in words wherever people meet them; their ids are for programs."""

import pytest
from django.test import Client
from django.utils import translation

from bots import registry as bots
from games import registry as games
from games.parts import part_of
from matches.actors import Player
from tests.matches import tables
from tests.tournaments.events import run_all
from tests.tournaments.sharing import of_bots
from tests.web.visitors import member, text
from web import bot_names, catalogues
from web.matches.match_forms import QuickStartForm

GAMES = [rules.game for rules in games.current_games() if part_of(rules.game, "greedy")]
"""Those in which there is something to be gentle with: a game of luck alone has no greedy bot."""


@pytest.mark.parametrize("game", GAMES)
def test_people_are_offered_the_bots_by_level_the_gentle_one_first(game: str) -> None:
    form = QuickStartForm(games.current_rules(game))

    assert form["bot"].initial == "gentle"
    levels = ["gentle", "steady", "crafty", "craftier", "craftiest"]
    words = [str(word) for _, word in bot_names.choices(game)]
    assert words == levels[: len(words)]
    assert [bot for bot, _ in bot_names.choices(game)] == [
        bot.id for bot in bots.bots_offered(game) if bot.level
    ]


def test_the_levels_that_people_are_offered_are_those_that_were_told_apart() -> None:
    told_apart = {"stick-em": 4, "second-story": 3, "sticky-fingers": 3, "pickpocket": 3}

    assert {game: len(bot_names.choices(game)) for game in told_apart} == told_apart


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_bots_level_is_a_word_of_its_own_in_every_language(language: str) -> None:
    with translation.override(language):
        words = [bot_names.level(bot.id) for bot in bots.all_bots()]

    assert len(set(words)) == len(words)
    assert not set(words) & {str(bot.id) for bot in bots.all_bots()}


def test_every_seat_of_every_game_has_a_bots_name_of_its_own() -> None:
    most = max(rules.seats_max for rules in games.all_rules())

    assert len({bot_names.name(seat) for seat in range(most)}) == most


@pytest.mark.django_db
def test_the_bots_at_a_table_are_called_by_name_and_level_at_their_seats_and_in_the_log() -> None:
    browser, account = member()
    player = Player(account.pk, account.username)
    match = tables.begun([player], ["gentle", "gentle"], options={"rounds": 1})

    page = text(browser.get(f"/matches/{match}"))

    for name in ("Fenn", "Ulla"):
        assert name in page
        assert f"{name} took a seat." in page
    assert "gentle bot" in page
    assert "gentle took a seat" not in page


@pytest.mark.django_db
def test_a_bot_has_one_name_in_the_cup_and_at_its_table() -> None:
    event = of_bots()
    event.pair()
    run_all()
    for table in event.round.tables:
        names = {event.state.entrants[each].name for each in table.seated}
        for path in (f"/matches/{table.match}", f"/matches/{table.match}/replay"):
            body = text(Client().get(path))
            assert all(name in body for name in names)
            assert bot_names.name(0) not in body
