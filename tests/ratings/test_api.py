"""A ladder run through the API: by its admin, its players, and everybody who reads."""

import json
from typing import Any
from uuid import uuid4

import pytest

from ratings.models import Ladder
from tests.callers import Answer, Caller, new_key, new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import bring_in, new_admin, ok, open_ladder, patch

pytestmark = pytest.mark.django_db

UNCOUNTED: dict[str, int | None] = {
    "counts": 1000,
    "on_day": None,
    "in_season": None,
    "day_counts": None,
    "season_counts": None,
    "known_counts": None,
}
"""A pair of a result that was brought in counts wholly."""


def changed(told: Any) -> dict[str, float]:
    """Return who moves by how much."""
    return {row["player"]: row["change"] for row in told["players"]}


class TestAnAdmin:
    def test_runs_a_ladder_from_its_opening_to_the_second_season(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin, parameters={"k": 16}, players={"min": 2, "max": 4})
        days = ("2026-11-01,ann,1,bob,2", "2026-11-02,bob,1,cleo,2", "2026-11-03,ann,1,cleo,2")

        imported = ok(bring_in(admin, slug, *days))
        first = imported["lines"][0]["match"]
        dry = ok(admin.post(f"/matches/{first}/annul?dry_run=true", {"reason": "a slip"}))
        wet = ok(admin.post(f"/matches/{first}/annul", {"reason": "a slip"}))
        ok(
            admin.post(
                f"/ladders/{slug}/adjust", {"player": "guest:bob", "points": 5, "reason": "x"}
            )
        )
        ok(
            admin.post(
                f"/ladders/{slug}/merge", {"gone": "guest:cleo", "into": "guest:bob", "reason": "x"}
            )
        )
        ok(admin.post(f"/ladders/{slug}/pause", {"paused": True, "reason": "holidays"}))
        ok(patch(admin, f"/ladders/{slug}", {"changes": {"parameters": {"k": 20}}, "reason": "x"}))
        ok(admin.post(f"/ladders/{slug}/seasons", {"name": "Winter", "reason": "x"}))
        rebuilt = ok(admin.post(f"/ladders/{slug}/rebuild", {}))
        log = ok(Caller().get(f"/ladders/{slug}/log"))["results"]

        assert imported["imported"] == 3
        assert {**dry, "dry_run": False} == wet
        assert changed(dry)["guest:ann"] < 0 < changed(dry)["guest:bob"]
        assert rebuilt["differences"] == 0
        assert [line["type"] for line in log] == [
            "well_revealed",
            "season_closed",
            "ladder_edited",
            "ladder_paused",
            "players_merged",
            "rating_adjusted",
            "match_annulled",
            *["match_rated"] * 3,
            "ladder_opened",
        ]
        assert all(
            line["data"]["reason"] and line["actor"].startswith("account:") for line in log[1:]
        )
        shown = ok(Caller().get(f"/ladders/{slug}"))
        assert (shown["season"], shown["paused"], shown["parameters"]["k"]) == ("Winter", True, 20)
        (season,) = ok(Caller().get(f"/ladders/{slug}/seasons"))["results"]
        archive = ok(Caller().get(f"/ladders/{slug}/seasons/{season['number']}"))["results"]
        assert [row["player"] for row in archive] == ["guest:ann", "guest:bob"]

    def test_repeats_a_command_with_its_key_without_a_second_effect(self) -> None:
        admin, key = new_admin(), new_key()
        slug = open_ladder(admin)
        ok(bring_in(admin, slug, "2026-11-01,ann,1,bob,2"))
        adjust = {"player": "guest:ann", "points": 10, "reason": "a refund"}

        first = admin.post(f"/ladders/{slug}/adjust", adjust, key=key)
        again = admin.post(f"/ladders/{slug}/adjust", adjust, key=key)

        assert first.body == again.body
        assert again.header("Idempotency-Replayed") == "true"
        assert ladders.ratings(Ladder.objects.get(slug=slug))["guest:ann"] == 1_542_000

    def test_who_has_seen_an_older_version_is_told(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)

        answer = admin.post(
            f"/ladders/{slug}/pause", {"paused": True, "reason": "x", "expected_version": 7}
        )

        assert (answer.status, answer.code) == (409, "version_conflict")
        assert answer.body["params"] == {"expected": 7, "current": 1}

    @pytest.mark.parametrize(
        ("settings", "field"),
        [
            ({"parameters": {"k": 0}}, "parameters.k"),
            ({"parameters": {"kk": 1}}, "parameters.kk"),
            ({"system": "chess"}, "system"),
            ({"game": "poker"}, "game"),
            ({"players": {"min": 4, "max": 2}}, "players"),
            ({"game": "stick-em"}, "players"),
            ({"slug": "Not A Slug"}, "slug"),
            ({"points": [1, 5]}, "points"),
            ({"options": {"towers": 9}}, "options.towers"),
            ({"activity_days": -1}, "activity_days"),
        ],
    )
    def test_is_told_which_setting_is_wrong(self, settings: Any, field: str) -> None:
        wanted = {"slug": "wrong", "name": "Wrong", "game": "pickpocket", "clock": 60, **settings}

        answer = new_admin().post("/ladders", wanted)

        assert answer.status == 400
        assert field in [error["field"] for error in answer.body["errors"]]
        assert not Ladder.objects.filter(name="Wrong").exists()

    def test_alone_may_command(self) -> None:
        slug = open_ladder(new_admin())
        player = new_player()

        for path, body in (
            ("/ladders", {"slug": "mine", "name": "Mine", "game": "pickpocket"}),
            (f"/ladders/{slug}/adjust", {"player": "ann", "points": 1, "reason": "x"}),
            (f"/matches/{uuid4()}/annul", {"reason": "x"}),
        ):
            assert player.post(path, body).code == "scope_missing"
            assert Caller().post(path, body).code == "not_authenticated"

    def test_cannot_annul_twice_nor_what_is_not_there(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        told = ok(bring_in(admin, slug, "2026-11-01,ann,1,bob,2"))
        path = f"/matches/{told['lines'][0]['match']}/annul"
        ok(admin.post(path, {"reason": "a slip"}))
        version = Ladder.objects.get(slug=slug).version

        again = admin.post(path, {"reason": "once more"})
        stray = admin.post(f"/matches/{uuid4()}/annul", {"reason": "x"})
        silent = admin.post(path, {"reason": " "})

        assert (again.status, again.code) == (409, "result_locked")
        assert stray.code == "not_found"
        assert silent.status == 400 or silent.code == "result_locked"
        assert Ladder.objects.get(slug=slug).version == version


class TestReaders:
    def test_standings_give_equal_players_one_rank_on_every_page(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        names = ["ann", "bob", "cleo", "dirk", "eva", "finn"]
        pairs = zip(names[::2], names[1::2], strict=True)
        ok(bring_in(admin, slug, *(f"2026-11-01,{one},1,{two},2" for one, two in pairs)))
        rows: list[dict[str, Any]] = []
        path: str | None = f"/ladders/{slug}/standings?limit=2"
        while path is not None:
            page = ok(Caller().get(path))
            rows += page["results"]
            path = page["next"] and "/api" + page["next"].split("/api", 1)[1]

        assert [row["rank"] for row in rows] == [1, 1, 1, 4, 4, 4]
        assert {row["player"] for row in rows[:3]} == {"guest:ann", "guest:cleo", "guest:eva"}
        assert {row["rating"] for row in rows} == {1532.0, 1468.0}

    def test_who_has_not_played_for_long_is_left_out_but_keeps_the_rating(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin, activity_days=90)
        ok(bring_in(admin, slug, "2019-01-01,ann,1,bob,2", "2026-11-20,bob,1,cleo,2"))

        standings = ok(Caller().get(f"/ladders/{slug}/standings"))["results"]
        ann = ok(Caller().get(f"/ladders/{slug}/players/guest:ann"))

        assert [row["player"] for row in standings] == ["guest:bob", "guest:cleo"]
        assert (ann["listed"], ann["rank"], ann["rating"]) == (False, None, 1532.0)

    def test_a_match_is_explained_pair_by_pair(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        text = (
            "played_at,player1,place1,player2,place2,player3,place3\n2026-11-01,ann,1,bob,2,cleo,2"
        )
        body = {"text": text, "guests": True, "reason": "x"}
        match = ok(admin.post(f"/ladders/{slug}/import", body))["lines"][0]["match"]

        told = ok(Caller().get(f"/ladders/{slug}/matches/{match}"))

        ann, bob, _ = told["players"]
        assert ann["pairs"] == [
            {
                "opponent": "guest:bob",
                "expected": 0.5,
                "actual": 1.0,
                "weight": 32.0,
                "change": 16.0,
                **UNCOUNTED,
            },
            {
                "opponent": "guest:cleo",
                "expected": 0.5,
                "actual": 1.0,
                "weight": 32.0,
                "change": 16.0,
                **UNCOUNTED,
            },
        ]
        assert (ann["change"], ann["provisional"], ann["seat_term"]) == (32.0, True, 0.0)
        assert [pair["actual"] for pair in bob["pairs"]] == [0.0, 0.5]
        history = ok(Caller().get(f"/ladders/{slug}/players/guest:ann/history"))["results"]
        assert [row["change"] for row in history] == [32.0]
        seats = ok(Caller().get(f"/ladders/{slug}/seats"))["results"]
        assert [(row["seat"], row["share"]) for row in seats] == [(0, 1.0), (1, 0.25), (2, 0.25)]

    def test_standings_and_histories_come_as_csv_and_json(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        ok(bring_in(admin, slug, "2026-11-01,ann,1,bob,2"))

        csv = Caller().get(f"/ladders/{slug}/export?what=history&format=csv").response
        rows = ok(Caller().get(f"/ladders/{slug}/export?what=standings&format=json"))["results"]

        lines = b"".join(csv.streaming_content).decode().splitlines()
        assert lines[0].startswith("player,match,at,season,seat,place")
        assert [line.split(",")[0] for line in lines[1:]] == ["guest:ann", "guest:bob"]
        assert [row["player"] for row in rows] == ["guest:ann", "guest:bob"]


class TestImports:
    def test_every_wrong_line_is_named_and_nothing_is_imported(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin, players={"min": 2, "max": 2})
        wrong = (
            "2026-11-01,ann,1,bob,2",
            "2026-13-01,ann,1,bob,2",
            "2026-11-01,ann,1,ann,2",
            "2026-11-01,ann,2,bob,3",
            "2026-11-01,ann,x,bob,2",
            "2999-01-01,ann,1,bob,2",
            "2026-11-01,ann,1,bob,2,cleo,3",
            "2026-11-01,,1,bob,2",
        )

        answer = bring_in(admin, slug, *wrong)

        assert (answer.status, answer.code) == (400, "invalid")
        lines = [error["field"] for error in answer.body["errors"]]
        assert lines == [f"line {number}" for number in range(3, 10)]
        assert Ladder.objects.get(slug=slug).version == 1

    def test_unknown_names_are_faults_unless_guests_are_welcome(self) -> None:
        admin, name = new_admin(), new_name()
        new_player(name=name)
        slug = open_ladder(admin)
        line = f"2026-11-01,{name.upper()},1,stranger,2"

        refused = bring_in(admin, slug, line, guests=False)
        ok(bring_in(admin, slug, line))

        assert "unknown name stranger" in refused.body["detail"]
        assert set(ladders.ratings(Ladder.objects.get(slug=slug))) == {name, "guest:stranger"}

    def test_the_same_file_twice_is_refused(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        ok(bring_in(admin, slug, "2026-11-01,ann,1,bob,2", "2026-11-01,ann,1,bob,2"))

        again = bring_in(admin, slug, "2026-11-01,ann,1,bob,2")

        assert "already on the ladder" in again.body["errors"][0]["message"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            ",".join(f"column{number}" for number in range(1000)),
            "played_at,player1\n" + "x," * 1000,
            "played_at,player1,place1\n\x00",
            "{",
        ],
    )
    def test_what_is_no_list_of_results_is_refused(self, text: str) -> None:
        admin = new_admin()
        slug = open_ladder(admin)

        for form in ("csv", "ndjson"):
            body = {"text": text, "format": form, "guests": True, "reason": "x"}
            assert admin.post(f"/ladders/{slug}/import", body).code == "invalid"


class TestSettingsThatSomebodyElseHasChanged:
    def test_are_not_overwritten_by_who_has_not_seen_them(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        path = f"/ladders/{slug}"
        seen = Caller().get(path).header("ETag")
        ok(bring_in(admin, slug, "2026-11-01,ann,1,bob,2"))

        first = changed_to(admin, path, "Ours", seen)
        late = changed_to(admin, path, "Theirs", seen)

        assert first.status == 200, "a rated match is no change of settings"
        assert (late.status, late.code) == (412, "precondition_failed")
        assert late.body["params"]["current"] == ok(Caller().get(path))["version"] == 3
        assert late.header("ETag") == first.header("ETag")
        assert str(Caller().get(path).header("ETag")).startswith(str(late.header("ETag"))[:-1])
        assert ok(Caller().get(path))["name"] == "Ours"
        assert changed_to(admin, path, "Theirs", f'"other", {late.header("ETag")}').status == 200
        assert changed_to(admin, path, "All", "*").status == 200

    def test_a_tag_that_is_none_is_refused(self) -> None:
        admin = new_admin()

        answer = changed_to(admin, f"/ladders/{open_ladder(admin)}", "Ours", "no quotes")

        assert answer.code == "invalid"


def changed_to(admin: Caller, path: str, name: str, tag: str | None) -> Answer:
    """Rename a ladder as somebody who has seen the settings of a tag."""
    assert tag is not None
    body = json.dumps({"changes": {"name": name}, "reason": "a better name"}).encode()
    return admin.send("PATCH", path, body, If_Match=tag)
