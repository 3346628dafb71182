"""What has happened at a table, step by step, as its script shows it."""

import re
from collections.abc import Sequence
from random import Random
from uuid import UUID

import pytest
from django.test import Client

from matches.actors import Player
from matches.services import leaving
from tests.matches import tables
from tests.samples import GAMES, sampled
from tests.web.readings import TOKEN
from tests.web.seated import PART, Person, buttons, version_of
from tests.web.visitors import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

STEPS = {"X-Part": "steps"}
STEP = re.compile(
    r'<section data-step data-moment="(\w+)" data-mover="(\d*)" data-about="(\d*)">\s*'
    r"<ul>(.*?)</ul>\s*<template>(.*?)</template></section>",
    re.DOTALL,
)
SAID = re.compile(r"<li>(.*?)</li>", re.DOTALL)
every_game = pytest.mark.parametrize(
    "game", sampled(["stick-em", "sticky-fingers", "second-story", "pickpocket"], *GAMES)
)


class Step:
    """A step as the script finds it."""

    def __init__(self, found: tuple[str, ...]) -> None:
        self.moment, self.mover, self.about, told, self.part = found
        self.told = SAID.findall(told)
        version = re.search(r'data-version="(\d+)"', self.part)
        assert version is not None
        self.version = int(version[1])


def steps(client: Client, match: UUID, since: object) -> list[Step]:
    """Return the steps since a version as a browser gets them."""
    answer = client.get(f"/matches/{match}?since={since}", headers=STEPS)
    return [Step(found) for found in STEP.findall(text(answer))]


def bare(part: str) -> str:
    """Return a part without the tokens of its forms, which differ each time."""
    return TOKEN.sub(b"*", part.encode()).decode()


def began(game: str, people: int = 3) -> tuple[UUID, Person, list[Player]]:
    """Return a match that has begun, its first player and all of them."""
    ann = Person()
    players = [ann.player, *tables.people(people - 1)]
    return tables.begun(players, game=game), ann, players


@every_game
def test_each_step_is_the_table_that_the_page_showed_at_that_version(game: str) -> None:
    match, ann, players = began(game)
    stranger = Client()
    since = version_of(match)
    rng = Random(5)
    shown: dict[int, tuple[str, str]] = {}

    # Few enough for the dice of Second Story never to make more steps than one answer has.
    for _ in range(6):
        assert tables.next_move(match, players, rng) is not None
        shown[version_of(match)] = (
            bare(ann.look(match, **PART)),
            bare(text(stranger.get(f"/matches/{match}", headers=PART))),
        )

    for reader, client in enumerate((ann.client, stranger)):
        found = steps(client, match, since)
        compared = [step for step in found if step.version in shown]
        assert len(compared) == len(shown)
        for step in compared:
            assert bare(step.part) == shown[step.version][reader]


@every_game
def test_every_sentence_of_the_log_is_told_once_and_in_order_by_the_steps(game: str) -> None:
    match, ann, players = began(game)
    since = version_of(match)
    rng = Random(6)
    for _ in range(10):
        tables.next_move(match, players, rng)

    found = steps(ann.client, match, since)
    told = [line for step in found for line in step.told]

    log = re.search(r'<div class="log".*?</div></div>', found[-1].part, re.DOTALL)
    assert log is not None
    lines = re.findall(r"<li[^>]*>(.*?)</li>", log[0], re.DOTALL)
    assert told
    assert told == lines[-len(told) :]


@pytest.mark.more
def test_every_step_of_a_round_to_its_scoring_can_be_shown() -> None:
    match, ann, players = began("stick-em")
    rng = Random(3)

    while len(tables.page(match)["view"]["scores"]) < 1:
        since = version_of(match)
        tables.next_move(match, players, rng)

    assert "The round is scored" in " ".join(
        line for step in steps(ann.client, match, since) for line in step.told
    )


