"""Draws with the chance of entrants over the API: what programs send, and clients by themselves."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from accounts.models import Account
from accounts.services import issue_token
from cutpurse.client import Client, CutpurseError
from games import fair_draws
from tests.callers import Answer, Caller
from tests.tournaments.cups import THREES, checked
from tests.tournaments.draw_sharers import begun, promise
from tests.tournaments.events import REPORTED, Event, somebody
from tournaments import rolls
from tournaments.services import rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

PATIENCE_S = 60


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < PATIENCE_S
        time.sleep(0.05)


def token_of(who: Principal, *scopes: str) -> str:
    assert who.account is not None
    account = Account.objects.get(pk=who.account)
    return issue_token(account=account, name="test", scopes=scopes).secret


def caller(who: Principal, *scopes: str) -> Caller:
    return Caller(token_of(who, *(scopes or ("play",))))


def put(who: Caller, event: Event, what: str, draw: int = 2, **body: object) -> Answer:
    sent = json.dumps({"attempt": 1, **body}).encode()
    return who.send("PUT", f"/tournaments/{event.slug}/draws/{draw}/{what}", sent)


@pytest.mark.django_db
def test_the_answer_to_a_command_that_draws_says_what_is_waited_for() -> None:
    event, people = begun()
    promise(people[:2])
    olga = caller(event.organiser, "organise")
    answer = olga.post(f"/tournaments/{event.slug}/rounds", {})

    assert answer.status == 200
    assert answer.body["rounds"] == []
    waiting = answer.body["drawing"]
    assert (waiting["draw"], waiting["kind"], waiting["round"]) == (2, "pairing", 1)
    assert waiting["expected"] == [1, 2]
    refused = olga.post(f"/tournaments/{event.slug}/rounds", {})
    assert (refused.status, refused.code) == (409, "draw_running")
    assert refused.body["params"] == {"draw": 2, "until": waiting["until"], "count": 2}
    for each in people[:2]:
        each.show()
    assert "drawing" not in olga.get(f"/tournaments/{event.slug}").body


@pytest.mark.django_db
def test_promises_and_shares_are_sent_twice_and_come_to_the_same() -> None:
    event, people = begun()
    ann = people[0]
    share = ann.share(2, 1)
    promised = fair_draws.promise(ann.ask.deal, 1, ann.number, share).hex()
    sent = [put(caller(ann.who), event, "promise", promise=promised) for _ in range(2)]
    assert [each.status for each in sent] == [200, 200]
    people[1].promise()
    event.do(rounds.pair)
    assert put(caller(ann.who), event, "promise", promise=promised).status == 200
    shown = [put(caller(ann.who), event, "share", share=share.hex()) for _ in range(2)]

    assert [each.status for each in shown] == [200, 200]
    assert shown[0].body == shown[1].body
    assert shown[0].body["expected"] == [people[1].number]
    assert shown[0].body["seal"].startswith("cutpurse-seal/2\n")
    people[1].show()
    late = put(caller(ann.who), event, "share", share=share.hex())
    assert (late.status, late.code) == (409, "not_on_roll")


@pytest.mark.django_db
def test_what_is_short_or_another_s_is_refused_and_changes_nothing() -> None:
    event, people = begun()
    promise(people[:1])
    event.do(rounds.pair)
    ann, bob = (caller(each.who) for each in people[:2])
    before = event.state.version

    assert put(ann, event, "share", share="00" * 31).code == "invalid"
    assert put(ann, event, "share", share="00" * 32).code == "share_mismatch"
    assert put(ann, event, "share", attempt=2, share="00" * 32).code == "invalid"
    assert put(bob, event, "share", share="00" * 32).code == "not_on_roll"
    assert put(Caller(), event, "share", share="00" * 32).code == "not_authenticated"
    assert event.state.version == before


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.usefixtures("committed_db")
def test_clients_that_follow_add_their_chance_to_a_whole_tournament(site: str) -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 2}}])
    people = [somebody() for _ in range(6)]
    clients = [Client(token_of(each, "play", "read"), address=site) for each in people]
    event.step("open")
    event.enter(*(Newcomer(each.name, each.account) for each in people))

    def follow(client: Client) -> None:
        with suppress(CutpurseError):
            for _ in client.follow():
                pass

    for client in clients:
        threading.Thread(target=follow, args=(client,), daemon=True).start()

    def promised() -> bool:
        asks = rolls.asks_of([each.account for each in people if each.account])
        return len(asks) == len(people) and all(each.promised for each in asks)

    until(promised)
    event.start()
    until(lambda: bool(event.state.stages))
    for number in (1, 2):
        until(promised)
        event.do(rounds.pair)
        until(lambda: len(event.state.rounds) == number)  # noqa: B023 - Asked at once.
        event.do(rounds.publish, number=number)
        for table in range(2):
            event.report(table, [1, 2, 3])
        event.do(rounds.close, number=number)

    assert [len(each.shares or ()) for each in event.state.draws.shown] == [6, 6, 6]
    assert checked(event).findings == []
