"""The pages of ladders: standings, players, explanations, seasons."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from accounts import services
from ratings import selectors
from ratings.ladder import events as e
from ratings.players import of_account
from ratings.services import managing
from tests.ratings import ladders
from tests.web.ratings.visits import address, page, plain
from tests.web.visitors import member
from web.ratings import words
from web.ratings.standings import ROWS

pytestmark = pytest.mark.django_db


def test_the_newest_ladder_is_listed_first() -> None:
    slugs = [ladders.opened().slug for _ in range(4)]

    listed = re.findall(r'href="/ladders/([^/"]+)"', page("/ladders", Client()))

    assert [each for each in listed if each in slugs] == slugs[::-1]


def test_the_list_shows_kind_season_players_and_my_place() -> None:
    browser, account = member()
    ladder = ladders.opened(name="Thursday ladder", season="Autumn")
    me = of_account(account.pk, account.username)
    ladders.record(
        ladder,
        e.MatchRated(
            match=str(uuid4()),
            players=[me.key, "guest:bob"],
            names=[me.name, "bob"],
            places=[1, 2],
        ),
    )

    seen = plain(page("/ladders", browser))

    assert "Thursday ladder Pickpocket · rating ladder" in seen
    assert "Players per match 2\u20136 Players 2 Season Autumn My place 1" in seen
    assert "My place" not in plain(page("/ladders"))


def test_a_private_ladder_is_there_for_its_members_alone() -> None:
    browser, account = member()
    about = {"name": "Behind the curtain", "visibility": "private"}
    ladder = ladders.opened(**about, members=[account.username.upper()])

    assert "Behind the curtain" not in page("/ladders")
    assert "Behind the curtain" in page("/ladders", browser)
    assert "Behind the curtain" in page(address(ladder), browser)
    assert member()[0].get(address(ladder)).status_code == 404


def test_the_standings_show_rank_rating_form_and_what_is_provisional() -> None:
    ladder = ladders.opened(provisional_games=2)
    for _ in range(2):
        ladders.played(ladder, ["ann", "bob"], [1, 2])
    ladders.played(ladder, ["cleo", "ann"], [1, 2])

    seen = plain(page(address(ladder)))

    assert re.search(r"2 cleo guest 15\d\d \? ▲ \+\d+ 1 ", seen)
    assert re.search(r"1 ann guest 15\d\d ▲ \+\d+ 3 ", seen)
    assert re.search(r"3 bob guest 14\d\d ▼ \u2212\d+ 2 ", seen)
    assert "fewer than 2 matches so far" in seen
    assert "1. cleo , 2. ann" in seen


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("elo", "far from the truth, so it moves in larger steps."),
        ("openskill", "Its steps become smaller as the uncertainty (±) shrinks."),
    ],
)
def test_a_players_page_says_what_provisional_means_by_the_ladders_system(
    system: str, words: str
) -> None:
    ladder = ladders.opened(system=system, provisional_games=2)
    ladders.played(ladder, ["ann", "bob"], [1, 2])

    seen = plain(page(address(ladder, "/players/guest:ann")))

    assert "The rating is provisional (?). With fewer than 2 matches" in seen
    assert words in seen


def test_equal_ratings_share_a_rank() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 1])

    assert (
        len(re.findall(r'<td class="figure">1</td>\s*<th scope="row">', page(address(ladder)))) == 2
    )


def test_long_standings_have_pages_and_somebody_is_found_on_theirs() -> None:
    ladder = ladders.opened(players={"min": 2, "max": 2})
    for number in range(ROWS // 2 + 3):
        ladders.played(ladder, [f"a{number}", f"b{number}"], [1, 2])
        ladders.played(ladder, [f"a{number}", "z"], [1, 2])
    ranked = list(selectors.listed(ladder).order_by(*selectors.ORDER["rating"]))
    last = ranked[-1]

    first_page = page(address(ladder))
    following = re.search(r'href="(\?cursor=[^#"]+)#standings">Lower places', first_page)
    found = Client().get(address(ladder), {"find": f"{last.player}"})

    assert following is not None
    assert last.player not in first_page
    assert last.player in page(address(ladder) + following[1].replace("&amp;", "&"))
    assert found.status_code == 302
    where, _, row = found["Location"].partition("#")
    shown = page(where)
    assert f'id="{row}"' in shown
    assert f'<td class="figure">{len(ranked)}</td>' in shown
    assert "Higher places" in shown


def test_somebody_whom_the_ladder_does_not_know_is_not_found() -> None:
    ladder = ladders.opened()

    assert "Page not found" in page(address(ladder, "?find=nobody"), status=404)
    assert "Page not found" in page("/ladders/no-such-ladder", status=404)
    assert "Page not found" in page(address(ladder, "/players/nobody"), status=404)
    assert "Page not found" in page(address(ladder, f"/matches/{uuid4()}"), status=404)
    assert "Page not found" in page(address(ladder, "/seasons/1"), status=404)
    assert "That did not work" in page(address(ladder, "?cursor=%00"), status=400)


def test_a_ladder_by_points_shows_the_results_that_count() -> None:
    ladder = ladders.opened(kind="points", points=[10, 4], best_of=2, repeats=None)
    for places in ([1, 2], [2, 1], [1, 2]):
        ladders.played(ladder, ["ann", "bob"], places)

    seen = plain(page(address(ladder)))

    assert re.search(r"1 ann guest 20 10\+ ?10 ", seen)
    assert re.search(r"2 bob guest 14 10\+ ?4 ", seen)
    assert "the sum of their best 2 results" in seen


@pytest.mark.more
def test_results_of_a_player_come_in_pages_the_latest_first() -> None:
    ladder = ladders.opened()
    matches = [ladders.played(ladder, ["ann", "bob"], [1, 2]) for _ in range(21)]

    shown = page(address(ladder, "/players/guest:ann"))
    older = re.search(r'href="(\?cursor=[^#"]+)#results">Older', shown)

    assert older is not None
    assert str(matches[-1]) in shown
    assert f"matches/{matches[0]}" not in shown
    assert str(matches[0]) in page(address(ladder, "/players/guest:ann") + older[1])


def test_a_closed_season_keeps_its_standings() -> None:
    ladder = ladders.opened(season="Spring")
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    managing.close_season(
        ladder_id=ladder.id, name="Summer", keep_percent=0, order=ladders.order("it is over")
    )

    assert "Past seasons Spring" in plain(page(address(ladder)))
    assert re.search(
        r"Season Spring .* 1 ann guest 1532 1 2 bob guest 1468 1",
        plain(page(address(ladder, "/seasons/1"))),
    )


def test_an_erased_account_goes_by_a_neutral_name_on_its_ladders() -> None:
    _, account = member()
    ladder = ladders.opened()
    me = of_account(account.pk, account.username)
    match = str(uuid4())
    ladders.record(
        ladder,
        e.MatchRated(
            match=match, players=[me.key, "guest:bob"], names=[me.name, "bob"], places=[1, 2]
        ),
    )
    gone = services.erase(account_id=account.pk)

    for more in ("", f"/players/{gone}", f"/matches/{match}", "/players/guest:bob"):
        shown = page(address(ladder, more))
        assert gone in shown
        assert me.name not in shown
    page(address(ladder, f"/players/{me.name}"), status=404)


@pytest.mark.more
def test_a_name_is_text_and_never_executed() -> None:
    ladder = ladders.opened(name="<script>alert(1)</script>")
    match = ladders.played(ladder, ["<b>ann", "bob"], [1, 2])

    for more in ("", "/players/guest:bob", f"/matches/{match}"):
        shown = page(address(ladder, more))
        assert "<script>alert" not in shown
        assert "<b>ann" not in shown


def test_the_page_of_a_player_lists_their_ladders() -> None:
    browser, account = member()
    ladder = ladders.opened(name="Rooftops")
    me = of_account(account.pk, account.username)
    ladders.record(
        ladder,
        e.MatchRated(
            match=str(uuid4()), players=[me.key, "guest:b"], names=[me.name, "b"], places=[1, 2]
        ),
    )

    assert "Ladders Ladder Rank Rating Matches Rooftops 1 1532 ? 1" in plain(
        page(f"/players/{account.username}", browser)
    )


def test_every_reason_against_a_challenge_has_words() -> None:
    numbers = {
        "player": "ann",
        "players": 7,
        "min": 2,
        "max": 6,
        "position": 3,
        "highest": 2,
        "days": 7,
        "from": "2026-11-21T10:00:00.000Z",
    }

    for code in words.REASONS:
        told = words.reason({"code": code, **numbers})
        assert "%" not in told, code
        assert told.endswith("."), code
