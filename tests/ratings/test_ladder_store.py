"""A ladder's rows are a fold of its stream, whatever happened to it."""

import os
import secrets
import time
from random import Random
from uuid import UUID

import pytest
from django.db import connection
from msgspec import structs

from accounts.models import Account
from api.problems import Problem
from eventstore import verification
from ratings import players
from ratings.aggregate import Work
from ratings.ladder import events as e
from ratings.ladder.events import KIND
from ratings.ladder_rows import LadderState
from ratings.models import Ladder, RatingChange, SeasonStanding, Standing
from ratings.services import corrections, managing
from ratings.services.commands import carry_out
from tests.callers import new_name, new_player
from tests.ratings import ladders
from tests.samples import leading

pytestmark = pytest.mark.django_db

NAMES = [f"p{number:02}" for number in range(24)]
MATCHES = int(os.environ.get("TROUBLE_MATCHES", "120"))
"""Enough for every kind of trouble; `TROUBLE_MATCHES=5000` takes minutes."""


def test_a_command_may_think_for_longer_than_a_frozen_process_may_hold_a_ladder() -> None:
    ladder = ladders.opened()

    def think(_state: LadderState, work: Work) -> None:
        time.sleep(0.3)
        work.add(e.LadderPaused())

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '100ms'")
    carry_out(ladder.id, think, ladders.order())

    ladder.refresh_from_db()
    assert ladder.version == 2


class TestAMatch:
    def test_the_winner_of_four_newcomers_gains_what_the_last_one_loses(self) -> None:
        ladder = ladders.opened()

        ladders.played(ladder, ["ann", "bob", "cleo", "dirk"], [1, 2, 3, 4])

        # K 64 / 3 opponents, each expected half: 64/3 * (3 - 1.5) = 32.
        assert ladders.ratings(ladder) == {
            "ann": 1_532_001,
            "bob": 1_510_667,
            "cleo": 1_489_333,
            "dirk": 1_467_999,
        }

    def test_each_change_is_kept_with_what_it_was_made_from(self) -> None:
        ladder = ladders.opened()
        match = ladders.played(ladder, ["ann", "bob"], [1, 2], scores=[9, 4])

        (winner, loser) = RatingChange.objects.filter(ladder=ladder).order_by("seat")

        assert (winner.match, winner.place, winner.score, winner.games_before) == (match, 1, 9, 0)
        assert (winner.rating_before, winner.rating_after) == (1_500_000, 1_532_000)
        assert loser.rating_after == 1_468_000


