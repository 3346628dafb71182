"""Accounts of programs: the badge, the way there, and matches that want them or not."""

import pytest

from matches.actors import Player
from matches.services import programs
from tests.callers import Caller, new_name, new_player
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

CONTACT = "tuck@example.org"


def program() -> Player:
    """Return a new account that is a bot's."""
    (player,) = tables.people(1)
    programs.become_bot(account_id=player.account, contact=CONTACT)
    return player


def opened_by_api(caller: Caller, **wanted: object) -> str:
    body = caller.post("/matches", {"game": "stick-em", "seats": 3, **wanted}).body
    return str(body["id"])


def test_a_new_account_becomes_a_bot_and_wears_the_badge_wherever_it_is_shown() -> None:
    name = new_name()
    robot, person = new_player("bot", name=name), new_player("play")
    assert robot.post("/me/bot", {"contact": CONTACT}).body["is_bot"] is True
    match = opened_by_api(person)
    robot.post(f"/matches/{match}/seats", {})
    person.post(f"/matches/{match}/seats", {})
    person.post(f"/matches/{match}/seats", {"bot": "greedy"})

    seats = Caller().get(f"/matches/{match}").body["seats"]
    (listed,) = Caller().get(f"/matches?player={name}").body["results"]

    assert [seat["is_bot"] for seat in seats] == [True, False, True]
    assert [seat["bot"] for seat in seats] == [None, None, "greedy"]
    assert listed["bots"] == [name, "greedy"]
    assert robot.get("/me").body["is_bot"] is True


def test_who_has_sat_down_once_stays_a_person() -> None:
    person = new_player("play", "account")
    match = opened_by_api(person)
    person.post(f"/matches/{match}/seats", {})

    answer = person.post("/me/bot", {"contact": CONTACT})

    assert (answer.status, answer.code) == (403, "permission_denied")
    assert person.get("/me").body["is_bot"] is False


def test_a_bot_may_say_anew_how_its_owner_is_reached_although_it_has_played() -> None:
    player = program()
    tables.seat(tables.opened(player), player)

    changed = programs.become_bot(account_id=player.account, contact="new@example.org")

    assert changed.bot_contact == "new@example.org"


def test_a_match_for_people_refuses_programs_and_built_in_bots() -> None:
    (person,) = tables.people(1)
    match_id = tables.opened(person, bots="none")
    tables.seat(match_id, person)

    with refused("bots_not_allowed"):
        tables.seat(match_id, program())
    with refused("bots_not_allowed"):
        tables.seat_bot(match_id, person)

    assert len(tables.page(match_id)["seats"]) == 1


def test_a_match_for_bots_refuses_people() -> None:
    (person,) = tables.people(1)
    match_id = tables.opened(person, bots="only")
    tables.seat(match_id, program())
    tables.seat_bot(match_id, person)

    with refused("entry_not_eligible"):
        tables.seat(match_id, person)

    assert tables.page(match_id)["bots"] == "only"


def test_a_match_is_for_bots_or_for_none_or_it_does_not_matter() -> None:
    (person,) = tables.people(1)

    with refused("invalid_options"):
        tables.opened(person, bots="some")

    assert tables.page(tables.opened(person))["bots"] == "allowed"
