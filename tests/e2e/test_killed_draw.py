"""A draw to which entrants add chance goes on while web and worker are killed between its steps."""

import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from django.db import connection, connections, transaction
from django.db.models.functions import Now
from pytest_django import Settings

from accounts.models import Account
from accounts.services import issue_token
from agenda import heartbeat
from agenda.models import DueRow
from beacons.models import BeaconValue
from eventstore import streams
from games import beacons, fair_draws
from games.fair_draws import Seal
from tests import processes
from tests.beacons import relay
from tests.tournaments.beacon_draws import RELAY, named
from tests.tournaments.draw_sharers import Sharer, begun, made, promise, require_sound
from tests.tournaments.events import Event
from tournaments import draw_beacons, wells
from tournaments.aggregate import DRAW_SHARES
from tournaments.events import KIND
from tournaments.models import DrawShare
from tournaments.services import rounds
from tournaments.unit_of_work import Principal

PATIENCE_S = 90.0
DRAW = 2
"""The lots were the first one."""


class Site:
    """A web server and a worker, which die together and come back."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = {**environment, "LOG_LEVEL": "CRITICAL"}
        self.port = processes.free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._running = ExitStack()

    def start(self) -> None:
        arguments = ["cutpurse.server", "--port", str(self.port)]
        for each in (
            processes.process(arguments, self.environment),
            processes.worker(self.environment),
        ):
            # What is dead already is not ended a second time.
            self._running.callback(_kill, self._running.enter_context(each).pid)
        processes.wait_for(f"{self.address}/healthz")

    def die(self) -> None:
        self._running.close()

    def restart(self) -> None:
        self.die()
        self.start()


def _kill(pid: int) -> None:
    os.killpg(pid, signal.SIGKILL)


@contextmanager
def served(environment: Mapping[str, str]) -> Iterator[Site]:
    site = Site(environment)
    site.start()
    yield site
    site.die()


def answer(site: Site, who: Principal, method: str, path: str, body: dict[str, Any]) -> Any:
    """Ask until the site answers, as clients do that get an error; the key is the same."""
    assert who.account is not None
    account = Account.objects.get(pk=who.account)
    token = issue_token(account=account, name="kill", scopes=("play", "organise", "read")).secret
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(16)}

    def asked() -> Any:
        try:
            at = f"{site.address}/api/v1/tournaments/{path}"
            found = httpx.request(method, at, json=body, headers=headers, timeout=10)
        except httpx.TransportError:
            return None
        return None if found.status_code == 503 else found

    found = until(asked)
    assert found.status_code == 200, found.text
    return found.json()


def until(find: Callable[[], Any]) -> Any:
    give_up = time.monotonic() + PATIENCE_S
    while not (found := find()):
        assert time.monotonic() < give_up, "it does not come"
        time.sleep(0.1)
    return found


def put(site: Site, event: Event, sharer: Sharer, what: str) -> Any:
    """Promise, or show what was promised; a client that was cut off does it again."""
    share = sharer.share(DRAW, 1)
    name = f"{event.state.id}/draw/{DRAW}"
    promised = fair_draws.promise(name, 1, sharer.number, share)
    said = {"promise": promised.hex(), "share": share.hex()}[what]
    path = f"{event.slug}/draws/{DRAW}/{what}"
    return answer(site, sharer.who, "PUT", path, {"attempt": 1, what: said})


@pytest.mark.long
def test_a_draw_comes_out_the_same_whenever_its_processes_are_killed(
    committed_db: None, environment: dict[str, str]
) -> None:
    event, people = begun()
    sharers = people[:3]
    link = wells.next_link(event.state, wells.newest(event.state))
    Account.objects.filter(username=event.organiser.name).update(is_staff=True)
    changed = {**environment, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    with served(changed) as site:
        for each in sharers:
            put(site, event, each, "promise")
        site.restart()
        # A promise counts while whoever made it is there: the clients are back, and say the same.
        for each in sharers:
            put(site, event, each, "promise")
        waits = answer(site, event.organiser, "POST", f"{event.slug}/rounds", {})["drawing"]
        assert waits["expected"] == [1, 2, 3]
        site.restart()
        seal = put(site, event, sharers[0], "share")["seal"]
        site.restart()
        assert put(site, event, sharers[0], "share")["seal"] == seal
        assert put(site, event, sharers[1], "share")["expected"] == [3]
        # The last share was kept, and the process died before it made the draw.
        site.die()
        last = DrawShare.objects.filter(tournament=event.state.id, entrant=3)
        assert last.update(share=sharers[2].share(DRAW, 1)) == 1
        site.start()
        until(lambda: event.state.rounds)
    connection.close()

    sealed = require_drawn_from(link, event, sharers)
    assert seal.startswith(sealed.text)
    event.do(rounds.publish, number=1)
    require_sound(event)


def require_drawn_from(link: bytes, event: Event, sharers: Sequence[Sharer]) -> Seal:
    """Check that the draw was made once, of all shares, and return what was sealed."""
    drawn = event.state.draws.shown[-1]
    shares = {each.number: each.share(DRAW, 1) for each in sharers}
    name = f"{event.state.id}/draw/{DRAW}"
    promises = {who: fair_draws.promise(name, 1, who, each) for who, each in shares.items()}
    before = fair_draws.link(link)
    sealed = Seal(name, 1, before, bytes.fromhex(drawn.facts), promises)
    assert (drawn.link, drawn.value) == (link.hex(), sealed.root(link, shares).hex())
    assert event.round.pairing.seed == drawn.value
    kinds = [each.type for each in streams.load(KIND, event.state.id)]
    assert kinds[-3:] == ["draw_sealed", "draw_shown", "round_paired"]
    return sealed


@contextmanager
def nothing_is_appended() -> Iterator[None]:
    """Have whoever wants to add an event wait."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("LOCK TABLE eventstore_event IN SHARE MODE")
        yield
    connections["owner"].close()