class TestPuttingRight:
    def test_annulling_the_first_match_rates_the_second_as_if_it_were_the_first(self) -> None:
        ladder, other = (ladders.opened(repeats=None) for _ in range(2))
        first = ladders.played(ladder, ["ann", "bob"], [1, 2])
        ladders.played(ladder, ["bob", "cleo"], [1, 2])
        ladders.played(other, ["bob", "cleo"], [1, 2])

        told = corrections.annul(
            ladder_id=ladder.id, match_id=first, order=ladders.order("a sleeve full of cards")
        )

        assert ladders.ratings(ladder) == ladders.ratings(other)
        changes = {row.player: row.change for row in told.players}
        assert changes["ann"] == -32
        # Bob had lost 32 and then beaten the better-rated Cleo; now he has beaten an equal.
        assert changes["bob"] == pytest.approx(29.061)
        assert changes["cleo"] == pytest.approx(2.939)
        assert (told.matches_before, told.matches_after) == (2, 1)

    def test_a_dry_run_tells_the_same_and_changes_nothing(self) -> None:
        ladder = ladders.opened()
        match = ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3])
        ladders.played(ladder, ["cleo", "bob", "dirk"], [1, 2, 3])
        before = ladders.ratings(ladder)

        dry = corrections.annul(
            ladder_id=ladder.id, match_id=match, order=ladders.order(dry_run=True)
        )
        after_dry = ladders.ratings(ladder)
        wet = corrections.annul(ladder_id=ladder.id, match_id=match, order=ladders.order())

        assert after_dry == before != ladders.ratings(ladder)
        assert dry.dry_run
        assert structs.replace(dry, dry_run=False) == wet

    def test_a_corrected_match_counts_with_its_right_places(self) -> None:
        ladder, right = ladders.opened(), ladders.opened()
        match = ladders.played(ladder, ["ann", "bob"], [1, 2])
        ladders.played(right, ["ann", "bob"], [2, 1])

        corrections.correct(
            ladder_id=ladder.id, match_id=match, places=[2, 1], order=ladders.order()
        )

        assert ladders.ratings(ladder) == ladders.ratings(right)

    def test_merged_players_have_been_one_all_along(self) -> None:
        ladder, right = ladders.opened(), ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])
        ladders.played(ladder, ["ann2", "bob"], [1, 2])
        both = ladders.played(ladder, ["ann", "ann2"], [1, 2])
        for _ in range(2):
            ladders.played(right, ["ann", "bob"], [1, 2])

        corrections.merge(
            ladder_id=ladder.id, gone="ann2", into="ann", order=ladders.order("one person")
        )

        assert ladders.ratings(ladder) == ladders.ratings(right)
        assert ladder.matches.get(match=both).reason == "player_twice"

    def test_nobody_is_merged_into_whoever_was_merged_into_them(self) -> None:
        ladder, name = ladders.opened(), new_name()
        new_player(name=name)
        key = players.of_account(Account.objects.get(username=name).pk, name).key
        played = ladders.result([name, "dirk"], [1, 2])
        ladders.record(ladder, structs.replace(played, players=[key, "guest:dirk"]))
        for other in ("bob", "cleo"):
            ladders.played(ladder, [other, "dirk"], [1, 2])
        for gone, into in ((name, "bob"), ("bob", "cleo")):
            corrections.merge(ladder_id=ladder.id, gone=gone, into=into, order=ladders.order("one"))

        with pytest.raises(Problem, match="another player"):
            corrections.merge(
                ladder_id=ladder.id, gone="cleo", into=name, order=ladders.order("a slip")
            )

        assert ladders.differences(ladder) == 0

    def test_an_adjustment_moves_one_rating(self) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])

        told = corrections.adjust(
            ladder_id=ladder.id, player="Ann", points=-12.5, order=ladders.order("a refund")
        )

        assert ladders.ratings(ladder)["ann"] == 1_519_500
        assert [row.player for row in told.players] == ["ann"]

    def test_a_closed_season_archives_the_standings_and_halves_the_leads(self) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob"], [1, 2])

        managing.close_season(
            ladder_id=ladder.id, name="Spring", keep_percent=50, order=ladders.order()
        )

        archive = SeasonStanding.objects.filter(ladder=ladder).values_list("rank", "name", "rating")
        assert list(archive) == [(1, "ann", 1_532_000), (2, "bob", 1_468_000)]
        assert ladders.ratings(ladder) == {"ann": 1_516_000, "bob": 1_484_000}
        assert Ladder.objects.get(id=ladder.id).season == 2


class TestSeats:
    def test_a_seat_that_wins_is_expected_to_after_many_matches_and_not_after_few(self) -> None:
        ladder = ladders.opened(parameters={"seat_term": 1, "seat_prior": 50})
        rng = Random(5)
        terms = []
        for _ in range(6):
            batch = [ladders.result(rng.sample(NAMES, 2), [1, 2]) for _ in range(20)]
            ladders.record(ladder, *batch)
            last = RatingChange.objects.filter(ladder=ladder, seat=0).order_by("version").last()
            assert last is not None
            terms.append(last.seat_term)

        assert terms == sorted(terms)
        assert 0 < terms[0] < 50_000
        assert terms[-1] > 100_000

    def test_seats_are_counted_by_players_at_the_table(self) -> None:
        ladder = ladders.opened()
        ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 2])
        ladders.played(ladder, ["bob", "ann", "cleo"], [1, 2, 3])

        counted = ladder.seats.order_by("seat").values_list("seat", "games", "firsts", "halves")

        assert list(counted) == [(0, 2, 2, 8), (1, 2, 0, 3), (2, 2, 0, 1)]


