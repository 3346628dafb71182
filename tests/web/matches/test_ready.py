"""Who has gone on from the end of a round, as the others read it beside the round's figures."""

import re
from random import Random
from uuid import UUID

import pytest
import redis
from django.test import Client
from redis.backoff import NoBackoff
from redis.retry import Retry

from matches import pubsub, readiness
from matches.services.turns import play_bots
from tests.matches import tables
from tests.web.seated import Person, version_of
from tests.web.visitors import text

pytestmark = pytest.mark.django_db

PART = {"X-Part": "ready"}
WORDS = re.compile(r'class="end-ready" role="status">([^<]*)<')
ENDED = re.compile(r'data-ended="(\d+)"')


@pytest.fixture
def ann() -> Person:
    return Person("Ann")


@pytest.fixture
def bob() -> Person:
    return Person("Bob")


@pytest.fixture
def match(ann: Person, bob: Person) -> UUID:
    """Return a match of two people and a bot after its first round."""
    return after_a_round(ann, bob)


def after_a_round(*people: Person) -> UUID:
    players = [each.player for each in people]
    bots = ["random"] * (3 - len(players))
    match, rng = tables.begun(players, bots, options={"rounds": 2}), Random(3)
    while (page := tables.page(match))["view"]["round"] == 1:
        if tables.next_move(match, players, rng) is None:
            play_bots(match, page["version"])
    return match


def words(page: str) -> str | None:
    """Return who has gone on, as a page says it."""
    found = WORDS.search(page)
    return None if found is None else found[1]


def end(match: UUID, reader: Person) -> int:
    """Return the version of the event whose sheet a reader sees."""
    found = ENDED.search(reader.look(match))
    assert found is not None
    return int(found[1])


def go_on(match: UUID, person: Person, version: int | None = None) -> str | None:
    """Press what closes the sheet; return who has gone on, as the answer says it."""
    at = end(match, person) if version is None else version
    answer = person.client.post(f"/matches/{match}/ready", {"version": at}, headers=PART)
    assert answer.status_code == 200
    return words(text(answer))


def test_who_has_gone_on_is_named_to_those_who_still_read_and_bots_are_ready_at_once(
    ann: Person, bob: Person, match: UUID
) -> None:
    before = words(ann.look(match))
    answered = go_on(match, bob)

    assert before is not None
    assert "Bob" not in before
    assert before.endswith("· 1 of 3")
    assert answered == words(ann.look(match))
    assert answered is not None
    assert "Bob" in answered
    assert answered.endswith("· 2 of 3")


def test_it_is_said_in_the_language_of_each_reader(ann: Person, bob: Person, match: UUID) -> None:
    go_on(match, bob)

    said = [words(ann.look(match, **{"Accept-Language": code})) for code in ("nl", "fr", "de")]

    begins = [str(each).partition(":")[0].strip() for each in said]
    assert begins == ["Klaar", "Prêts", "Bereit"]
    assert all("Bob" in str(each) for each in said)


def test_going_on_twice_counts_once_and_is_no_event(ann: Person, bob: Person, match: UUID) -> None:
    before = version_of(match)
    go_on(match, bob)

    assert str(go_on(match, bob)).endswith("· 2 of 3")
    assert str(go_on(match, ann)).endswith("· 3 of 3")
    assert version_of(match) == before


def test_nobody_is_told_of_bots_alone() -> None:
    ann = Person()
    match = after_a_round(ann)

    assert ENDED.search(ann.look(match))
    assert words(ann.look(match)) is None
    assert not go_on(match, ann)


def test_spectators_and_strangers_read_who_has_gone_on_and_do_not_count(
    ann: Person, bob: Person
) -> None:
    # A bot that ends the round begins the next at once, and with that a spectator's sheet closes.
    match = after_a_round(ann, bob, Person())
    carol, at = Person(), end(match, ann)
    go_on(match, carol, at)
    stranger = Client().post(f"/matches/{match}/ready", {"version": at}, headers=PART)

    assert stranger.status_code == 302
    assert str(words(ann.look(match))).endswith("· 0 of 3")
    go_on(match, bob)
    assert words(carol.look(match)) == words(text(Client().get(f"/matches/{match}")))
    assert str(words(carol.look(match))).endswith("· 1 of 3")


@pytest.mark.more
def test_a_guest_counts_like_everybody(ann: Person) -> None:
    wren = Person()
    match = after_a_round(ann, wren)
    wren.account.is_guest = True
    wren.account.save()

    assert str(go_on(match, wren)).endswith("· 2 of 3")


def test_of_a_private_match_strangers_hear_nothing(ann: Person, bob: Person) -> None:
    players = [ann.player, bob.player]
    match = tables.begun(players, ["random"], visibility="private")
    address = f"/matches/{match}/ready?version=1"

    for client in (Person().client, Client()):
        assert client.get(address, headers=PART).status_code == 404
    assert Person().client.post(address, {"version": 1}, headers=PART).status_code == 404


@pytest.mark.more
def test_only_what_has_just_ended_is_gone_on_from(ann: Person, bob: Person, match: UUID) -> None:
    for version in ("", "x", "-1", "²", "0", "1", "99999999999999999999"):
        answer = bob.client.post(f"/matches/{match}/ready", {"version": version}, headers=PART)
        assert answer.status_code == 200, version

    assert str(words(ann.look(match))).endswith("· 1 of 3")
    assert readiness.seats(match, 1) == set()


def test_who_has_resigned_holds_nobody_up(ann: Person, bob: Person, match: UUID) -> None:
    cleo = Person()
    match = after_a_round(ann, bob, cleo)
    cleo.act(match, "resign")

    # Two are left, so their match goes on.
    assert str(words(ann.look(match))).endswith("· 1 of 3")


def test_without_redis_nobody_is_named_and_everything_else_stands(
    ann: Person, bob: Person, match: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = redis.Redis(port=1, socket_connect_timeout=0.1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(readiness, "_client", lambda: away)

    assert str(go_on(match, bob)).endswith("· 1 of 3")
    assert str(words(ann.look(match))).endswith("· 1 of 3")


@pytest.mark.more
def test_without_the_script_one_comes_back_to_the_table(bob: Person, match: UUID) -> None:
    address = f"/matches/{match}/ready"

    for answer in (bob.client.post(address, {"version": end(match, bob)}), bob.client.get(address)):
        assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match}")


def test_what_is_kept_of_it_is_forgotten_within_minutes(bob: Person, match: UUID) -> None:
    at = end(match, bob)
    go_on(match, bob)
    keys = list(pubsub.client().scan_iter(f"cutpurse:ready:{match}:*"))

    assert keys == [f"cutpurse:ready:{match}:{at}".encode()]
    assert 0 < pubsub.client().ttl(keys[0]) <= readiness.KEPT_S
