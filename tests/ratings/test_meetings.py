"""Playing the same players again counts less and less, and leaving early helps nobody."""

from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from eventstore import verification
from ratings.ladder import events as e
from ratings.ladder.events import KIND
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import parsed
from ratings.models import Ladder, Meeting, RatingChange
from ratings.services import corrections, managing
from tests.callers import Caller
from tests.ratings import ladders, simulation
from tests.ratings.admins import ok
from tests.samples import leading

REPEATS = Repeats()


class TestTheFormula:
    def test_two_matches_a_day_count_wholly_then_less_and_less(self) -> None:
        assert [REPEATS.day(count) for count in range(1, 7)] == [1000, 1000, 666, 500, 400, 333]

    def test_after_fifty_matches_of_a_season_they_count_less_too(self) -> None:
        assert [REPEATS.season(count) for count in (1, 50, 51, 150, 250)] == [
            1000, 1000, 990, 500, 333,
        ]  # fmt: skip

    def test_who_has_met_few_says_little_about_who_has_met_many_and_not_the_other_way(self) -> None:
        assert REPEATS.known(mine=10, theirs=0) == 166
        assert REPEATS.known(mine=0, theirs=10) == 1000
        assert REPEATS.known(mine=500, theirs=10) == 1000
        assert REPEATS.known(mine=3, theirs=3) == 1000


class TestTheSimulation:
    @pytest.mark.parametrize("attack", simulation.ATTACKS[:3], ids=lambda each: each.title)
    def test_eight_accounts_of_ones_own_make_no_leader(self, attack: simulation.Attack) -> None:
        _, before, _ = simulation.attacked(attack, simulation.BEFORE)
        rating, now, best = simulation.attacked(attack, simulation.NOW)

        assert before == 1
        assert rating < best
        assert now is None or now > 1

    def test_who_only_takes_what_others_give_up_at_once_gains_nothing_at_all(self) -> None:
        rating, rank, _ = simulation.attacked(simulation.ATTACKS[0], simulation.NOW)

        assert (rating, rank) == (1500, None)

    @pytest.mark.more
    @pytest.mark.parametrize("about", simulation.CLUBS, ids=lambda each: each.title)
    def test_regulars_who_meet_daily_are_rated_as_well_as_before(
        self, about: simulation.Club
    ) -> None:
        before, _ = simulation.regulars(about, simulation.BEFORE, 0)
        now, _ = simulation.regulars(about, simulation.NOW, 0)

        assert now.error < before.error + 10
        assert now.order > before.order - 0.07


def match_of(names: list[str], places: list[int], moves: int = 30, **about: object) -> e.MatchRated:
    return ladders.result(names, places, moves=[moves] * len(names), **about)