def trouble(ladder: Ladder, rng: Random, matches: list[UUID], names: list[str]) -> None:
    """Let one thing happen that reaches back or touches all."""
    kind = rng.randrange(5)
    order = ladders.order("at random")
    if kind == 0:
        match = matches.pop(rng.randrange(len(matches)))
        corrections.annul(ladder_id=ladder.id, match_id=match, order=order)
    elif kind == 1:
        match = rng.choice(matches)
        seats = ladder.matches.get(match=match).seats
        now = list(
            RatingChange.objects.filter(ladder=ladder, match=match)
            .order_by("seat")
            .values_list("place", flat=True)
        )
        places = ladders.placed(rng, seats)
        if now and places != now:
            corrections.correct(ladder_id=ladder.id, match_id=match, places=places, order=order)
    elif kind == 2 and len(names) > 8:
        gone, into = rng.sample(names, 2)
        if ladder.standings.filter(name=gone).exists():
            names.remove(gone)
            corrections.merge(
                ladder_id=ladder.id, gone=gone, into=into_name(into, ladder), order=order
            )
            matches[:] = ladder.matches.filter(status="rated").values_list("match", flat=True)
    elif kind == 3:
        name = rng.choice(list(ladder.standings.values_list("name", flat=True)))
        points = rng.randrange(1, 200) / 4
        corrections.adjust(ladder_id=ladder.id, player=name, points=points, order=order)
    else:
        season = f"s{secrets.token_hex(4)}"
        managing.close_season(ladder_id=ladder.id, name=season, keep_percent=50, order=order)


def into_name(name: str, ladder: Ladder) -> str:
    """Return a name that is on the ladder."""
    found = ladder.standings.exclude(name=name).order_by("name").first()
    on = ladder.standings.filter(name=name).exists()
    assert found is not None
    return name if on else str(found.name)


@pytest.mark.parametrize(
    ("kind", "system"), leading([("rating", "elo"), ("challenge", "elo"), ("points", "openskill")])
)
def test_after_random_trouble_the_rows_are_those_of_a_rebuild(kind: str, system: str) -> None:
    rng = Random(f"{kind} {system}")
    parameters = {"seat_term": 1} if system == "elo" else {}
    ladder = ladders.opened(kind=kind, system=system, parameters=parameters)
    names, matches = list(NAMES), list[UUID]()
    if kind == "challenge":
        joined = [e.PlayerJoined(player=f"guest:{name}", name=name) for name in names]
        ladders.record(ladder, *joined)
    for number in range(MATCHES // 20):
        batch = []
        for _ in range(20):
            table = rng.sample(names, rng.randrange(2, 7))
            batch.append(ladders.result(table, ladders.placed(rng, len(table))))
        ladders.record(ladder, *batch)
        matches += [UUID(event.match) for event in batch]
        if number % 2:
            trouble(ladder, rng, matches, names)
            matches = list(ladder.matches.filter(status="rated").values_list("match", flat=True))

    assert ladders.differences(ladder) == 0
    assert verification.check(KIND, ladder.id) == []
    rungs = ladder.standings.filter(position__isnull=False).order_by("position")
    positions = list(rungs.values_list("position", flat=True))
    assert positions == list(range(1, len(positions) + 1))


def test_a_changed_row_is_found_and_a_rebuild_repairs_it() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    right = ladders.ratings(ladder)
    Standing.objects.filter(ladder=ladder, name="ann").update(rating=2_000_000)

    assert ladders.differences(ladder) == 1
    (fault,) = verification.check(KIND, ladder.id)
    assert "1 rows of ratings_standing" in fault.text
    corrections.rebuild(ladder_id=ladder.id, write=True)
    assert ladders.ratings(ladder) == right
