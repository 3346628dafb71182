"""The pages of ladders: standings, players, explanations, seasons."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from accounts import services
from ratings import selectors
from ratings.ladder import events as e
from ratings.ladder.settings import Challenges, Settings
from ratings.models import Ladder
from ratings.players import of_account
from ratings.services import corrections, managing
from tests.ratings import ladders
from tests.web.visitors import member, text
from web.ratings import graphs, words
from web.ratings.standings import ROWS
from web.ratings.words import rules

pytestmark = pytest.mark.django_db


def page(address: str, browser: Client | None = None, status: int = 200) -> str:
    """Return the HTML at an address."""
    answer = (browser or Client()).get(address)
    assert answer.status_code == status, address
    return text(answer)


def plain(html: str) -> str:
    """Return the words of a page, without what is inside of its tags."""
    main = html.partition("<main")[2].partition("</main")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def address(ladder: Ladder, more: str = "") -> str:
    return f"/ladders/{ladder.slug}{more}"


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


def test_a_player_has_a_graph_with_a_point_a_match_and_the_same_in_words() -> None:
    ladder = ladders.opened(name="Thieves")
    for places in ([1, 2, 3], [2, 1, 3], [1, 3, 2]):
        ladders.played(ladder, ["ann", "bob", "cleo"], places)

    shown = page(address(ladder, "/players/guest:ann"))
    seen = plain(shown)

    assert shown.count('<circle class="point"') == 3
    assert len(re.findall(r"place \d of 3, [+\u2212]?[\d.]+, now \d+", seen)) == 6
    assert "Rank 1 Rating" in seen
    assert "Matches 3 Won 2" in seen
    assert re.search(r"Opponents .* bob guest 3 2 \u2013 0 \u2013 1 ", seen)
    assert re.search(r"Results by seat .* 3 1 3 2 1\.33", seen)


def test_a_graph_marks_where_a_rating_was_moved_by_hand_and_says_why() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    for name, points in (("ann", -40), ("bob", 7)):
        corrections.adjust(
            ladder_id=ladder.id,
            player=name,
            points=points,
            order=ladders.order("<sandbagged>"),
        )

    shown = page(address(ladder, "/players/guest:ann"))

    assert shown.count('<line class="adjusted"') == 1
    assert "adjusted by \u221240: &lt;sandbagged&gt;" in shown
    assert "adjusted by +7" not in shown


def test_a_merged_player_brings_the_adjustments_along() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3])
    corrections.adjust(ladder_id=ladder.id, player="bob", points=11, order=ladders.order())
    corrections.merge(ladder_id=ladder.id, gone="bob", into="ann", order=ladders.order())

    assert [each.by for each in selectors.adjustments(ladder, "guest:ann")] == [11_000]


def test_results_of_a_player_come_in_pages_the_latest_first() -> None:
    ladder = ladders.opened()
    matches = [ladders.played(ladder, ["ann", "bob"], [1, 2]) for _ in range(21)]

    shown = page(address(ladder, "/players/guest:ann"))
    older = re.search(r'href="(\?cursor=[^#"]+)#results">Older', shown)

    assert older is not None
    assert str(matches[-1]) in shown
    assert f"matches/{matches[0]}" not in shown
    assert str(matches[0]) in page(address(ladder, "/players/guest:ann") + older[1])


def test_a_match_is_explained_pair_by_pair_and_the_rows_add_up() -> None:
    ladder = ladders.opened()
    match = ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 2])

    seen = plain(page(address(ladder, f"/matches/{match}")))

    assert re.search(
        r"1\. ann guest 1500 → 1532 \+32\.0 .*"
        r"bob 1500 50 % ahead 100 % 32 \+16\.0 cleo 1500 50 % ahead 100 % 32 \+16\.0 "
        r"Together 50 % 100 % \+32\.0",
        seen,
    )
    assert "cleo 1500 50 % tied 50 % 32 0.0" in seen
    assert "For the first 20 matches a rating is provisional: 64 points are at stake" in seen
    assert "The rating was provisional" in seen


def test_a_seat_that_counted_as_rating_is_told() -> None:
    ladder = ladders.opened(parameters={"seat_term": 1, "seat_prior": 1})
    for _ in range(4):
        ladders.played(ladder, ["ann", "bob"], [1, 2])
    match = ladders.played(ladder, ["bob", "ann"], [1, 2])

    seen = plain(page(address(ladder, f"/matches/{match}")))

    assert re.search(r"1\. bob .* The seat counted as \+\d+\.\d rating points", seen)


def test_an_annulled_match_and_one_that_never_counted_say_so() -> None:
    ladder = ladders.opened()
    match = uuid4()
    ladders.record(ladder, e.MatchNotRated(match=str(match), reason="player_count"))

    seen = plain(page(address(ladder, f"/matches/{match}")))

    assert "This match did not count. The ladder is for other numbers of players." in seen


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


@pytest.mark.parametrize("kind", ["rating", "points", "challenge"])
@pytest.mark.parametrize("system", ["elo", "openskill"])
def test_the_rules_of_every_kind_of_ladder_can_be_told(kind: str, system: str) -> None:
    ladder = ladders.opened(
        kind=kind, system=system, entry="people", clock=120, bots_after=90, activity_days=30
    )
    if kind == "challenge":
        joined = e.PlayerJoined(player="guest:ann", name="ann")
        ladders.record(ladder, joined)
    ladders.played(ladder, ["ann", "bob"], [1, 2])

    seen = plain(page(address(ladder)))

    assert "Each decision may take 2 minutes." in seen
    assert "Only people may play here." in seen
    assert ("±" in seen) is (system == "openskill")


def test_rules_name_their_numbers() -> None:
    told = " ".join(
        rules(
            Settings(
                name="x",
                game="pickpocket",
                kind="challenge",
                challenges=Challenges(refusal="nothing", answer_hours=48, reach_places=2),
            )
        )
    )

    assert "up to 40% of your position above you, or 2 rungs" in told
    assert "Answer within 2 days; declining or not answering costs you nothing." in told


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


def test_a_graph_has_round_numbers_and_even_dates() -> None:
    begun = datetime(2026, 3, 1, 20, tzinfo=UTC)
    played = [
        graphs.Played(begun + timedelta(days=2 * number), 1500 + 9 * number, "")
        for number in range(12)
    ]

    drawn = graphs.graph(played, spread=100)

    assert [tick.value for tick in drawn.ratings] == [1500, 1520, 1540, 1560, 1580, 1600]
    assert [f"{date.at:%d %b}" for date in drawn.dates] == ["08 Mar", "15 Mar", "22 Mar"]
    assert all(graphs.LEFT <= point.x <= graphs.WIDTH - graphs.RIGHT for point in drawn.points)
    assert drawn.points[0].y > drawn.points[-1].y


def test_a_graph_of_one_match_or_of_an_evening_tells_the_hours() -> None:
    begun = datetime(2026, 3, 1, 20, 10, tzinfo=UTC)

    alone = graphs.graph([graphs.Played(begun, 1500, "")], spread=100)
    evening = graphs.graph(
        [graphs.Played(begun, 1500, ""), graphs.Played(begun + timedelta(hours=3), 1500, "")],
        spread=100,
    )

    assert len(alone.points) == 1
    assert all(date.is_hour for date in (*alone.dates, *evening.dates))
    assert 2 <= len(alone.dates) <= 7
    assert 2 <= len(evening.dates) <= 7


def test_a_match_says_what_each_pair_counted_and_why() -> None:
    ladder = ladders.opened()
    for other in ("bob", "bob", "bob", "cleo"):
        event = ladders.result(["ann", other], [1, 2], moves=[9, 9])
        ladders.record(ladder, event)
        last = event.match
    third = ladder.matches.order_by("version")[2].match

    again, new = (plain(page(f"/ladders/{ladder.slug}/matches/{each}")) for each in (third, last))

    assert again.count("match 3 (66.6") == 2
    assert "the other had met 0 others, and this player 1 (66.6" in new


def test_a_match_that_somebody_left_at_once_says_for_whom_it_counts() -> None:
    ladder = ladders.opened()
    event = ladders.result(["ann", "bob"], [1, 2], moves=[1, 0], left=[1])
    ladders.record(ladder, event)

    seen = plain(page(f"/ladders/{ladder.slug}/matches/{event.match}"))

    assert "The player who left loses as in any match, and no one gains by it." in seen
    assert "Does not count: not both players had made 3 moves." in seen
