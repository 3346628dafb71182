"""A match in the browser: what its page shows to whom, and what becomes of every form."""

import json
import re
from html import unescape
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from matches.services import leaving
from tests.matches import tables
from tests.samples import sampled
from tests.web.seated import PART, Person, buttons, version_of
from tests.web.visitors import text

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


@pytest.mark.more
def test_people_play_a_whole_match_by_the_buttons_of_their_pages(ann: Person, bob: Person) -> None:
    people = [ann, bob, Person()]
    match = tables.begun([each.player for each in people], options={"rounds": 1})

    assert press_buttons(match, people, 100) == 3 + 14 * 3

    page = ann.look(match)
    assert "The match is over." in page
    assert "Replay" in page
    assert not buttons(page)


@pytest.mark.parametrize(
    "game", sampled(["sticky-fingers", "second-story", "pickpocket"], "pickpocket")
)
def test_every_game_is_played_by_the_buttons_of_its_page(
    game: str, ann: Person, bob: Person
) -> None:
    match = tables.begun([ann.player, bob.player], game=game)

    assert press_buttons(match, [ann, bob], 25) == 25


@pytest.mark.more
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
    assert "The match has moved on" in unescape(text(answer))
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
        ("[]", "now", 400, "That is not a valid move."),
        ("{\x00", "now", 400, "That is not a valid move."),
        ("", "now", 400, "That is not a valid move."),
        ('{"type":"choose_pain","card":"red-1"}', "", 400, "version"),
        ('{"type":"choose_pain","card":"red-1"}', "9999999999999", 400, "version"),
        ('{"type":"choose_pain","card":"red-1"}', "1", 409, "The match has moved on"),
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
    assert "You are not playing in this match, but you can watch." in text(answer)
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


def test_what_somebody_has_written_is_shown_as_text(ann: Person, match: UUID) -> None:
    about = {"actor": f"account:{uuid4()}", "key": tables.new_key()}
    leaving.void(match_id=match, reason="<script>x</script>", **about)

    for page in (ann.look(match), text(ann.client.get(f"/matches/{match}/replay?at=999"))):
        assert "<script>x" not in page
        assert "The match was called off: &lt;script&gt;x&lt;/script&gt;." in page
