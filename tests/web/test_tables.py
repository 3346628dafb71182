"""A match in the browser: what its page shows to whom, and what becomes of every form."""

import json
import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import buckets, limits
from eventstore import streams
from matches.actors import Player
from matches.state import KIND
from tests.matches import tables
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'name="move" value="([^"]*)"')
PART = {"X-Part": "table"}


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> Iterator[None]:
    """Let the tests ask as often as they like."""
    settings.LIMITS = dict.fromkeys(buckets.DEFAULTS, "100000/second burst 100000")
    limits.reset()
    yield
    limits.reset()


class Person:
    """Someone with a browser and an account."""

    def __init__(self, name: str = "") -> None:
        self.client, self.account = member(name)
        self.player = Player(self.account.pk, self.account.username)

    def look(self, match: UUID, **headers: str) -> str:
        """Return the page of a match."""
        return text(self.client.get(f"/matches/{match}", headers=headers))

    def press(self, match: UUID, move: str, version: int, **about: Any) -> Any:
        """Press a move's button on a page that showed a version."""
        said = {"move": move, "version": version}
        return self.client.post(f"/matches/{match}/move", said, **about)

    def act(self, match: UUID, act: str, **about: Any) -> Any:
        """Press a button that is no move."""
        version = tables.page(match, self.player)["version"]
        return self.client.post(f"/matches/{match}/act", {"act": act, "version": version, **about})


def buttons(page: str) -> list[str]:
    """Return the moves that a page offers, each once, in their order."""
    return list(dict.fromkeys(unescape(value) for value in BUTTON.findall(page)))


def version_of(match: UUID) -> int:
    """Return the version that a match is at."""
    return len(streams.load(KIND, match))


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


def press_buttons(match: UUID, people: list[Person], moves_max: int) -> int:
    """Let whoever has to act press a button of its own page, so often; return how often it was."""
    rng = Random(11)
    for pressed in range(moves_max):
        seen = tables.page(match)
        if seen["status"] != "live":
            return pressed
        person = people[seen["to_act"][0]]
        offered = buttons(person.look(match, **PART))
        legal = tables.page(match, person.player)["legal_moves"]
        assert sorted(offered) == sorted(json.dumps(move, separators=(",", ":")) for move in legal)
        answer = person.press(match, rng.choice(offered), seen["version"])
        assert answer.status_code == 302
    return moves_max


def test_people_play_a_whole_match_by_the_buttons_of_their_pages(ann: Person, bob: Person) -> None:
    people = [ann, bob, Person()]
    match = tables.begun([each.player for each in people], options={"rounds": 1})

    assert press_buttons(match, people, 100) == 3 + 14 * 3

    page = ann.look(match)
    assert "The match is over." in page
    assert "Replay" in page
    assert not buttons(page)


@pytest.mark.parametrize("game", ["sticky-fingers", "second-story", "pickpocket"])
def test_every_game_is_played_by_the_buttons_of_its_page(
    game: str, ann: Person, bob: Person
) -> None:
    match = tables.begun([ann.player, bob.player], game=game)

    assert press_buttons(match, [ann, bob], 25) == 25


def test_the_page_offers_exactly_the_legal_moves_to_whoever_has_to_decide(
    ann: Person, bob: Person, match: UUID
) -> None:
    legal = tables.page(match, ann.player)["legal_moves"]

    page = ann.look(match)

    assert [json.loads(move) for move in buttons(page)] == legal
    assert "Your turn." in page
    assert not buttons(text(Client().get(f"/matches/{match}")))
    assert "data-live" in page
    ann.press(match, json.dumps(legal[0]), tables.page(match)["version"])
    assert not buttons(ann.look(match))
    assert f"Waiting for {bob.account.username}" in ann.look(match)


def test_a_page_holds_no_script_style_or_handler_of_its_own(ann: Person, match: UUID) -> None:
    for path in (f"/matches/{match}", f"/matches/{match}/replay"):
        answer = ann.client.get(path)
        page = text(answer)
        assert " style=" not in page
        assert not re.search(r"<script(?! type=\"module\" src=)", page)
        assert not re.search(r"\son[a-z]+=", page)
        assert answer["Cache-Control"] == "no-store"
        assert "unsafe" not in answer["Content-Security-Policy"]


def test_a_double_click_moves_once(ann: Person, match: UUID) -> None:
    seen = tables.page(match, ann.player)
    move = json.dumps(seen["legal_moves"][0])

    first = ann.press(match, move, seen["version"])
    after = version_of(match)
    second = ann.press(match, move, seen["version"])

    assert first.status_code == second.status_code == 302
    assert version_of(match) == after


