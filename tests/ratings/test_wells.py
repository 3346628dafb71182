"""Wells of ladder seasons: what a ladder deals, and that nobody chooses it after the season began.

Whoever is found for a match sits where the well has drawn it, and plays what the well deals.
"""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, transaction
from django.test import Client
from msgspec import UNSET, structs

from agenda import runs
from api.ids import uuid7
from api.problems import Problem
from eventstore import verification
from matches.services import leaving
from ratings import ladder_history
from ratings.ladder import events as e
from ratings.models import Ladder, LadderWell, MadeMatch
from ratings.services import managing, opening
from tests import independent
from tests.callers import new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import ok
from tests.ratings.searchers import Season, deal_of, log_of, played_of_their_own, verified
from tests.ratings.test_challenges import challenge, challenge_ladder
from tests.ratings.test_ladder_logs import rewritten
from tests.ratings.test_matchmaking import play_out
from tests.ratings.test_seasons import END, Later, planned, run

pytestmark = pytest.mark.django_db


class TestSlots:
    def test_a_match_that_is_called_off_leaves_its_slot_used_and_in_sight(
        self, tmp_path: Path
    ) -> None:
        season = Season()
        first = season.find()
        leaving.void(match_id=first, actor="system", reason="no good cards", key="x")
        runs.run_due_now()
        season.play()
        season.close()

        assert independent.ladder(season.log, [log_of(first)]) == [1, 2]
        code, said = verified(tmp_path, season.log, log_of(first))
        assert code == 0, said
        assert "2 matches from slots 1 to 2, called off: 1;" in said

    def test_what_breaks_off_takes_no_slot(self) -> None:
        season = Season()
        call = season.call()
        for _ in range(2):
            with transaction.atomic():
                opening.open_found_match(call.id)
                transaction.set_rollback(True)
        assert season.ladder.slots == 0
        assert not MadeMatch.objects.exists()

        match = opening.open_found_match(call.id)
        again = opening.open_found_match(call.id)

        assert match == again
        assert [(each.slot, each.match) for each in MadeMatch.objects.all()] == [(1, match)]
        assert season.types().count("match_made") == 1

    def test_matches_that_players_open_have_a_secret_of_their_own(self) -> None:
        season = Season(options={})
        ann = new_player(name=new_name())

        opened = ok(
            ann.post("/matches", {"game": "pickpocket", "seats": 2, "ladder": season.slug}), 201
        )

        assert deal_of(UUID(opened["id"])) == opened["id"]
        assert season.ladder.slots == 0

    def test_go_on_through_the_seasons_so_that_no_deal_has_a_name_that_was_used(self) -> None:
        season = Season()
        first = season.play()
        season.close()
        second = season.play()
        season.close("third")

        assert independent.ladder(season.log, map(log_of, [first, second])) == [1, 2]
        wells = {each.well for each in MadeMatch.objects.all()}
        assert len(wells) == 2

    def test_no_search_folds_the_season(self) -> None:
        season = Season()
        for _ in range(30):
            ladders.played(season.ladder, ["ann", "bob"], [1, 2])
        call = season.call()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ratings.aggregate.fold.fold_stream", None)
            opening.open_found_match(call.id)

        assert season.ladder.slots == 1


