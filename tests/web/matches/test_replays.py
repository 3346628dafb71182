"""A match played again in the browser: each moment, as who may see what, with log and proof."""

import json
import re
from html import unescape
from uuid import UUID

import pytest
from django.test import Client

from eventstore import streams
from matches.actors import Player
from matches.events import KIND
from tests.matches import tables
from tests.web.visitors import member, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

VIEWERS = re.compile(r'<option value="([^"]+)"( selected)?>', re.ASCII)


@pytest.fixture
def ann() -> tuple[Client, Player]:
    browser, account = member()
    return browser, Player(account.pk, account.username)


def started(player: Player, **options: object) -> tuple[UUID, list[Player]]:
    """Return a match of one round that the player and two others have begun."""
    players = [player, *tables.people(2)]
    return tables.begun(players, options={"rounds": 1, **options}), players


def viewers(page: str) -> list[str]:
    """Return as whom a page lets one look."""
    choice = page.partition('<select name="viewer">')[2].partition("</select>")[0]
    return [name for name, _selected in VIEWERS.findall(choice)]


def test_every_moment_of_a_finished_match_is_shown_to_everybody_as_anybody(
    ann: tuple[Client, Player],
) -> None:
    _browser, player = ann
    match, players = started(player)
    tables.play_out(match, players)
    last = tables.page(match)["version"]

    for at in (1, 4, 5, 9, last // 2, last):
        for viewer in ("all", "public", "0", "2"):
            page = text(Client().get(f"/matches/{match}/replay?at={at}&viewer={viewer}"))
            assert f'data-at="{at}" data-last="{last}" data-viewer="{viewer}"' in page
            assert viewers(page) == ["all", "0", "1", "2", "public"]
            assert 'name="move"' not in page


def test_until_the_end_one_looks_back_as_oneself_or_as_the_public(
    ann: tuple[Client, Player],
) -> None:
    browser, player = ann
    match, _players = started(player)

    page = text(browser.get(f"/matches/{match}/replay"))
    assert viewers(page) == ["0", "public"]
    assert "Your hand" in page
    assert viewers(text(Client().get(f"/matches/{match}/replay"))) == ["public"]
    for viewer in ("1", "all"):
        answer = browser.get(f"/matches/{match}/replay?viewer={viewer}")
        assert answer.status_code == 403
        assert "you can see only your own seat" in text(answer)
        assert "Your hand" not in text(answer)


@pytest.mark.more
@pytest.mark.parametrize("at", ["0", "-3", "many", "99999999999999", "٣"])
def test_a_moment_that_there_is_not_is_the_nearest_one(ann: tuple[Client, Player], at: str) -> None:
    browser, player = ann
    match, _players = started(player)
    last = tables.page(match)["version"]

    page = text(browser.get(f"/matches/{match}/replay", {"at": at}))

    assert f'data-at="{1 if at == "0" else last}"' in page


def test_a_replay_opens_where_the_game_begins(ann: tuple[Client, Player]) -> None:
    browser, player = ann
    match, _players = started(player)

    page = text(browser.get(f"/matches/{match}/replay"))

    began = next(e.version for e in streams.load(KIND, match) if e.type == "round_began")
    assert f'data-at="{began}"' in page
    assert "Before the start" not in page


def test_marks_and_headings_say_where_rounds_and_tricks_begin(ann: tuple[Client, Player]) -> None:
    _browser, player = ann
    match, players = started(player)
    tables.play_out(match, players)
    events = streams.load(KIND, match)

    page = text(Client().get(f"/matches/{match}/replay?at=999"))

    tricks = [
        e.version for e in events if e.type in ("pain_revealed", "trick_taken", "trick_set_aside")
    ]
    marks = [int(each) for each in re.findall(r'data-marks="([^"]*)"', page)[0].split()]
    assert len(marks) == 1 + 14 + 1
    assert marks[1] == tricks[0]
    assert marks[2:15] == [version + 1 for version in tricks[1:14]]
    assert "<h3>Round 1 · trick 14</h3>" in page
    assert "<h3>Round 1 is scored</h3>" in page


def test_the_end_of_a_round_is_explained_in_the_replay_at_its_moment(
    ann: tuple[Client, Player],
) -> None:
    _browser, player = ann
    match, players = started(player)
    tables.play_out(match, players)
    scored = next(e.version for e in streams.load(KIND, match) if e.type == "round_scored")

    at_end = text(Client().get(f"/matches/{match}/replay?at={scored}&viewer=public"))
    before = text(Client().get(f"/matches/{match}/replay?at={scored - 1}&viewer=public"))
    after = text(Client().get(f"/matches/{match}/replay?at={scored + 1}&viewer=public"))

    assert "Round 1 is scored</h2>" in at_end
    assert "data-ended" not in before
    assert "Decided by" in after
    closed = text(Client().get(f"/matches/{match}/replay?at={scored + 1}&closed={scored + 1}"))
    assert "data-ended" not in closed


def test_a_match_from_memory_shows_no_past_table_until_it_is_over(
    ann: tuple[Client, Player],
) -> None:
    browser, player = ann
    match, _players = started(player, history="memory")

    answer = browser.get(f"/matches/{match}/replay?at=5")

    assert answer.status_code == 403
    assert "`history: memory`" in text(answer)
    assert browser.get(f"/matches/{match}/replay").status_code == 200


def test_the_log_and_the_proof_are_those_of_the_api(ann: tuple[Client, Player]) -> None:
    browser, player = ann
    match, players = started(player)
    early = json.loads(browser.get(f"/matches/{match}/proof").content)
    tables.play_out(match, players)

    for name in ("log", "proof"):
        page = Client().get(f"/matches/{match}/{name}")
        api = Client().get(f"/api/v1/matches/{match}/{name}")
        assert b"".join(page) == b"".join(api)
    assert early["seed"] is None
    assert "attachment" in Client().get(f"/matches/{match}/log")["Content-Disposition"]


def test_each_line_of_the_log_leads_to_its_moment(ann: tuple[Client, Player]) -> None:
    browser, player = ann
    match, _players = started(player)

    page = unescape(text(browser.get(f"/matches/{match}/replay?at=3&viewer=public")))

    assert f"{player.username} took a seat." in page
    assert 'href="?at=2&viewer=public" data-at="2"' in page
    assert page.index('data-at="3"') < page.index('data-at="2"')
