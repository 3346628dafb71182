"""Nobody fills the lobby alone: a cap on matches that wait, and on how many of them are shown."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django import Settings

from api.problems import Problem
from matches import lobby
from matches.actors import Player
from matches.house import house
from matches.models import Match
from tests.callers import Answer, Caller, new_key, new_player
from tests.matches import tables
from tests.web.visitors import member, text

WANTED = {"game": "stick-em", "seats": 3}


def opened(caller: Caller, key: str = "") -> Answer:
    return caller.post("/matches", WANTED, key=key or new_key())


@pytest.mark.django_db
def test_an_account_has_only_so_many_matches_that_wait(settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 3
    robin, key = new_player(), new_key()
    first = opened(robin, key).body["id"]
    assert [opened(robin).status for _ in range(2)] == [201, 201]

    refused = opened(robin)

    assert (refused.status, refused.code) == (409, "too_many_open_matches")
    assert refused.body["params"] == {"limit": 3, "seconds": 60}
    assert refused.header("Retry-After") == "60"
    assert opened(robin, key).body["id"] == first, "what was opened is answered again"
    assert opened(new_player()).status == 201
    assert robin.post(f"/matches/{first}/abort-vote", {}).status == 200
    assert opened(robin).status == 201


@pytest.mark.django_db
def test_matches_that_run_and_those_of_tournaments_do_not_count(settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 1
    (ann,) = tables.people(1)
    for _ in range(3):
        tables.begun([ann], ["greedy", "random"])

    tables.opened(ann)

    with pytest.raises(Problem, match="which is the limit"):
        tables.opened(ann)


@pytest.mark.django_db
def test_the_installation_has_no_limit_and_whoever_has_its_name_does(settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 0
    installation = house()

    assert Match.objects.filter(id=tables.opened(installation)).exists()
    with pytest.raises(Problem, match="which is the limit"):
        tables.opened(Player(installation.account, installation.username))


def test_of_many_at_once_none_slips_through(committed_db: None, settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 2
    (ann,) = tables.people(1)
    start = threading.Barrier(6)

    def run(_: int) -> bool:
        start.wait()
        try:
            tables.opened(ann)
        except Problem:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(run, range(6)))

    assert made.count(True) == 2
    assert Match.objects.filter(opened_by=ann.account).count() == 2


@pytest.mark.django_db
def test_the_lobby_shows_the_latest_few_of_one_opener(settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 100
    ann, bob = tables.people(2)
    old = tables.opened(bob)
    many = [tables.opened(ann) for _ in range(12)]

    shown = list(lobby.joinable(None).values_list("id", flat=True))

    assert shown == [*reversed(many[-lobby.OF_ONE_MAX :]), old]
    assert list(lobby.joinable(ann.account).values_list("id", flat=True)) == [old]


@pytest.mark.django_db
def test_a_page_says_it_in_the_readers_language(settings: Settings) -> None:
    settings.OPEN_MATCHES_PER_ACCOUNT = 0
    browser, _ = member()
    form = {"seats": 2, "opponents": "people", "visibility": "public", "start": "full"}

    answer = browser.post("/games/stick-em/new", {**form, "seats": 3, "on_timeout": "auto"})

    assert answer.status_code == 409
    assert answer["Retry-After"] == "60"
    assert "Enough open seats" in text(answer)
