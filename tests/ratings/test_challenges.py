"""Challenge ladders: who may challenge whom, and how the rungs change."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Account
from agenda import runs
from agenda.models import DueRow
from ratings.ladder import rungs
from ratings.models import Call, ChallengeRow, Ladder
from ratings.services import challenging
from tests.callers import Caller, new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.ratings.test_matchmaking import play_out

FIVE = ["ann", "bob", "cleo", "dirk", "eva"]


class TestRungs:
    def test_a_winner_is_inserted_above_the_loser(self) -> None:
        moved = rungs.after_match(FIVE, ["dirk", "bob"], [1, 2], rise_max=5)

        assert moved == ["ann", "dirk", "bob", "cleo", "eva"]

    def test_a_loss_of_the_lower_one_changes_nothing(self) -> None:
        assert rungs.after_match(FIVE, ["dirk", "bob"], [2, 1], rise_max=5) == FIVE

    def test_a_table_of_three_stands_in_the_order_of_its_places(self) -> None:
        moved = rungs.after_match(FIVE, ["ann", "cleo", "eva"], [3, 2, 1], rise_max=5)

        assert moved == ["eva", "cleo", "ann", "bob", "dirk"]

    def test_nobody_rises_further_than_allowed(self) -> None:
        moved = rungs.after_match(FIVE, ["eva", "ann"], [1, 2], rise_max=2)

        assert moved == ["ann", "bob", "eva", "cleo", "dirk"]

    def test_a_tie_keeps_the_order(self) -> None:
        assert rungs.after_match(FIVE, ["ann", "eva"], [1, 1], rise_max=5) == FIVE

    @given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(1, 8))
    @settings(max_examples=60, deadline=None)
    def test_rungs_stay_a_permutation_and_falls_are_paid_by_passing(
        self, rng: Random, count: int, rise_max: int
    ) -> None:
        names = [f"p{number}" for number in range(9)]
        table, places = rng.sample(names, count), ladders.placed(rng, count)

        moved = rungs.after_match(names, table, places, rise_max=rise_max)

        assert sorted(moved) == names
        for name in names:
            before, after = names.index(name), moved.index(name)
            passed_by = [each for each in names[before:] if moved.index(each) < after]
            assert before - after <= rise_max
            assert after - before <= len(passed_by)

    def test_every_order_of_a_full_table_becomes_the_order_of_the_rungs(self) -> None:
        for order in permutations(range(1, 5)):
            moved = rungs.after_match(FIVE[:4], FIVE[:4], order, rise_max=9)
            assert moved == [name for _, name in sorted(zip(order, FIVE[:4], strict=True))]


def challenge_ladder(count: int, **rules: object) -> tuple[str, list[Caller], list[str]]:
    """Return a ladder with players on its rungs, top first."""
    slug = open_ladder(new_admin(), kind="challenge", challenges=rules)
    names = [new_name() for _ in range(count)]
    callers = [new_player(name=name) for name in names]
    for caller in callers:
        ok(caller.post(f"/ladders/{slug}/rungs", {}), 201)
    return slug, callers, names


def order_of(slug: str) -> list[str]:
    rows = Ladder.objects.get(slug=slug).standings.filter(position__isnull=False)
    return list(rows.order_by("position").values_list("name", flat=True))


def challenge(caller: Caller, slug: str, *names: str) -> str:
    return str(ok(caller.post(f"/ladders/{slug}/challenges", {"opponents": names}), 201)["id"])


@pytest.mark.django_db
class TestAChallenge:
    def test_that_all_accept_becomes_a_match_and_the_match_moves_the_rungs(self) -> None:
        slug, callers, names = challenge_ladder(3)
        made = challenge(callers[2], slug, names[0], names[1])

        ok(callers[0].post(f"/ladders/{slug}/challenges/{made}", {"accept": True}))
        ok(callers[1].post(f"/ladders/{slug}/challenges/{made}", {"accept": True}))
        runs.run_due_now()
        match = ok(Caller().get(f"/ladders/{slug}/challenges/{made}"))["match"]
        play_out(UUID(match))
        runs.run_due_now()

        ladder = Ladder.objects.get(slug=slug)
        assert ChallengeRow.objects.get(id=made).status == "played"
        told = ok(Caller().get(f"/ladders/{slug}/matches/{match}"))["players"]
        places = {player["player"]: player["place"] for player in told}
        expected = rungs.after_match(names, names, [places[name] for name in names], rise_max=5)
        assert order_of(slug) == expected
        assert ladders.differences(ladder) == 0

    def test_that_is_declined_costs_the_place(self) -> None:
        slug, callers, names = challenge_ladder(3)
        made = challenge(callers[2], slug, names[0])

        told = ok(callers[0].post(f"/ladders/{slug}/challenges/{made}", {"accept": False}))

        assert told["status"] == "closed"
        assert order_of(slug) == [names[2], names[0], names[1]]
        assert not Call.objects.filter(ladder__slug=slug).exists()

    def test_that_nobody_answers_lapses_and_costs_the_place_unless_the_rules_forgive(self) -> None:
        for refusal, moved in (("forfeit", True), ("nothing", False)):
            slug, callers, names = challenge_ladder(2, refusal=refusal)
            made = challenge(callers[1], slug, names[0])
            past = datetime.now(UTC) - timedelta(seconds=1)
            DueRow.objects.filter(kind=challenging.LAPSE, subject=made).update(due_at=past)

            runs.run_due_now()

            assert ChallengeRow.objects.get(id=made).status == "closed"
            assert order_of(slug) == (names[::-1] if moved else names)

    @pytest.mark.more
    def test_may_be_withdrawn_by_its_challenger_alone(self) -> None:
        slug, callers, names = challenge_ladder(2)
        made = challenge(callers[1], slug, names[0])
        path = f"/ladders/{slug}/challenges/{made}"

        assert callers[0].delete(path).code == "not_found"
        assert ok(callers[1].delete(path))["status"] == "closed"
        assert callers[1].delete(path).code == "challenge_not_allowed"
        assert order_of(slug) == names

    def test_is_refused_with_every_reason_and_its_numbers(self) -> None:
        slug, callers, names = challenge_ladder(8, reach_places=2, reach_percent=0, open_max=1)
        challenge(callers[4], slug, names[3])
        stranger = new_name()
        new_player(name=stranger)

        def codes(caller: Caller, *opponents: str) -> list[str]:
            answer = caller.post(f"/ladders/{slug}/challenges", {"opponents": opponents})
            assert answer.code == "challenge_not_allowed"
            names_of = ",".join(opponents)
            asked = ok(caller.get(f"/ladders/{slug}/challenges/eligibility?opponents={names_of}"))
            assert asked == {"allowed": False, "reasons": answer.body["params"]["reasons"]}
            return [reason["code"] for reason in asked["reasons"]]

        assert codes(callers[7], names[0]) == ["out_of_reach"]
        assert codes(callers[2], names[5]) == ["nobody_above_you"]
        assert codes(callers[4], names[3]) == ["too_many_out", "too_many_in", "already_challenged"]
        assert codes(callers[1], names[1]) == ["player_twice", "nobody_above_you"]
        assert codes(new_player(), names[1]) == ["not_on_ladder"]
        assert (
            callers[0].post(f"/ladders/{slug}/challenges", {"opponents": [stranger]}).code
            == "not_found"
        )

    def test_of_the_same_table_has_to_wait(self) -> None:
        slug, callers, names = challenge_ladder(2)
        ladder = Ladder.objects.get(slug=slug)
        keys = [f"account:{Account.objects.get(username=name).pk}" for name in names]
        event = ladders.result(names, [1, 2])
        ladders.record(
            ladder, type(event)(match=event.match, players=keys, names=names, places=[1, 2])
        )

        answer = callers[1].post(f"/ladders/{slug}/challenges", {"opponents": [names[0]]})

        assert [each["code"] for each in answer.body["params"]["reasons"]] == ["rematch_too_soon"]

    @pytest.mark.more
    def test_who_leaves_lets_the_others_move_up(self) -> None:
        slug, callers, names = challenge_ladder(3)

        assert callers[1].delete(f"/ladders/{slug}/rungs").status == 204

        assert order_of(slug) == [names[0], names[2]]
        assert callers[1].delete(f"/ladders/{slug}/rungs").code == "not_found"
        assert callers[0].post(f"/ladders/{slug}/rungs", {}).code == "entry_not_eligible"
        assert ladders.differences(Ladder.objects.get(slug=slug)) == 0