def test_a_whole_trick_is_shown_before_it_is_taken() -> None:
    match, ann, players = began("stick-em")
    rng = Random(7)
    for _ in range(3):
        tables.next_move(match, players, rng)
    since = version_of(match)

    for _ in range(3):
        tables.next_move(match, players, rng)

    found = steps(ann.client, match, since)
    assert [step.moment for step in found] == ["move", "move", "move", "trick"]
    assert [bool(step.mover) for step in found] == [True, True, True, False]
    assert "took the trick" not in found[2].part
    assert "Waiting for nothing" not in found[2].part
    assert "took the trick" in found[3].told[0]


def test_who_missed_more_than_forty_steps_gets_the_newest_table_and_their_number() -> None:
    match, ann, players = began("stick-em")
    since = version_of(match)
    rng = Random(8)
    for _ in range(45):
        tables.next_move(match, players, rng)

    answer = text(ann.client.get(f"/matches/{match}?since={since}", headers=STEPS))

    assert 'data-moves="45"' in answer
    (only,) = [Step(found) for found in STEP.findall(answer)]
    assert bare(only.part) == bare(ann.look(match, **PART))


@pytest.mark.more
@pytest.mark.parametrize("since", ["", "0", "-1", "x", "99999999999", "4000", "\u0663"])
def test_a_version_that_the_match_never_had_is_answered_by_the_newest_table(since: str) -> None:
    match, ann, players = began("stick-em")
    tables.next_move(match, players, Random(1))

    (only,) = steps(ann.client, match, since)

    assert only.told == []
    assert bare(only.part) == bare(ann.look(match, **PART))


def test_where_nothing_has_happened_there_is_the_newest_table_and_nothing_told() -> None:
    match, ann, _players = began("pickpocket")

    (only,) = steps(ann.client, match, version_of(match))

    assert (only.told, only.mover) == ([], "")
    assert bare(only.part) == bare(ann.look(match, **PART))


def test_tables_that_are_hidden_again_are_not_shown_again() -> None:
    ann = Person()
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, options={"history": "memory"})
    since = version_of(match)
    rng = Random(9)
    for _ in range(8):
        tables.next_move(match, players, rng)

    (only,) = steps(ann.client, match, since)

    assert bare(only.part) == bare(ann.look(match, **PART))


def test_a_move_is_answered_by_what_it_has_set_off() -> None:
    match, ann, players = began("stick-em")
    rng = Random(10)
    while ann.player not in (acting := movers(match, players)) or len(acting) > 1:
        tables.next_move(match, players, rng)
    version = version_of(match)

    answer = ann.press(match, buttons(ann.look(match))[0], version, headers=STEPS)

    found = [Step(each) for each in STEP.findall(text(answer))]
    assert found[0].mover == "0"
    assert found[0].version == version + 1
    assert f"{ann.player.username} played" in found[0].told[0]


def movers(match: UUID, players: Sequence[Player]) -> list[Player]:
    """Return who has to decide."""
    return [players[seat] for seat in tables.page(match)["to_act"]]


def test_a_refused_move_is_answered_by_what_happened_meanwhile_and_the_reason_at_its_end() -> None:
    match, ann, players = began("stick-em")
    version = version_of(match)
    move = buttons(ann.look(match))[0]
    tables.move(match, ann.player, tables.page(match, ann.player)["legal_moves"][0], version)
    tables.next_move(match, players, Random(2))

    answer = ann.press(match, move, version, headers=STEPS)

    first, *_rest, last = [Step(each) for each in STEP.findall(answer.content.decode())]
    assert answer.status_code == 409
    assert 'id="problem"' not in first.part
    assert "The match has moved on" in last.part


def test_a_player_who_has_left_sees_earlier_steps_as_they_were_then() -> None:
    match, ann, players = began("stick-em")
    since = version_of(match)
    tables.next_move(match, players, Random(3))
    leaving.resign(match_id=match, player=ann.player, key=tables.new_key(), fingerprint=b"resign")

    found = steps(ann.client, match, since)

    assert 'data-me="0"' in found[0].part
    assert 'data-me=""' in found[-1].part


def test_a_private_match_has_no_steps_for_others() -> None:
    ann = Person()
    match = tables.begun([ann.player, *tables.people(2)], visibility="private")

    assert Person().client.get(f"/matches/{match}?since=1", headers=STEPS).status_code == 404
    assert Client().get(f"/matches/{match}?since=1", headers=STEPS).status_code == 404
