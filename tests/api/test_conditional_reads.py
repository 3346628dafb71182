"""What a reader has already is not sent again, and whatever has changed is."""

import json
from hashlib import blake2b

import pytest

from tests.callers import Answer, Caller, new_key, new_player
from tests.matches.tables import begun, people
from tests.operations import Operation, operations
from tests.ratings.admins import new_admin, open_ladder
from tests.tournaments.test_api import made, new_organiser

pytestmark = pytest.mark.django_db


def again(caller: Caller, path: str, answer: Answer) -> Answer:
    """Ask again as somebody who has an answer."""
    tag = answer.header("ETag")
    assert tag is not None, answer.body
    return caller.get(path, If_None_Match=tag)


def opened(player: Caller) -> str:
    """Open a match, and return its path."""
    return f"/matches/{player.post('/matches', {'game': 'stick-em', 'seats': 3}).body['id']}"


def test_a_match_is_sent_again_only_when_it_has_changed() -> None:
    player = new_player()
    path = opened(player)
    first = player.get(path)

    same = again(player, path, first)
    assert player.post(f"{path}/seats", {}).status == 201
    changed = again(player, path, first)

    assert (same.status, same.body) == (304, None)
    assert same.header("ETag") == first.header("ETag")
    assert same.header("Cache-Control") == "no-store"
    assert same.header("Content-Type") is None
    assert changed.status == 200
    assert changed.header("ETag") != first.header("ETag")


def test_a_tag_of_what_one_viewer_sees_is_not_that_of_another() -> None:
    ann, bob = new_player(), new_player()
    path = opened(ann)
    for caller in (ann, bob):
        assert caller.post(f"{path}/seats", {}).status == 201
    assert ann.post(f"{path}/seats", {"bot": "random"}).status == 201

    tags = {str(caller.get(path).header("ETag")) for caller in (ann, bob, Caller())}

    assert len(tags) == 3


def test_a_tag_does_not_depend_on_who_asks_where_the_answer_does_not() -> None:
    match = begun(people(3))

    assert Caller().get(f"/matches/{match}").header("ETag") == new_player().get(
        f"/matches/{match}"
    ).header("ETag")


def test_a_tag_is_a_digest_of_the_body_and_of_nothing_else() -> None:
    answer = Caller().get(f"/matches/{begun(people(3))}")

    digest = blake2b(answer.response.content, digest_size=12).hexdigest()
    assert answer.header("ETag") == f'"{digest}"'


def test_tournaments_are_read_on_conditions() -> None:
    organiser = new_organiser()
    cup = made(organiser)
    assert organiser.post(f"{cup}/open", {}).status == 200
    before = {path: Caller().get(path) for path in (cup, f"{cup}/standings", "/tournaments")}

    assert [again(Caller(), path, seen).status for path, seen in before.items()] == [304] * 3
    assert organiser.post(f"{cup}/entrants", {"csv": "name\nann\nbob\n"}).status == 200
    assert again(Caller(), cup, before[cup]).status == 200
    assert again(Caller(), "/tournaments", before["/tournaments"]).status == 200


def test_the_tag_of_a_ladder_serves_both_a_read_and_a_change() -> None:
    admin = new_admin()
    path = f"/ladders/{open_ladder(admin)}"
    seen = Caller().get(path)
    body = json.dumps({"changes": {"name": "Ours"}, "reason": "a better name"}).encode()

    assert again(Caller(), path, seen).status == 304
    changed = admin.send("PATCH", path, body, If_Match=str(seen.header("ETag")))
    assert changed.status == 200
    assert again(Caller(), path, seen).status == 200
    late = admin.send("PATCH", path, body, If_Match=str(seen.header("ETag")))
    assert late.code == "precondition_failed"
    older = admin.send("PATCH", path, body, If_Match=str(changed.header("ETag")))
    assert older.status == 200, "a tag of the settings alone still names them"


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("{}", 304),
        ("W/{}", 304),
        ('"other", {}', 304),
        ("*", 304),
        ('"other"', 200),
        ("no quotes", 200),
        ("", 200),
    ],
)
def test_if_none_match_takes_lists_weak_tags_and_everything(header: str, status: int) -> None:
    tag = Caller().get("/games").header("ETag")

    assert Caller().get("/games", If_None_Match=header.format(tag)).status == status


def test_head_tells_the_same_tag() -> None:
    answer = Caller().send("HEAD", "/games", b"")

    assert answer.header("ETag") == Caller().get("/games").header("ETag")


def test_a_refusal_and_a_write_have_no_tag_to_be_read_by() -> None:
    player = new_player()
    path = opened(player)
    tag = str(player.get(path).header("ETag"))

    assert player.get("/matches/nothing", If_None_Match="*").status == 404
    taken = player.post(f"{path}/seats", {}, key=new_key(), If_None_Match=tag)
    assert taken.status == 201


def tells_json(operation: Operation) -> bool:
    shown = operation.about["responses"].get("200", {})
    return set(shown.get("content", {})) == {"application/json"}


@pytest.mark.parametrize(
    "operation",
    [each for each in operations() if not each.writes and tells_json(each)],
    ids=str,
)
def test_every_read_is_described_with_its_tag(operation: Operation) -> None:
    names = {each["name"] for each in operation.about["parameters"]}

    assert "If-None-Match" in names
    assert "304" in operation.about["responses"]
    assert "ETag" in operation.about["responses"]["200"]["headers"]
