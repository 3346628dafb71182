"""What people do at a table beside moving: sit down, agree on something, play again, leave."""

import json
from html import unescape
from uuid import UUID, uuid4

import pytest

from tests.matches import tables
from tests.web.seated import PART, Person, buttons, version_of
from tests.web.visitors import text
from web.matches import rematches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.fixture
def ann() -> Person:
    return Person()


@pytest.fixture
def bob() -> Person:
    return Person()


@pytest.fixture
def match(ann: Person, bob: Person) -> UUID:
    """Return a match of Stick 'Em in which ann and bob pick their pain cards, beside a bot."""
    return tables.begun([ann.player, bob.player], ["greedy"], options={"rounds": 1})


def test_people_sit_down_add_bots_and_start(ann: Person, bob: Person) -> None:
    match = tables.opened(ann.player, 4, start="manual")

    assert ann.act(match, "sit 2", client_seed="my-own").status_code == 302
    assert bob.act(match, "sit 0").status_code == 302
    assert ann.act(match, "bot 1 random").status_code == 302
    assert bob.act(match, "start").status_code == 403
    assert "Invite with a link" in ann.look(match)
    assert ann.act(match, "fill greedy").status_code == 302
    page = ann.look(match)
    assert "Start match" in page
    assert "Invite with a link" not in page
    assert ann.act(match, "start").status_code == 302

    seen = tables.page(match, ann.player)
    assert (seen["status"], seen["my_seat"]) == ("live", 2)
    assert [seat["bot"] for seat in seen["seats"]] == [None, "random", None, "greedy"]


def test_what_cannot_be_done_in_the_waiting_room_is_refused_in_words(
    ann: Person, bob: Person
) -> None:
    match = tables.opened(ann.player, 3)
    ann.act(match, "sit 0")
    before = version_of(match)

    for act, words in (
        ("sit 0", "That seat is taken"),
        ("sit 9", "seat"),
        ("bot 1 greedy", "Only the account that opened the match may do this."),
        ("dance", "must be sit"),
        ("call-off", "Only the account that opened the match may do this."),
    ):
        answer = bob.act(match, act)
        assert answer.status_code >= 400, act
        assert words in unescape(text(answer)), act
    assert version_of(match) == before


def test_who_gets_up_again_frees_the_seat_and_the_opener_calls_off(
    ann: Person, bob: Person
) -> None:
    match = tables.opened(ann.player, 3)
    bob.act(match, "sit 1")
    bob.act(match, "rise")
    bob.act(match, "sit 1")

    assert tables.page(match, bob.player)["my_seat"] == 1
    ann.act(match, "call-off")
    assert "This match was called off" in bob.look(match)


def test_who_gives_up_is_asked_nothing_more(ann: Person, match: UUID) -> None:
    assert "Resign for good" in ann.look(match)

    ann.act(match, "resign")

    page = ann.look(match)
    assert not buttons(page)
    assert "Leave the match" not in page
    assert f"{ann.account.username} resigned." in page