def somebody_waits_to_append() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND wait_event_type = 'Lock' AND query LIKE '%eventstore_event%'"
        )
        return bool(cursor.fetchone()[0])


def test_a_draw_is_made_once_though_the_process_dies_that_was_writing_it(
    committed_db: None, environment: dict[str, str]
) -> None:
    event, people = begun()
    sharers = people[:3]
    link = wells.next_link(event.state, wells.newest(event.state))
    promise(sharers)
    event.do(rounds.pair)
    made(sharers[:2])
    # The last share came in, and the process died before it made the draw.
    share = sharers[2].share(DRAW, 1)
    assert DrawShare.objects.filter(tournament=event.state.id, entrant=3).update(share=share) == 1
    heartbeat.beat(heartbeat.Source.WEB)
    DueRow.objects.filter(kind=DRAW_SHARES, subject=event.state.id).update(due_at=Now())

    with processes.process(["django", "sweep"], environment) as killed:
        with nothing_is_appended():
            until(somebody_waits_to_append)
            _kill(killed.pid)
            killed.wait()
        assert not event.state.rounds
    heartbeat.beat(heartbeat.Source.WEB)
    with processes.process(["django", "sweep"], environment) as other:
        until(lambda: event.state.rounds)
        _kill(other.pid)
    connection.close()

    require_drawn_from(link, event, sharers)
    event.do(rounds.publish, number=1)
    require_sound(event)


@pytest.mark.more
def test_with_a_beacon_a_draw_is_made_once_though_the_process_dies_that_was_writing_it(
    committed_db: None, environment: dict[str, str], settings: Settings
) -> None:
    settings.BEACON = RELAY
    event, _ = begun(draw_beacon=True)
    beacon, link = named(event), wells.next_link(event.state, wells.newest(event.state))
    value = relay.signature(beacon.number)
    rows = BeaconValue.objects.filter(source=beacon.source, number=beacon.number)
    assert rows.update(value=value, settled_at=Now()) == 1
    due_at = beacons.due(beacon.number)
    looks = DueRow.objects.filter(kind=draw_beacons.KIND, subject=event.state.id)
    assert looks.update(due_at=due_at) == 1

    def web_is_there() -> bool:
        heartbeat.beat(heartbeat.Source.WEB)
        return True

    with processes.process(["django", "sweep"], environment) as killed:
        with nothing_is_appended():
            until(lambda: web_is_there() and somebody_waits_to_append())
            _kill(killed.pid)
            killed.wait()
        assert not event.state.stages
    with processes.process(["django", "sweep"], environment) as other:
        until(lambda: web_is_there() and event.state.stages)
        _kill(other.pid)
    connection.close()

    (drawn,) = event.state.draws.shown
    name, facts = f"{event.state.id}/draw/1", bytes.fromhex(drawn.facts)
    sealed = Seal(name, 1, fair_draws.link(link), facts, {}, beacon=beacon.line)
    assert (drawn.link, drawn.value) == (link.hex(), sealed.root(link, {}, value).hex())
    stored = streams.load(KIND, event.state.id)
    kinds = ["draw_sealed", "draw_shown", "seeds_assigned", "tournament_started"]
    assert [each.type for each in stored if each.type in kinds] == kinds
    assert next(each for each in stored if each.type == "draw_shown").at >= due_at
    require_sound(event)