def test_a_move_from_a_second_window_is_refused_with_the_table_as_it_is_now(
    ann: Person, match: UUID
) -> None:
    seen = tables.page(match, ann.player)
    one, other = (json.dumps(move) for move in seen["legal_moves"][:2])
    ann.press(match, one, seen["version"])
    after = version_of(match)

    answer = ann.press(match, other, seen["version"])

    assert answer.status_code == 409
    assert "The table has moved on since you looked" in unescape(text(answer))
    assert f'data-version="{after}"' in text(answer)
    assert version_of(match) == after


def test_the_script_gets_the_changing_part_alone_also_of_a_refusal(
    ann: Person, match: UUID
) -> None:
    version = tables.page(match)["version"]

    for answer in (
        ann.client.get(f"/matches/{match}", headers=PART),
        ann.press(match, '{"type":"play_card","card":"red-99"}', version, headers=PART),
        ann.press(match, "no move", version, headers=PART),
    ):
        page = text(answer)
        assert page.startswith('<div id="match"')
        assert "<html" not in page
        assert "X-Part" in answer["Vary"]


@pytest.mark.parametrize(
    ("move", "version", "status", "words"),
    [
        ('{"type":"choose_pain","card":"red-99"}', "now", 422, "The rules do not allow that"),
        ('{"type":"resign"}', "now", 422, "The rules do not allow that"),
        ("[]", "now", 400, "That was no move."),
        ("{\x00", "now", 400, "That was no move."),
        ("", "now", 400, "That was no move."),
        ('{"type":"choose_pain","card":"red-1"}', "", 400, "version"),
        ('{"type":"choose_pain","card":"red-1"}', "9999999999999", 400, "version"),
        ('{"type":"choose_pain","card":"red-1"}', "1", 409, "The table has moved on"),
    ],
)
def test_what_is_no_legal_move_is_refused_in_words_and_changes_nothing(  # noqa: PLR0913, PLR0917
    ann: Person, match: UUID, move: str, version: str, status: int, words: str
) -> None:
    before = version_of(match)
    sent = before if version == "now" else version

    answer = ann.client.post(f"/matches/{match}/move", {"move": move, "version": sent})

    assert answer.status_code == status
    assert words in unescape(text(answer))
    assert 'role="alert"' in text(answer)
    assert version_of(match) == before


def test_whoever_has_no_seat_looks_on_and_moves_nothing(match: UUID) -> None:
    guest = Person()
    before = version_of(match)

    answer = guest.press(match, '{"type":"choose_pain","card":"red-1"}', before)

    assert answer.status_code == 403
    assert "You play no seat at this match; you may look on." in text(answer)
    assert version_of(match) == before


def test_a_stranger_is_asked_to_sign_in_and_comes_back_to_the_table(match: UUID) -> None:
    answer = Client().post(f"/matches/{match}/move", {"move": "{}", "version": 1})

    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in?next=")
    # Signed in, the browser asks for the address that the form had.
    assert Person().client.get(f"/matches/{match}/move")["Location"] == f"/matches/{match}"


def test_a_form_without_the_sites_own_token_changes_nothing(ann: Person, match: UUID) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ann.client.cookies
    seen = tables.page(match, ann.player)

    answer = strict.post(
        f"/matches/{match}/move",
        {"move": json.dumps(seen["legal_moves"][0]), "version": seen["version"]},
    )

    assert answer.status_code == 403
    assert version_of(match) == seen["version"]


def test_a_private_match_is_not_there_for_others_but_open_to_the_invited(
    ann: Person, bob: Person
) -> None:
    match = tables.opened(ann.player, visibility="private")
    nowhere = uuid4()

    for path in ("", "/replay", "/proof", "/log"):
        answer = bob.client.get(f"/matches/{match}{path}")
        other = bob.client.get(f"/matches/{nowhere}{path}")
        assert answer.status_code == other.status_code == 404
    invitation = bob.client.get(f"/matches/{match}/invitation")
    assert settled(invitation, match) == settled(
        bob.client.get(f"/matches/{nowhere}/invitation"), nowhere
    )

    assert bob.client.post(f"/matches/{nowhere}/invitation").status_code == 404
    assert bob.client.post(f"/matches/{match}/invitation").status_code == 302
    assert bob.account.username in bob.look(match)


def settled(answer: Any, match: UUID) -> str:
    """Return a page without the form's token and the match's id, which tell nothing."""
    page = re.sub(r'(csrfmiddlewaretoken" value=")[^"]*', r"\1", text(answer))
    return re.sub(r"(<code>)[0-9a-f]+(</code>)", "", page).replace(str(match), "*")


def test_names_are_text_whatever_they_are(ann: Person) -> None:
    # No account may have such a name; the log shows all the same what somebody was called.
    wicked = Person()
    match = tables.opened(ann.player)
    tables.seat(match, Player(wicked.account.pk, "<script>x</script>"))
    wicked.act(match, "rise")

    for page in (ann.look(match), text(ann.client.get(f"/matches/{match}/replay?at=2"))):
        assert "<script>x" not in page
        assert "&lt;script&gt;x&lt;/script&gt; sat down." in page


