"""Bots have names and levels in words wherever people meet them; their ids are for programs."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from bots import registry as bots
from games import registry as games
from games.parts import part_of
from matches.actors import Player
from matches.models import Seat
from tests.matches import tables
from tests.tournaments.events import Event, run_all
from tests.tournaments.sharing import SHARED, of_bots
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


@pytest.mark.more
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


@pytest.mark.more
@pytest.mark.django_db
def test_the_names_of_a_cup_come_from_its_rows_and_are_asked_for_once(
    django_assert_num_queries: Any,
) -> None:
    event = of_bots()
    event.pair()
    run_all()
    table = event.round.tables[0]
    seat_rows = list(Seat.objects.filter(match=table.match).select_related("match", "account"))

    with django_assert_num_queries(2):
        found = [bot_names.player_name(seat_row) for seat_row in seat_rows]
    with django_assert_num_queries(0):
        again = [bot_names.player_name(seat_row) for seat_row in seat_rows]

    assert found == again == [event.state.entrants[each].name for each in table.seated]


@pytest.mark.django_db
def test_a_bot_that_has_come_for_another_does_not_go_by_its_name() -> None:
    event = of_bots()
    event.pair()
    run_all()
    Seat.objects.filter(match=event.round.tables[0].match, seat=1).update(bot="greedy")
    seat_rows = Seat.objects.filter(match=event.round.tables[0].match).select_related("match")

    names = [bot_names.player_name(seat_row) for seat_row in seat_rows]

    assert names[1] == bot_names.name(1)
    assert names[0] == event.state.entrants[event.round.tables[0].seated[0]].name


@pytest.mark.django_db
def test_bots_that_change_seats_from_match_to_match_keep_their_names() -> None:
    stages = [{"format": "pods", "options": {"rounds": 1}, "sum_of": 2}]
    event = Event(**{**SHARED, "deals": None, "bots": "only", "stages": stages})
    event.enter_bots(3, "gentle").start()
    event.pair()
    run_all()
    (table,) = event.round.tables

    assert len(table.counted) == 2
    for each in table.counted:
        assert each.match is not None
        seat_rows = Seat.objects.filter(match=each.match).select_related("match")
        wanted = [event.state.entrants[entrant].name for entrant in table.seated_in(each.match)]
        assert [bot_names.player_name(seat_row) for seat_row in seat_rows] == wanted
