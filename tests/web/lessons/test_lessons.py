"""Lessons: every step can be done as it is told, in every language, and leads to the next."""

import json

import pytest
from django.conf import settings
from django.test import Client

from games import registry as games
from web.lessons import registry
from web.lessons.play import moment

GAMES = [rules.game for rules in games.current_games() if registry.has_lesson(rules.game)]
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("game", GAMES)
def test_every_step_says_something_in_every_language_and_what_else_was_tried(game: str) -> None:
    steps = registry.course(game).steps
    for language in LANGUAGES:
        words = registry.words(game, language)

        assert len(words) == len(steps), language
        assert all(each.says for each in words)
        assert [bool(each.instead) for each in words] == [step.move is not None for step in steps]


def test_a_lesson_that_nobody_has_translated_is_in_english() -> None:
    assert registry.words("stick-em", "eo") == registry.words("stick-em", "en")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_for_is_legal_and_never_the_only_choice(game: str) -> None:
    course = registry.course(game)
    for number, step in enumerate(course.steps):
        now = moment(course, number)
        if step.move is not None:
            assert step.move in now.legal_moves
            assert len(now.legal_moves) > 1, f"step {number + 1} leaves nothing to learn"


@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_the_same_for_everybody_every_time(game: str) -> None:
    course = registry.course(game)
    last = len(course.steps) - 1

    assert moment(course, last) == moment(course, last)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_taught_move_leads_on_and_another_is_answered_where_one_stands(game: str) -> None:
    course, client = registry.course(game), Client()
    for number, step in enumerate(course.steps, start=1):
        address = f"/games/{game}/lesson/{number}"
        if step.move is None:
            assert client.get(address).status_code == 200
            continue
        other = next(m for m in moment(course, number - 1).legal_moves if m != step.move)

        astray = client.post(address, {"move": json.dumps(other)})
        onward = client.post(address, {"move": json.dumps(step.move)})

        assert astray.status_code == 200
        assert registry.words(game, "en")[number - 1].instead in astray.content.decode()
        assert onward.status_code == 302
        assert onward.headers["Location"] == f"/games/{game}/lesson/{number + 1}"


@pytest.mark.django_db
@pytest.mark.parametrize("move", ["", "{", "null", "[1]", '{"type": "choose_pain"}'])
def test_what_is_no_move_changes_nothing(move: str) -> None:
    answer = Client().post("/games/stick-em/lesson/2", {"move": move})

    assert answer.status_code == 200
    assert "the red 2 is safer" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/games/chess/lesson", "/games/stick-em/lesson/0", "/games/stick-em/lesson/99"],
)
def test_what_is_no_step_is_not_found(address: str) -> None:
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_the_last_step_offers_a_match_against_gentle_bots() -> None:
    last = len(registry.course("stick-em").steps)

    page = Client().get(f"/games/stick-em/lesson/{last}").content.decode()

    assert "Play against bots" in page
    assert 'name="bot" value="gentle"' in page
