"""What plates and the bar say of people: who ran out of time, who gave up, who thinks."""

import re
from random import Random
from typing import Any
from uuid import UUID

import pytest

from matches.services import leaving, pausing
from tests.deals.played import let_bots_play
from tests.matches import tables
from tests.web.seated import Person
from web.matches.players import SHORT_S

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Person:
    return Person()


@pytest.fixture
def bob() -> Person:
    return Person()


def plate(page: str, seat: int) -> str:
    """Return the markup of a seat's plate."""
    found = re.search(rf'<li class="plate[^>]*data-seat="{seat}".*?</li>\s', page, re.DOTALL)
    assert found is not None
    return found[0]


def begun(*people: Person, **wanted: Any) -> UUID:
    """Return a match of Stick 'Em whose seats have a minute for each move."""
    players = [each.player for each in people]
    return tables.begun(players, clock={"per_move": 60}, **wanted)


def test_who_ran_out_of_time_did_not_give_up_and_has_none_left(ann: Person, bob: Person) -> None:
    match = begun(ann, bob, Person(), on_timeout="forfeit")
    for person in (ann, bob):
        seen = tables.page(match, person.player)
        tables.move(match, person.player, seen["legal_moves"][0], seen["version"])
    tables.expire(match)

    late = plate(ann.look(match), 2)

    assert "out of time" in late
    assert "resigned" not in late
    assert "0:00" in late
    assert [seat["timed_out"] for seat in tables.page(match)["seats"]] == [False, False, True]


def test_who_gave_up_is_not_said_to_have_run_out_of_time(ann: Person, bob: Person) -> None:
    match = begun(ann, bob, Person(), Person())
    leaving.resign(match_id=match, player=bob.player, key=tables.new_key(), fingerprint=b"resign")

    gone = plate(ann.look(match), 1)

    assert "resigned" in gone
    assert "out of time" not in gone
    assert 'data-state="left"' in gone


def test_a_paused_match_has_nobody_to_move(ann: Person, bob: Person) -> None:
    people = (ann, bob, Person())
    match = begun(*people)
    for person in people:
        pausing.pause(
            match_id=match,
            player=person.player,
            is_organiser=False,
            reason="",
            key=tables.new_key(),
            fingerprint=b"pause",
        )

    page = ann.look(match)

    assert "The match is paused" in page
    assert 'data-state="now"' not in page
    assert "Waiting for" not in page


def test_a_clock_that_waits_for_the_end_of_a_break_shows_what_it_begins_with(
    ann: Person, bob: Person
) -> None:
    people = (ann, bob)
    match = tables.begun(
        [each.player for each in people], game="second-story", options={}, clock={"per_move": 60}
    )
    rng = Random(1)
    while not {"night_ended", "thief_caught"} & set(tables.types(match)):
        tables.next_move(match, [each.player for each in people], rng)

    assert f'data-deadline data-most="60" data-short="{SHORT_S}"' in ann.look(match)


@pytest.mark.parametrize(
    ("clock", "used_s", "is_seen"),
    [
        ({"per_move": 3600}, 30, False),
        ({"per_move": 15}, 0, True),
        ({"bank": 600, "increment": 0}, 0, False),
        ({"bank": 600, "increment": 0}, 30, True),
    ],
)
def test_a_clock_that_stands_is_seen_only_where_it_tells_something(
    monkeypatch: pytest.MonkeyPatch, clock: dict[str, int], used_s: int, *, is_seen: bool
) -> None:
    players = tables.people(2)
    wanted: dict[str, Any] = {"game": "second-story", "options": {}, "clock": clock}
    match = tables.begun_ago(used_s, monkeypatch, players, **wanted)
    first = tables.page(match)["to_act"][0]
    mover = players[first]
    while tables.page(match)["to_act"] == [first]:
        seen = tables.page(match, mover)
        tables.move(match, mover, seen["legal_moves"][0], seen["version"])

    page = Person().look(match)

    assert ('class="clock"' in plate(page, first)) is is_seen
    assert ('class="clock visually-hidden"' in plate(page, first)) is not is_seen
    assert 'class="clock"' in plate(page, 1 - first)


def test_a_finished_match_has_no_clocks_and_no_empty_place(ann: Person, bob: Person) -> None:
    people = (ann, bob, Person())
    match = begun(*people, options={"rounds": 1})
    tables.play_out(match, [each.player for each in people])

    page = ann.look(match)

    assert "The match is over." in page
    assert 'data-zone="clock"' not in page
    assert 'data-zone="place"' not in page


def test_the_bar_counts_turns_elsewhere_right_with_each_move(ann: Person, bob: Person) -> None:
    here, there = begun(ann, bob, Person()), begun(ann, bob, Person())

    page = ann.look(here)

    assert re.search(r'id="turns" data-count="1"[^>]*>1 turn elsewhere<', page)
    seen = tables.page(there, ann.player)
    tables.move(there, ann.player, seen["legal_moves"][0], seen["version"])
    assert re.search(r'id="turns" data-count="0"[^>]* hidden>', ann.look(here))
    told = ann.client.get(f"/turns?elsewhere={here}").json()
    assert told["count"] == 0
    assert ann.client.get("/turns").json()["count"] == 1


@pytest.mark.more
def test_the_card_that_takes_the_trick_so_far_is_told_by_the_games_own_rule() -> None:
    people = [Person() for _ in range(4)]
    match = begun(*people)
    rng = Random(5)
    seen = 0
    for _ in range(30):
        tables.next_move(match, [each.player for each in people], rng)
        view = tables.page(match)["view"]
        page = people[0].look(match)
        best = re.findall(r'data-seat="(\d)" data-state="best"', page)
        assert len(best) == (1 if any(not _is_zero(each) for each in view["trick"]) else 0)
        if best and len(view["trick"]) > 1:
            off = [each for each in view["trick"] if not each["card"].startswith(view["lead"])]
            among = [each for each in off if not _is_zero(each)] or view["trick"]
            highest = max(_number(each) for each in among)
            assert int(best[0]) in {e["seat"] for e in among if _number(e) == highest}
            seen += 1
    assert seen > 5


def _number(played: dict[str, str]) -> int:
    return int(played["card"].partition("-")[2])


def _is_zero(played: dict[str, str]) -> bool:
    return _number(played) == 0


def test_who_ran_out_of_time_is_told_so_at_the_end_and_has_no_seat_to_take_back(
    ann: Person, bob: Person
) -> None:
    cleo, rng = Person(), Random(1)
    match = begun(ann, bob, cleo, on_timeout="bot", options={"rounds": 1})
    for person in (ann, bob):
        seen = tables.page(match, person.player)
        tables.move(match, person.player, seen["legal_moves"][0], seen["version"])
    tables.expire(match)
    running = cleo.look(match)

    let_bots_play(match)
    while tables.next_move(match, [ann.player, bob.player], rng) is not None:
        let_bots_play(match)
    over = cleo.look(match)

    assert tables.page(match)["status"] == "finished"
    assert "Take my seat back" in running
    assert "Take my seat back" not in over
    assert "ran out of time" in over[over.index("Decided by") : over.index("</table>")]