def test_people_sit_down_add_bots_and_start(ann: Person, bob: Person) -> None:
    match = tables.opened(ann.player, 4, start="manual")

    assert ann.act(match, "sit 2", client_seed="my-own").status_code == 302
    assert bob.act(match, "sit 0").status_code == 302
    assert ann.act(match, "bot 1 random").status_code == 302
    assert bob.act(match, "start").status_code == 403
    assert ann.act(match, "fill greedy").status_code == 302
    page = ann.look(match)
    assert "Start the match" in page
    assert f"/matches/{match}/invitation" in page
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
    assert "Give up for good" in ann.look(match)

    ann.act(match, "resign")

    page = ann.look(match)
    assert not buttons(page)
    assert "Leave the match" not in page
    assert f"{ann.account.username} gave up." in page


def test_what_some_wish_is_shown_to_all_until_everybody_does(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.act(match, "vote")
    ann.act(match, "pause")

    assert tables.page(match)["votes"] == {"abort": [0], "pause": [0]}
    pages = [part.look(match, **PART).partition("<aside")[0] for part in (ann, bob)]
    for page in pages:
        assert f"{ann.account.username}: let us make a pause." in page
        assert f"{ann.account.username}: let us call this match off." in page
    assert [page.count("I want it too") for page in pages] == [0, 2]
    bob.act(match, "pause")
    assert tables.page(match)["votes"] == {"abort": [0]}


def test_a_match_against_bots_is_played_again_at_once_and_only_once(ann: Person) -> None:
    options = {"rounds": 1}
    match = tables.begun(
        [ann.player], ["greedy", "random"], options=options, clock={"per_move": 90}
    )
    running = ann.act(match, "again")
    ann.act(match, "vote")

    assert "Play again" in ann.look(match)
    answers = [ann.act(match, "again") for _ in range(2)]

    new = UUID(answers[0]["Location"].removeprefix("/matches/"))
    seen = tables.page(new, ann.player)
    assert running.status_code == 403
    assert "Only who sat here" in text(running)
    assert answers[0]["Location"] == answers[1]["Location"]
    assert (seen["status"], seen["my_seat"], seen["options"]["rounds"]) == ("live", 0, 1)
    assert [seat["bot"] for seat in seen["seats"]] == [None, "greedy", "random"]
    assert seen["clock"] == {"per_move": 90}


def test_people_who_ask_to_play_again_meet_at_one_match(
    ann: Person, bob: Person, match: UUID
) -> None:
    for person in (ann, bob):
        person.act(match, "vote")

    first = ann.act(match, "again")["Location"]
    waiting = tables.page(UUID(first.removeprefix("/matches/")), ann.player)
    second = bob.act(match, "again")["Location"]

    after = tables.page(UUID(second.removeprefix("/matches/")), bob.player)
    assert first == second
    assert (waiting["status"], after["status"], after["my_seat"]) == ("open", "live", 1)
    assert Person().act(match, "again").status_code == 403


def test_a_match_of_a_ladder_is_not_played_again_at_the_table(ann: Person, bob: Person) -> None:
    people = [ann.player, bob.player]
    match = tables.begun(people, game="second-story", belongs_to={"table": uuid4()})
    ann.act(match, "resign")

    assert "Play again" not in ann.look(match)
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

    assert "I want it called off" not in page
    assert "I want a pause" not in page
    assert answer.status_code == 403
    assert "Roep iemand van de organisatie" in text(answer)


def test_a_move_after_the_end_came_too_late(ann: Person, bob: Person, match: UUID) -> None:
    seen = tables.page(match, ann.player)
    ann.act(match, "vote")
    bob.act(match, "vote")

    answer = ann.press(match, json.dumps(seen["legal_moves"][0]), version_of(match))

    assert answer.status_code == 409
    assert "That came too late: the match is over." in text(answer)


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
    assert "That came too late: your time had run out" in text(answer)
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


def test_a_match_is_paused_and_goes_on_when_everybody_wants_it(
    ann: Person, bob: Person, match: UUID
) -> None:
    ann.act(match, "pause")
    assert buttons(ann.look(match))
    bob.act(match, "pause")

    page = ann.look(match)
    assert "The match is paused; no clock runs." in page
    assert not buttons(page)

    for person in (ann, bob):
        person.act(match, "resume")
    assert buttons(ann.look(match))
    assert "The match goes on." in ann.look(match)


def test_a_second_vote_for_the_same_is_told_apart_from_the_first(ann: Person, match: UUID) -> None:
    ann.act(match, "vote")

    assert "You have voted for that already (1 of 2)." in text(ann.act(match, "vote"))