def test_what_some_wish_is_shown_to_all_until_everybody_does(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.act(match, "vote")
    ann.act(match, "pause")

    assert tables.page(match)["votes"] == {"abort": [0], "pause": [0]}
    pages = [part.look(match, **PART).partition("<aside")[0] for part in (ann, bob)]
    for page in pages:
        assert f"Wants to pause: {ann.account.username}." in page
        assert f"Wants to call the match off: {ann.account.username}." in page
    assert [page.count("Agree") for page in pages] == [0, 2]
    bob.act(match, "pause")
    assert tables.page(match)["votes"] == {"abort": [0]}


def test_a_match_against_bots_is_played_again_at_once_and_only_once(ann: Person) -> None:
    options = {"rounds": 1}
    match = tables.begun(
        [ann.player], ["greedy", "random"], options=options, clock={"per_move": 90}
    )
    running = ann.act(match, "again")
    ann.act(match, "vote")

    assert "Another one?" in ann.look(match)
    answers = [ann.act(match, "again") for _ in range(2)]

    new = UUID(answers[0]["Location"].removeprefix("/matches/"))
    seen = tables.page(new, ann.player)
    assert running.status_code == 403
    assert "Only the players of this match" in text(running)
    assert answers[0]["Location"] == answers[1]["Location"]
    assert (seen["status"], seen["my_seat"], seen["options"]["rounds"]) == ("live", 0, 1)
    assert [seat["bot"] for seat in seen["seats"]] == [None, "greedy", "random"]
    assert seen["clock"] == {"per_move": 90}


def test_another_match_opens_with_the_last_yes_and_everybody_sits_where_they_sat(
    ann: Person, bob: Person, match: UUID
) -> None:
    for person in (ann, bob):
        person.act(match, "vote")

    first = ann.act(match, "again")
    assert first["Location"] == f"/matches/{match}"
    assert rematches.rematch(match, bob.player.account).answers == {0: "yes", 1: "", 2: "bot"}
    following = UUID(bob.act(match, "again")["Location"].removeprefix("/matches/"))

    for seat, person in enumerate((ann, bob)):
        page = tables.page(following, person.player)
        assert (page["status"], page["my_seat"]) == ("live", seat)
        assert page["options"] == tables.page(match)["options"]
        assert rematches.rematch(match, person.player.account).is_seated
    assert ann.act(match, "again")["Location"] == f"/matches/{following}"
    assert Person().act(match, "again").status_code == 403


def test_a_page_that_has_asked_for_another_match_stays_and_can_still_be_led_on(
    ann: Person, bob: Person, match: UUID
) -> None:
    for person in (ann, bob):
        person.act(match, "vote")

    asked, led = (
        person.client.post(f"/matches/{match}/act", {"act": "again"}, headers={"X-Part": "steps"})
        for person in (ann, bob)
    )

    assert asked.status_code == 200
    assert "data-go" not in text(asked)
    assert "has not answered yet" in text(asked)
    assert led["Location"].startswith("/matches/")
    assert led["Location"] != f"/matches/{match}"


def test_who_wants_another_match_need_not_wait_for_those_who_are_gone(
    ann: Person, bob: Person, match: UUID
) -> None:
    for person in (ann, bob):
        person.act(match, "vote")

    following = UUID(bob.act(match, "again-start")["Location"].removeprefix("/matches/"))
    waiting = tables.page(following, bob.player)
    assert (waiting["status"], [seat["seat"] for seat in waiting["seats"]]) == ("open", [1, 2])

    # The one who comes late finds the seat still free.
    late = UUID(ann.act(match, "again")["Location"].removeprefix("/matches/"))
    assert (late, tables.page(late, ann.player)["status"]) == (following, "live")


def test_a_no_holds_nobody_up_and_may_become_a_yes(ann: Person, bob: Person, match: UUID) -> None:
    for person in (ann, bob):
        person.act(match, "vote")

    assert bob.act(match, "again-no")["Location"] == f"/matches/{match}"
    assert rematches.rematch(match, ann.player.account).answers[1] == "no"
    following = UUID(ann.act(match, "again")["Location"].removeprefix("/matches/"))
    assert tables.page(following, ann.player)["status"] == "open"
    assert not rematches.rematch(match, bob.player.account).is_seated

    assert bob.act(match, "again")["Location"] == f"/matches/{following}"
    assert tables.page(following, bob.player)["status"] == "live"


def test_a_match_of_a_ladder_is_not_played_again_at_the_table(ann: Person, bob: Person) -> None:
    people = [ann.player, bob.player]
    match = tables.begun(people, game="second-story", belongs_to={"table": uuid4()})
    ann.act(match, "resign")

    assert "Another one?" not in ann.look(match)
    assert ann.act(match, "again").status_code == 403


def test_a_match_is_called_off_when_everybody_wants_it(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.act(match, "vote")
    assert tables.page(match)["status"] == "live"

    bob.act(match, "vote")

    assert "This match was called off: aborted by all players." in ann.look(match)


def test_at_a_tournaments_table_the_page_sends_to_the_organiser_instead_of_a_vote(
    ann: Person, bob: Person
) -> None:
    people = [ann.player, bob.player]
    match = tables.begun(people, game="second-story", belongs_to={"table": uuid4()})

    page = ann.look(match)
    answer = ann.client.post(
        f"/matches/{match}/act",
        {"act": "vote", "version": version_of(match)},
        headers={"Accept-Language": "nl"},
    )

    assert "Vote to call it off" not in page
    assert "Vote to pause" not in page
    assert answer.status_code == 403
    assert "Vraag het iemand van de organisatie" in text(answer)


def test_a_move_after_the_end_came_too_late(ann: Person, bob: Person, match: UUID) -> None:
    seen = tables.page(match, ann.player)
    ann.act(match, "vote")
    bob.act(match, "vote")

    answer = ann.press(match, json.dumps(seen["legal_moves"][0]), version_of(match))

    assert answer.status_code == 409
    assert "Too late: the match is over." in text(answer)


def test_a_move_after_ones_time_came_too_late_and_the_table_goes_on_without_it(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [ann.player, bob.player]
    clock = {"per_move": 60}
    match = tables.begun_ago(120, monkeypatch, people, game="second-story", clock=clock)
    late = (ann, bob)[tables.page(match)["to_act"][0]]
    seen = tables.page(match, late.player)

    answer = late.press(match, json.dumps(seen["legal_moves"][0]), seen["version"])

    assert answer.status_code == 409
    assert "Too late: you ran out of time" in text(answer)
    assert version_of(match) == seen["version"]
    tables.expire(match)
    page = late.look(match)
    assert f'data-version="{version_of(match)}"' in page
    assert version_of(match) > seen["version"]


def test_a_button_of_the_waiting_room_that_is_pressed_twice_or_in_two_tabs_counts_once(
    ann: Person,
) -> None:
    match = tables.opened(ann.player, 3)
    before = version_of(match)
    said = {"act": "sit 0", "version": before}
    path = f"/matches/{match}/act"

    twice = [ann.client.post(path, said).status_code for _ in range(2)]
    other_tab = ann.client.post(path, {**said, "act": "sit 1"})

    assert twice == [302, 302]
    assert other_tab.status_code == 409
    assert "That seat is taken, or you already have one." in text(other_tab)
    assert version_of(match) == before + 1


@pytest.mark.more
def test_a_match_is_paused_and_goes_on_when_everybody_wants_it(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.act(match, "pause")
    assert buttons(ann.look(match))
    bob.act(match, "pause")

    page = ann.look(match)
    assert "The match is paused; no clocks are running." in page
    assert not buttons(page)

    for person in (ann, bob):
        person.act(match, "resume")
    assert buttons(ann.look(match))
    assert "The match has resumed." in ann.look(match)


def test_a_second_vote_for_the_same_is_told_apart_from_the_first(ann: Person, match: UUID) -> None:
    ann.act(match, "vote")

    assert "You have already voted for that (1 of 2)." in text(ann.act(match, "vote"))
