"""Why a match changed ratings as it did, and by which rules."""

import re
from uuid import uuid4

import pytest

from ratings.ladder import events as e
from ratings.ladder.settings import Challenges, Settings
from tests.ratings import ladders
from tests.web.ratings.visits import address, page, plain
from web.ratings.words import rules

pytestmark = pytest.mark.django_db


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
