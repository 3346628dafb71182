"""Pages that other sites frame: of what strangers may see, for nobody in particular."""

import re

import pytest
from django.contrib.auth import get_user
from django.test import Client

from matches.actors import Player
from tests.matches.tables import begun, opened, page, people, play_out
from tests.tournaments.events import Event, run_all
from tests.web.visitors import member
from tournaments.services import clocks

pytestmark = pytest.mark.django_db

PARTS = ("standings", "bracket", "clock")


def entered_cup() -> Event:
    """Return a tournament over the board that people can enter."""
    cup = Event(play="reported").enter_names(6)
    cup.step("open")
    return cup


def played_cup() -> Event:
    """Return a tournament over the board, one round of it played."""
    cup = entered_cup().start()
    cup.play_round()
    return cup


def frames(cup: Event) -> list[str]:
    return [f"/embed/tournaments/{cup.slug}/{part}" for part in PARTS]


def all_frames() -> list[str]:
    return [*frames(played_cup()), f"/embed/matches/{begun(people(3))}"]


def test_frames_alone_may_be_framed() -> None:
    for address in all_frames():
        answer = Client().get(address)
        assert answer.status_code == 200, address
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
    cup, match = played_cup(), begun(people(3))
    for address in (f"/tournaments/{cup.slug}", f"/matches/{match}", "/", "/embed/nothing"):
        answer = Client().get(address)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
        assert answer["X-Frame-Options"] == "DENY"


def test_a_frame_sets_no_cookie_and_acts_on_nothing() -> None:
    for address in all_frames():
        visitor = Client()
        shown = visitor.get(address)
        text = shown.content.decode()
        assert not visitor.cookies, address
        assert "<form" not in text
        assert "csrf" not in text
        assert visitor.post(address).status_code == 405


def test_a_frame_is_the_same_whoever_asks() -> None:
    players = people(3)
    match = begun(players)
    cup = played_cup()
    browser, account = member()

    for address in [*frames(cup), f"/embed/matches/{match}"]:
        assert browser.get(address).content == Client().get(address).content, address
    assert get_user(browser).pk == account.pk


def test_a_player_sees_no_hand_in_a_frame() -> None:
    browser, account = member()
    me = Player(account.pk, account.username)
    match = begun([me, *people(2)])

    framed = browser.get(f"/embed/matches/{match}").content.decode()

    assert page(match, me)["view"] != page(match)["view"]
    assert framed == Client().get(f"/embed/matches/{match}").content.decode()
    assert 'data-zone="hand"' not in framed


def test_what_is_private_has_no_frame_even_for_its_players() -> None:
    browser, account = member()
    me = Player(account.pk, account.username)
    match = begun([me, *people(2)], visibility="private")
    cup = Event(visibility="private", play="reported").enter_names(6)

    assert browser.get(f"/matches/{match}").status_code == 200
    assert browser.get(f"/embed/matches/{match}").status_code == 404
    for address in frames(cup):
        assert browser.get(address).status_code == 404
        assert Client().get(address).status_code == 404


def test_a_draft_tournament_has_no_frame() -> None:
    cup = Event(play="reported")

    assert [Client().get(address).status_code for address in frames(cup)] == [404] * 3


@pytest.mark.more
def test_standings_name_everyone_and_can_be_cut() -> None:
    cup = played_cup()
    address = f"/embed/tournaments/{cup.slug}/standings"

    whole = Client().get(address).content.decode()
    top = Client().get(f"{address}?top=2").content.decode()

    assert all(f"p{number}" in whole for number in range(1, 7))
    assert whole.count("<tr") == 7
    assert top.count("<tr") == 3


def test_frames_of_what_has_not_begun_say_so() -> None:
    cup = entered_cup()

    shown = [Client().get(address).content.decode() for address in frames(cup)]

    assert "Standings appear once the tournament has started." in shown[0]
    assert "The bracket appears once" in shown[1]
    assert "No round clock is running." in shown[2]


def test_a_frame_speaks_the_language_and_wears_the_look_that_its_address_names() -> None:
    cup = entered_cup()
    address = f"/embed/tournaments/{cup.slug}/clock"

    german = Client().get(f"{address}?lang=de&theme=dark&form=overlay").content.decode()
    plain = Client().get(f"{address}?lang=xx&theme=pink&form=x").content.decode()

    assert 'lang="de" data-theme="dark" class="overlay"' in german
    assert "Es läuft keine Rundenuhr." in german
    assert '<html lang="en">' in plain


def test_a_frame_is_cached_by_the_cookie_unless_its_address_names_the_language() -> None:
    for address in frames(entered_cup()):
        assert "Cookie" in Client().get(address)["Vary"]
        assert "Cookie" in Client().get(f"{address}?lang=xx")["Vary"]
        assert "Cookie" not in Client().get(f"{address}?lang=de").get("Vary", "")
    assert (
        Client()
        .get(address, headers={"Accept-Language": "fr"})
        .content.decode()
        .count("Aucune horloge de ronde ne tourne.")
    )


def test_a_round_clock_counts_down_in_its_frame() -> None:
    cup = entered_cup().start()
    cup.pair()
    cup.do(clocks.start, number=1, seconds=3000)

    shown = Client().get(f"/embed/tournaments/{cup.slug}/clock").content.decode()

    assert re.search(r'data-clock data-now="\d+" data-ends="\d+">(50:00|49:\d\d)<', shown)
    assert "Clock of round 1" in shown


@pytest.mark.more
def test_a_match_that_is_over_shows_its_end_without_a_stream() -> None:
    players = people(3)
    match = begun(players)
    live = Client().get(f"/embed/matches/{match}").content.decode()
    play_out(match, players)
    over = Client().get(f"/embed/matches/{match}").content.decode()

    assert f'data-live="/matches/{match}/live"' in live
    assert 'data-live=""' in over
    assert "<form" not in over


def test_a_match_that_waits_says_so() -> None:
    shown = Client().get(f"/embed/matches/{opened(people(1)[0])}").content.decode()

    assert "Waiting for players." in shown


@pytest.mark.more
def test_frames_of_a_running_cup_of_bots_follow_it() -> None:
    cup = Event(bots="only").enter_bots(6).start()
    cup.pair()
    before = Client().get(f"/embed/tournaments/{cup.slug}/standings").content.decode()
    run_all()
    after = Client().get(f"/embed/tournaments/{cup.slug}/standings").content.decode()

    assert before != after