class TestTheEndOfASeason:
    def test_shows_no_well_that_a_match_is_still_dealt_from(self, tmp_path: Path) -> None:
        season = Season()
        running = season.find()
        season.play()
        season.close()

        code, said = verified(tmp_path, season.log)
        assert code == 0, said
        assert "season 1: 2 matches from slots 1 to 2; its well is not revealed yet" in said
        assert "well_revealed" not in season.types()
        play_out(running)
        runs.run_due_now()

        assert season.types()[-2:] == ["match_rated", "well_revealed"]
        assert independent.ladder(season.log, [log_of(running)]) == [1, 2]
        assert ladders.differences(season.ladder) == 0

    def test_is_of_the_next_season_for_whom_it_has_put_together_before(self) -> None:
        season = Season()
        call = season.call()
        season.close()

        opening.open_found_match(call.id)

        assert MadeMatch.objects.get().well == season.ladder.well
        assert season.types()[-3:] == ["season_closed", "well_revealed", "match_made"]

    def test_by_plan_takes_another_well_as_well(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ladder = planned()
        before = ladder.well

        monkeypatch.setattr(
            "eventstore.command_handler.datetime", Later(END + timedelta(seconds=1))
        )
        run(ladder)

        after = Ladder.objects.get(id=ladder.id)
        assert after.well not in {"", before}
        assert after.season == 2

    def test_is_not_brought_forward_by_a_preview(self) -> None:
        season = Season()
        before = season.ladder.well, season.ladder.version
        managing.close_season(
            ladder_id=season.ladder.id,
            name="next",
            keep_percent=50,
            order=ladders.order(dry_run=True),
        )

        assert (season.ladder.well, season.ladder.version) == before
        assert LadderWell.objects.filter(ladder=season.ladder.id).count() == 1


class TestChallenges:
    def test_are_dealt_from_the_well_and_seated_by_their_rungs(self, tmp_path: Path) -> None:
        slug, (ann, bob, cleo), names = challenge_ladder(3)
        call = UUID(challenge(cleo, slug, names[0], names[1]))
        for each in (ann, bob):
            ok(each.post(f"/ladders/{slug}/challenges/{call}", {"accept": True}))
        match = opening.open_found_match(call)
        assert match is not None
        leaving.void(match_id=match, actor="system", reason="rain", key="x")
        runs.run_due_now()

        ladder = Ladder.objects.get(slug=slug)
        managing.close_season(
            ladder_id=ladder.id, name="next", keep_percent=50, order=ladders.order()
        )

        text = "".join(ladder_history.log(Ladder.objects.get(slug=slug)))
        made = json.loads(next(line for line in text.splitlines() if '"match_made"' in line))[
            "data"
        ]
        by_rungs = ladder.standings.order_by("position").values_list("player", flat=True)
        assert made["players"] == [*by_rungs]
        assert made["challenge"] == str(call)
        assert independent.ladder(text, [log_of(match)]) == [1]
        assert verified(tmp_path, text)[0] == 0
        other = rewritten(
            text,
            lambda events: next(
                each["data"]["players"].reverse() for each in events if each["type"] == "match_made"
            ),
        )
        code, said = verified(tmp_path, other)
        assert code == 1
        assert "the seats of slot 1 are not those of the rungs" in said


class TestALadderFromBefore:
    @pytest.fixture
    def old(self) -> Season:
        """Return a ladder that an earlier release has opened."""
        season = Season()
        opened = ladders.first_event(season.ladder)
        season.slug = f"{season.slug}-old"
        ladders.open_again(structs.replace(opened, slug=season.slug, well=UNSET))
        return season

    def test_plays_its_season_as_it_began(self, old: Season) -> None:
        match = old.play()

        assert deal_of(match) == str(match)
        assert "match_made" not in old.types()

    def test_has_a_well_from_its_next_season_on(self, old: Season) -> None:
        old.play()
        old.close()
        match = old.play()

        assert deal_of(match) == f"{old.ladder.id}/1"
        assert old.ladder.slots == 1

    def test_is_not_said_to_have_made_no_match_that_it_did_make(
        self, old: Season, tmp_path: Path
    ) -> None:
        match = old.play()
        for log in (old.log, _closed(old)):
            code, said = verified(tmp_path, log, log_of(match))

            assert code == 0, said
            assert f"ladder {old.ladder.id} had no well when the match was opened" in said
            assert "has not made" not in said

    @pytest.mark.more
    def test_counts_as_not_made_only_what_was_opened_since_it_has_a_well(
        self, old: Season, tmp_path: Path
    ) -> None:
        outlasting = old.find()
        old.close()
        play_out(outlasting)
        runs.run_due_now()
        assert "not made" not in verified(tmp_path, old.log, log_of(outlasting))[1]

        own = played_of_their_own(old)

        code, said = verified(tmp_path, old.log, log_of(outlasting), log_of(own))
        assert code == 0, said
        assert ": 1 matches from secrets of their own, which it has not made" in said
        assert said.count("had no well when the match was opened") == 1
        assert said.count(f"ladder {old.ladder.id} has not made the match") == 1


def _closed(season: Season) -> str:
    season.close()
    return season.log


class TestAfterARestoredBackup:
    def test_no_deal_that_was_seen_comes_again(self, tmp_path: Path) -> None:
        season = Season()
        season.play()
        call_command("renew_wells", reason="backup of 14:00", skip=50, stdout=StringIO())
        match = season.play()
        season.close()

        assert deal_of(match) == f"{season.ladder.id}/52"
        assert independent.ladder(season.log, [log_of(match)]) == [1, 52]
        code, said = verified(tmp_path, season.log)
        assert code == 0, said
        assert 'season 1 (another well: "backup of 14:00"): 1 matches from slots 52 to 52' in said
        assert verified(tmp_path, season.log, strict=True)[0] == 1
        assert ladders.differences(season.ladder) == 0

    @pytest.mark.more
    def test_a_secret_that_is_lost_deals_nothing_and_holds_no_result_up(self) -> None:
        season = Season()
        running = season.find()
        call = season.call()
        lost = "00" * 32
        Ladder.objects.filter(slug=season.slug).update(well=lost)

        with pytest.raises(Problem, match="renew_wells"):
            opening.open_found_match(call.id)
        play_out(running)
        runs.run_due_now()
        assert season.types()[-1] == "well_revealed"
        call_command("renew_wells", reason="the secret was lost", stdout=StringIO())

        assert opening.open_found_match(call.id) is not None


def test_nobody_changes_the_secret_of_a_well() -> None:
    Season()
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        LadderWell.objects.update(secret=bytes(32))
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        LadderWell.objects.all().delete()


def test_the_log_of_a_private_ladder_is_for_those_who_may_see_it() -> None:
    season = Season()
    Ladder.objects.filter(slug=season.slug).update(visibility="private")

    assert Client().get(f"/api/v1/ladders/{season.slug}/log/file").status_code == 404


def test_a_history_that_cannot_be_is_found_in_the_database_too() -> None:
    season = Season()
    season.play()
    made = MadeMatch.objects.get()
    ladders.record(
        season.ladder,
        e.MatchMade(slot=made.slot + 2, match=str(uuid7()), players=["account:a", "account:b"]),
    )

    faults = verification.check("ladder", season.ladder.id)

    assert [each.text for each in faults] == ["it should be slot 2, not 3"]


@pytest.mark.more
def test_whatever_happens_slots_have_no_gap_and_no_well_is_shown_too_early() -> None:
    rng, season = Random(5), Season()
    running: list[UUID] = []
    over: list[UUID] = []
    for step in range(14):
        what = rng.choice(["find", "find", "find", "end", "end", "close", "renew"])
        if what == "find":
            running.append(season.find())
        elif what == "end" and running:
            over.append(running.pop(rng.randrange(len(running))))
            leaving.void(match_id=over[-1], actor="system", reason="rain", key=f"end-{step}")
            runs.run_due_now()
        elif what == "close":
            season.close(f"season {step}")
        elif what == "renew":
            call_command("renew_wells", reason="rain", skip=rng.randrange(3), stdout=StringIO())
    season.close()
    for match in running:
        leaving.void(match_id=match, actor="system", reason="rain", key=f"off-{match}")
        runs.run_due_now()

    dealt = independent.ladder(season.log, map(log_of, [*over, *running]))

    assert dealt == sorted(set(dealt))
    assert len(dealt) == len(over) + len(running)
    assert season.types().count("well_revealed") == LadderWell.objects.count() - 1
    assert verification.check("ladder", season.ladder.id) == []
