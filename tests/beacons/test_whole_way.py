"""A beacon on its whole way, as time goes by: sealed, asked for, settled, dealt or drawn with."""

import threading
import time
from contextlib import suppress

import pytest
from pytest_django import Settings

from agenda import runs
from cutpurse.client import Client, CutpurseError
from eventstore import streams
from games import beacons
from matches.events import KIND
from tests.beacons import relay
from tests.beacons.relay import Relay
from tests.matches.beacon_tables import bots_alone, named
from tests.matches.sharers import require_sound, status
from tests.tournaments import beacon_draws
from tests.tournaments.cups import PODS, THREES, checked
from tests.tournaments.events import REPORTED, Event, assert_verified, somebody
from tests.tournaments.test_draw_rolls_by_http import token_of, until
from tournaments import rolls
from tournaments.events import KIND as TOURNAMENT
from tournaments.services import rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.long

PATIENT_S = 90


@pytest.mark.django_db
def test_the_agenda_deals_soon_after_the_beacon_is_out(drand: Relay, settings: Settings) -> None:
    settings.BEACON = f"drand {drand.address}"
    match = bots_alone()
    until = time.monotonic() + PATIENT_S
    while status(match) == "open" and time.monotonic() < until:
        runs.run_due_now()
        time.sleep(0.2)

    assert status(match) != "open"
    beacon = named(match)
    assert drand.asked == [f"/{beacons.QUICKNET}/public/{beacon.number}"]
    begun = next(each for each in streams.load(KIND, match) if each.type == "match_started")
    assert begun.at >= beacons.due(beacon.number)
    # Nobody has waited for the minute after which it would have been given up.
    assert begun.at < beacons.due(beacon.number) + beacons.WAIT
    require_sound(match)


@pytest.mark.usefixtures("committed_db")
def test_clients_add_their_chance_and_the_agenda_draws_once_the_beacon_is_out(
    site: str, drand: Relay, settings: Settings
) -> None:
    settings.BEACON = f"drand {drand.address}"
    event = Event(**REPORTED, **THREES, stages=PODS, draw_beacon=True)
    people = [somebody() for _ in range(6)]
    clients = [Client(token_of(each, "play", "read"), address=site) for each in people[:2]]
    event.step("open")
    event.enter(*(Newcomer(each.name, each.account) for each in people))

    def follow(client: Client) -> None:
        with suppress(CutpurseError):
            for _ in client.follow():
                pass

    for client in clients:
        threading.Thread(target=follow, args=(client,), daemon=True).start()

    def promised() -> bool:
        asks = rolls.asks_of([each.account for each in people[:2] if each.account])
        return len(asks) == 2 and all(each.promised for each in asks)

    def drawn(count: int) -> bool:
        runs.run_due_now()
        return len(event.state.draws.shown) == count

    until(promised)
    event.start()
    until(lambda: drawn(1))
    until(promised)
    event.do(rounds.pair)
    beacon, sealed = beacon_draws.named(event), time.monotonic()
    until(lambda: drawn(2))

    assert time.monotonic() - sealed < 25
    last = event.state.draws.shown[-1]
    assert (last.beacon, len(last.shares or ())) == (relay.signature(beacon.number).hex(), 2)
    assert f"/{beacons.QUICKNET}/public/{beacon.number}" in drand.asked
    made = [each for each in streams.load(TOURNAMENT, event.state.id) if each.type == "draw_shown"]
    assert made[-1].at >= beacons.due(beacon.number)
    assert event.state.draws.refused == {}
    assert checked(event).findings == []
    assert_verified(event)
