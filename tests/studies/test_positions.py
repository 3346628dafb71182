"""A position set by hand opens as a study, and is played on like any other."""

from typing import Any
from uuid import UUID

import pytest

from eventstore import streams
from games import positions, registry
from matches import selectors as matches
from studies.events import KIND
from studies.models import Study
from tests.callers import Answer, Caller, new_key, new_player
from tests.matches import tables
from tests.samples import GAMES, sampled
from tests.studies.authors import SEATS, Author, is_whole

pytestmark = pytest.mark.django_db


def ask(caller: Caller, game: str = "stick-em", **said: Any) -> Answer:
    """Ask for a study of a position."""
    body = {"game": game, "seats": SEATS.get(game, 3), **said}
    return caller.post("/studies", body, key=new_key())


def table_of(caller: Caller, study: str, query: str = "?viewer=all") -> dict[str, Any]:
    return dict(caller.get(f"/studies/{study}/lines/1{query}").body)


HANDS = {"hands": [["red-1", "red-2"], None, None]}


@pytest.mark.parametrize("game", sampled(sorted(SEATS), *GAMES))
def test_every_game_is_played_on_from_a_position_of_which_nothing_is_said(game: str) -> None:
    ann = new_player()
    study = ask(ann, game).body["id"]

    for ply in range(4):
        there = table_of(ann, study, "")
        said = {"ply": ply, "seat": there["to_act"][0], "move": there["legal_moves"][0]}
        made = ann.post(f"/studies/{study}/lines/1/moves", said, key=new_key())
        assert made.status == 201, made.body

    assert is_whole(UUID(study))


def test_what_is_set_lies_there_and_the_rest_follows_from_the_seed() -> None:
    ann = new_player()

    first, again, other = (
        ask(ann, position=HANDS, seed=seed).body for seed in ("kept", "kept", "another")
    )

    assert first["position"] == again["position"] != other["position"]
    assert {"red-1", "red-2"} < set(first["position"]["hands"][0])
    assert (first["match"], first["seed"]) == (None, "kept")
    assert table_of(ann, first["id"])["view"]["hands"] == first["position"]["hands"]


def test_a_seed_is_drawn_and_told_where_none_is_said() -> None:
    ann = new_player()
    first, second = ask(ann).body, ask(ann).body
    again = ask(ann, seed=first["seed"]).body

    assert first["seed"] != second["seed"]
    assert again["position"] == first["position"]


def test_the_whole_position_is_in_the_history_so_that_folding_never_draws() -> None:
    ann = new_player()
    study = UUID(ask(ann, "pickpocket", seed="x").body["id"])

    opened = streams.load(KIND, study)[0]

    assert opened.type == "position_set"
    assert f'"{positions.ANY}"' not in opened.body
    assert is_whole(study)
    Study.objects.filter(pk=study).update(rules="pickpocket@2")
    assert not is_whole(study)


@pytest.mark.parametrize("game", sampled(sorted(SEATS), *GAMES))
def test_a_moment_of_a_match_is_a_position_that_can_be_changed_and_set_up(game: str) -> None:
    ann = Author(game, **({"options": {"rounds": 1}} if game == "stick-em" else {}))
    recording = matches.recorded(ann.match, None)[1]
    at = recording.head.version // 2

    found = ann.caller.get(f"/matches/{ann.match}/position?at={at}").body
    answer = ann.post("/studies", found)
    opened = ann.opened(at=at)

    then = ann.look(query="?viewer=all").body
    now = table_of(ann.caller, answer.body["id"])
    assert answer.body["position"] == found["position"]
    assert now["to_act"] == then["to_act"]
    assert now["view"].get("hands") == then["view"].get("hands")
    assert opened["position"] is None


def test_a_position_under_rules_that_are_asked_for_by_their_id() -> None:
    ann = new_player()

    made = ask(ann, "second-story", rules="second-story@2", position={"street": ["7SK"]}).body

    assert made["rules"] == "second-story@2"
    assert is_whole(UUID(made["id"]))


def test_bots_play_their_seats_from_a_position_on() -> None:
    ann = new_player()

    made = ask(ann, "pickpocket", position={"active": 1}, bots=[1]).body

    (line,) = made["lines"]
    assert {move["seat"] for move in line["moves"]} == {1}
    assert (line["at"], line["parent"]) == (0, None)


def test_another_line_begins_at_the_position_again() -> None:
    ann = new_player()
    study = ask(ann).body["id"]

    made = ann.post(f"/studies/{study}/lines", {"at": 0}, key=new_key()).body

    assert [line["at"] for line in made["lines"]] == [0, 0]
    assert is_whole(UUID(study))


def test_everybody_reads_a_position_that_is_shared_and_nobody_before() -> None:
    ann = new_player()
    study = ask(ann).body["id"]
    alone = Caller().get(f"/studies/{study}").status

    ann.post(f"/studies/{study}/share", {"shared": True}, key=new_key())

    assert (alone, Caller().get(f"/studies/{study}").status) == (404, 200)
    assert ann.get("/me/studies").body["results"][0]["match"] is None


def test_what_cannot_be_is_refused_field_by_field_and_opens_nothing() -> None:
    ann = new_player()
    asked: list[tuple[dict[str, Any], str, list[str]]] = [
        ({"position": {"hands": [["red-1"], ["red-1"], None]}}, "invalid", ["position.hands.1"]),
        ({"position": {"totals": [5, 0, 0], "round": 1}}, "invalid", ["position.totals.0"]),
        ({"position": {"nothing": 1}}, "invalid", ["position.nothing"]),
        ({"position": []}, "invalid", ["position"]),
        ({"seats": 9}, "invalid_options", ["seats"]),
        ({"options": {"rounds": 99}}, "invalid_options", ["rounds"]),
        ({"game": "chess"}, "invalid_options", ["game"]),
        ({"rules": "stick-em@9"}, "invalid_options", ["rules"]),
        ({"game": "chess", "rules": "chess@1"}, "invalid_options", ["game"]),
        ({"seed": ""}, "invalid", ["seed"]),
        ({"bots": [0, 1, 2]}, "invalid", ["bots"]),
    ]

    for said, code, fields in asked:
        answer = ask(ann, **said)
        assert (answer.code, [each["field"] for each in answer.body["errors"]]) == (code, fields)
    assert not Study.objects.exists()


def test_a_running_match_shows_no_position() -> None:
    players = tables.people(2)
    match = tables.begun(players, game="pickpocket")

    answer = new_player().get(f"/matches/{match}/position?at=1")

    assert (answer.status, answer.code) == (409, "match_not_over")


def test_games_say_what_a_position_of_theirs_has() -> None:
    shown = {each["id"]: each for each in Caller().get("/games").body["results"]}

    for rules in registry.current_games():
        game = positions.offered(rules.game)
        assert game is not None
        assert list(shown[rules.game]["position"]["properties"]) == [f.name for f in game.FIELDS]


def test_programs_count_seats_from_zero_in_what_is_wrong_too() -> None:
    """Pages count from one (tests.web.studies.test_position_pages)."""
    ann = new_player()
    crowded = {"phase": "act", "ruin_tokens": [0, 0, 0], "exchange": [0]}

    answers = [
        ask(ann, position={"leader": 3}),
        ask(ann, "sticky-fingers", seats=3, position=crowded),
    ]

    said = [str(answer.body["errors"][0]) for answer in answers]
    assert "must be a seat from 0 to 2" in said[0]
    assert "seat 0 has only" in said[1]