@pytest.mark.django_db
class TestALadder:
    def test_from_before_rates_as_it_did_until_an_admin_turns_the_rule_on(self) -> None:
        old, plain = ladders.opened(repeats=None, moves_min=0), ladders.opened()
        settings = {"name": "Old", "game": "pickpocket"}
        assert (parsed(settings).repeats, parsed(settings).moves_min) == (None, 0)
        for ladder in (old, plain):
            for _ in range(6):
                ladders.record(ladder, match_of(["ann", "bob"], [1, 2], moves=0))
        unweighed = ladders.ratings(old)
        told = managing.edit(
            ladder_id=old.id, changes={"repeats": {}}, order=ladders.order("from now on")
        )
        ladders.record(old, match_of(["ann", "bob"], [1, 2]))

        assert unweighed["ann"] > 1_600_000
        assert "ann" not in [row.player for row in told.players]
        assert Meeting.objects.get(ladder=old).on_day == 1
        assert ladders.differences(old) == ladders.differences(plain) == 0

    def test_counts_the_kth_match_of_two_less_and_both_alike(self) -> None:
        ladder = ladders.opened(parameters={"k": 32, "k_provisional": 32})

        for _ in range(5):
            ladders.record(ladder, match_of(["ann", "bob"], [1, 2]))

        rows = RatingChange.objects.filter(ladder=ladder, seat=0).order_by("version")
        assert [row.weights for row in rows] == [[0, each] for each in (1000, 1000, 666, 500, 400)]
        assert [row.on_day for row in rows] == [[0, each] for each in range(1, 6)]
        now = ladders.ratings(ladder)
        assert now["ann"] + now["bob"] == 3_000_000

    def test_shows_on_the_match_what_each_pair_counted_and_why(self) -> None:
        ladder = ladders.opened()
        for other in ("bob", "cleo", "dirk"):
            ladders.record(ladder, match_of(["ann", other], [1, 2]))
        last = match_of(["ann", "eva"], [1, 2])
        ladders.record(ladder, last)

        told = ok(Caller().get(f"/ladders/{ladder.slug}/matches/{last.match}"))

        ann, eva = (player["pairs"][0] for player in told["players"])
        assert (ann["on_day"], ann["in_season"], ann["day_counts"]) == (1, 1, 1000)
        assert (ann["known_counts"], ann["counts"]) == (400, 400)
        assert (eva["known_counts"], eva["counts"]) == (1000, 1000)
        assert [player["met"] for player in told["players"]] == [3, 0]
        for player, pair in zip(told["players"], (ann, eva), strict=True):
            assert player["change"] == pair["change"]

    def test_counts_anew_with_the_next_season_and_knows_who_has_met(self) -> None:
        ladder = ladders.opened()
        ladders.record(ladder, match_of(["ann", "bob"], [1, 2]))
        managing.close_season(ladder_id=ladder.id, name="2", keep_percent=50, order=ladders.order())
        ladders.record(ladder, match_of(["bob", "ann"], [1, 2]))

        meeting = Meeting.objects.get(ladder=ladder)
        assert (meeting.season, meeting.season_games, meeting.on_day) == (2, 1, 2)
        assert set(ladder.standings.values_list("met", flat=True)) == {1}
        assert ladders.differences(ladder) == 0

    def test_has_an_annulled_match_never_have_been_a_meeting(self) -> None:
        ladder, other = ladders.opened(), ladders.opened()
        events = [match_of(["ann", "bob"], [1, 2]) for _ in range(4)]
        ladders.record(ladder, *events)
        ladders.record(other, *events[1:])

        corrections.annul(
            ladder_id=ladder.id, match_id=UUID(events[0].match), order=ladders.order()
        )

        assert ladders.ratings(ladder) == ladders.ratings(other)

    def test_takes_matches_that_were_brought_in_as_they_are(self) -> None:
        ladder, old = ladders.opened(), ladders.opened(repeats=None)
        for each in (ladder, old):
            for _ in range(6):
                ladders.record(each, match_of(["ann", "bob"], [1, 2], source="import"))

        assert ladders.ratings(ladder) == ladders.ratings(old)

    @pytest.mark.parametrize("kind", leading(["rating", "points"]))
    @pytest.mark.parametrize("system", leading(["elo", "openskill"]))
    def test_keeps_rows_that_a_rebuild_gives_again(self, system: str, kind: str) -> None:
        ladder = ladders.opened(system=system, kind=kind, parameters={})
        rng = Random(f"{system} {kind}")
        names = ["ann", "bob", "cleo", "dirk", "eva"]
        matches = []
        for number in range(40):
            table = rng.sample(names, rng.randrange(2, 5))
            moves = [rng.choice((0, 2, 30)) for _ in table]
            left = [seat for seat, made in enumerate(moves) if made < 3]
            event = ladders.result(table, ladders.placed(rng, len(table)), moves=moves, left=left)
            ladders.record(ladder, event)
            matches.append(UUID(event.match))
            if number == 25:
                corrections.merge(
                    ladder_id=ladder.id, gone="eva", into="ann", order=ladders.order()
                )
                names.remove("eva")
        corrections.annul(ladder_id=ladder.id, match_id=matches[39], order=ladders.order())

        assert ladders.differences(ladder) == 0
        assert verification.check(KIND, ladder.id) == []


@pytest.mark.django_db
class TestLeavingEarly:
    def test_costs_who_leaves_and_brings_the_others_nothing(self) -> None:
        ladder = ladders.opened()
        ladders.record(ladder, match_of(["ann", "bob"], [1, 2], moves=1, left=[1]))

        rows = {row.name: row for row in ladder.standings.all()}

        assert (rows["ann"].rating, rows["ann"].games, rows["ann"].firsts) == (1_500_000, 0, 0)
        assert (rows["bob"].rating, rows["bob"].games) == (1_468_000, 1)
        assert not Meeting.objects.filter(ladder=ladder).exists()
        assert Ladder.objects.get(id=ladder.id).matches.get().reason == "short"
        assert ladders.differences(ladder) == 0

    def test_leaves_what_the_others_played_among_themselves_as_it_is(self) -> None:
        ladder, pair = ladders.opened(), ladders.opened(parameters={"k_provisional": 32})
        ladders.record(
            ladder, ladders.result(["ann", "bob", "cleo"], [1, 2, 3], moves=[9, 9, 0], left=[2])
        )
        ladders.record(pair, match_of(["ann", "bob"], [1, 2]))

        now = ladders.ratings(ladder)
        assert {name: now[name] for name in ("ann", "bob")} == ladders.ratings(pair)
        assert now["cleo"] == 1_468_000

    def test_counts_like_any_match_once_an_admin_has_said_how_it_ended(self) -> None:
        ladder = ladders.opened()
        event = match_of(["ann", "bob"], [1, 2], moves=1, left=[1])
        ladders.record(ladder, event)

        corrections.correct(
            ladder_id=ladder.id, match_id=UUID(event.match), places=[2, 1], order=ladders.order()
        )

        assert ladders.ratings(ladder)["bob"] == 1_532_000
        assert ladder.matches.get().reason == ""

    def test_a_day_is_one_by_utc(self) -> None:
        night = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
        matches = simulation.Matches(0)
        ladder = simulation.Ladder(simulation.NOW)
        for minutes in (-2, -1, 0, 1):
            at = night + timedelta(minutes=minutes)
            ladder.take([(at, matches.result(["ann", "bob"], [1, 2], [9, 9]))])

        (meeting,) = ladder.state.meetings.values()
        assert (meeting.on_day, meeting.season_games) == (1, 4)
