"""Beacons that are waited for: asked for when due, settled once, given up after a minute."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from agenda import sql as agenda
from agenda.models import DueRow
from agenda.registry import Job
from beacons import checks, source, waiting
from beacons.models import BeaconValue
from beacons.waiting import Settled
from eventstore.canonical import format_timestamp
from eventstore.errors import OvertakenError
from games import beacons
from games.beacons import Beacon
from tests.beacons import relay
from tests.beacons.relay import Relay

pytestmark = pytest.mark.django_db

AFTER = datetime(2026, 11, 22, 13, 44, tzinfo=UTC)
ROUND = beacons.first_round_after(AFTER)


@pytest.fixture
def taken(drand: Relay, settings: Settings) -> Relay:
    """Have the site take its beacons from a relay of drand."""
    settings.BEACON = f"drand {drand.address}"
    return drand


@pytest.fixture
def pulses(drand: Relay, settings: Settings) -> Relay:
    """Have the site take its beacons from NIST."""
    settings.BEACON = f"nist {drand.address}"
    return drand


def fetch_due() -> None:
    """Ask for what is to be asked for, whenever that is."""
    for row in DueRow.objects.filter(kind=waiting.FETCH):
        waiting.fetch(Job(row.kind, row.subject, row.version, row.due_at, "", 0, None))


def let_pass() -> None:
    """Let the time pass for which somebody waits."""
    long_ago = datetime.now(UTC) - timedelta(seconds=1)
    BeaconValue.objects.filter(settled_at=None).update(given_up_at=long_ago)


def due_of(kind: str, subject: UUID) -> datetime:
    return DueRow.objects.get(kind=kind, subject=subject).due_at


def test_a_beacon_that_is_named_is_asked_for_once_when_it_is_due(taken: Relay) -> None:
    for _ in range(2):
        waiting.wait_for(ROUND, AFTER)

    row = DueRow.objects.get(kind=waiting.FETCH)
    assert row.due_at == beacons.due(ROUND.number) + waiting.PUBLISHED
    assert waiting.settled(ROUND.line) is None
    assert not taken.asked


def test_what_it_has_come_to_is_kept_and_whoever_waits_goes_on(taken: Relay) -> None:
    waiting.wait_for(ROUND, AFTER)
    match, other, far = uuid4(), uuid4(), datetime.now(UTC) + timedelta(hours=1)
    agenda.schedule(kind="chance_beacon", subject=match, due_at=far, version=1, payload=ROUND.line)
    agenda.schedule(kind="chance_beacon", subject=other, due_at=far, version=1, payload="another")
    fetch_due()

    assert waiting.settled(ROUND.line) == Settled(relay.signature(ROUND.number))
    assert due_of("chance_beacon", match) <= datetime.now(UTC)
    assert due_of("chance_beacon", other) == far


@pytest.mark.parametrize("status", [404, 425, 503])
def test_a_beacon_that_is_not_there_yet_is_asked_for_again(taken: Relay, status: int) -> None:
    now = datetime.now(UTC)
    soon = beacons.first_round_after(now)
    waiting.wait_for(soon, now)
    taken.status = status
    fetch_due()
    assert waiting.settled(soon.line) is None
    assert DueRow.objects.get(kind=waiting.FETCH).due_at > datetime.now(UTC)
    taken.status = 200
    fetch_due()

    assert waiting.settled(soon.line) == Settled(relay.signature(soon.number))
    assert len(taken.asked) == 2


def test_after_a_minute_it_is_given_up_for_ever(taken: Relay) -> None:
    now = datetime.now(UTC)
    soon = beacons.first_round_after(now)
    waiting.wait_for(soon, now)
    taken.body = b"garbage"
    let_pass()
    fetch_due()
    assert waiting.settled(soon.line) == Settled(None)
    taken.body = None
    fetch_due()

    assert waiting.settled(soon.line) == Settled(None)
    assert len(taken.asked) == 1


def test_a_worker_that_comes_late_asks_once_all_the_same(taken: Relay) -> None:
    waiting.wait_for(ROUND, AFTER)
    let_pass()
    fetch_due()

    assert waiting.settled(ROUND.line) == Settled(relay.signature(ROUND.number))


def test_a_site_that_has_no_beacon_any_more_gives_up_what_it_has_named(
    taken: Relay, settings: Settings
) -> None:
    waiting.wait_for(ROUND, AFTER)
    settings.BEACON = ""
    let_pass()
    fetch_due()

    assert waiting.settled(ROUND.line) == Settled(None)
    assert not taken.asked


def test_a_source_names_no_beacon_of_another(taken: Relay, settings: Settings) -> None:
    assert waiting.first_after("drand", AFTER) == ROUND
    assert waiting.first_after("nist", AFTER) is None
    assert waiting.first_after(None, AFTER) is None
    settings.BEACON = ""
    assert waiting.first_after("drand", AFTER) is None


def test_pulses_are_counted_from_the_newest_that_is_known(pulses: Relay) -> None:
    assert waiting.first_after("nist", AFTER) is None
    pulses.newest, pulses.newest_at = 1000, format_timestamp(AFTER - timedelta(seconds=50))
    for _ in range(2):
        waiting.look()
    named = waiting.first_after("nist", AFTER)

    # The next pulse comes ten seconds later.
    assert named == Beacon("nist", 1001)
    waiting.wait_for(named, AFTER)
    fetch_due()
    assert waiting.settled("nist 2 1001") == Settled(relay.output(1001))


def test_nobody_counts_from_a_pulse_that_is_old(pulses: Relay) -> None:
    pulses.newest_at = format_timestamp(AFTER - timedelta(minutes=6))
    waiting.look()

    assert waiting.first_after("nist", AFTER) is None


def test_where_no_pulse_can_be_read_the_worker_goes_on(pulses: Relay) -> None:
    pulses.body = b"garbage"
    waiting.look()

    assert not BeaconValue.objects.exists()


def test_drand_tells_its_rounds_by_the_clock_so_nobody_looks(taken: Relay) -> None:
    waiting.look()

    assert not taken.asked


def test_values_that_nobody_waits_for_are_forgotten(taken: Relay) -> None:
    waiting.wait_for(ROUND, AFTER)
    fetch_due()
    waiting.purge()
    assert waiting.settled(ROUND.line) is not None
    BeaconValue.objects.update(settled_at=datetime.now(UTC) - waiting.KEPT)
    waiting.purge()

    assert not BeaconValue.objects.exists()


def test_a_value_at_which_nobody_could_look_for_days_is_kept_until_somebody_has(
    taken: Relay,
) -> None:
    waiting.wait_for(ROUND, AFTER)
    match = uuid4()
    agenda.schedule(
        kind="chance_beacon", subject=match, due_at=AFTER, version=1, payload=ROUND.line
    )
    fetch_due()
    BeaconValue.objects.update(settled_at=datetime.now(UTC) - timedelta(days=3))
    BeaconValue.objects.create(
        id=uuid4(),
        source="nist",
        number=ROUND.number,
        due_at=AFTER,
        settled_at=datetime.now(UTC) - timedelta(days=3),
    )
    waiting.purge()
    assert BeaconValue.objects.get().source == "drand"
    assert waiting.settled(ROUND.line) == Settled(relay.signature(ROUND.number))
    agenda.cancel(kind="chance_beacon", subject=match)
    waiting.purge()

    assert not BeaconValue.objects.exists()


@pytest.mark.more
def test_what_is_waited_for_is_asked_for_though_no_worker_ran_for_days(taken: Relay) -> None:
    old = Beacon("drand", 4242)
    waiting.wait_for(old, beacons.due(4241))
    waiting.purge()
    let_pass()
    fetch_due()

    assert waiting.settled(old.line) == Settled(relay.signature(4242))


def test_the_pulse_after_one_that_was_named_is_the_next(pulses: Relay) -> None:
    pulses.newest, pulses.newest_at = 1000, format_timestamp(AFTER - timedelta(seconds=50))
    waiting.look()
    named = waiting.first_after("nist", AFTER)
    assert named == Beacon("nist", 1001)
    waiting.wait_for(named, AFTER)
    pulses.made_at = format_timestamp(AFTER + timedelta(seconds=10))
    fetch_due()

    later = AFTER + timedelta(seconds=65)
    assert waiting.first_after("nist", later) == Beacon("nist", 1002)


def test_one_wrong_answer_of_a_source_is_forgotten_with_the_next(pulses: Relay) -> None:
    pulses.newest, pulses.newest_at = 10**9, format_timestamp(AFTER - timedelta(seconds=80))
    waiting.look()
    pulses.newest_at = format_timestamp(AFTER + timedelta(days=3650))
    pulses.newest += 1
    waiting.look()
    pulses.newest, pulses.newest_at = 1000, format_timestamp(AFTER - timedelta(seconds=50))
    waiting.look()

    assert waiting.first_after("nist", AFTER) == Beacon("nist", 1001)


def test_a_pulse_that_was_there_when_it_was_named_is_none(pulses: Relay) -> None:
    waiting.wait_for(Beacon("nist", 1001), AFTER)
    pulses.made_at = format_timestamp(AFTER - timedelta(seconds=1))
    let_pass()
    fetch_due()

    assert waiting.settled("nist 2 1001") == Settled(None)


@pytest.mark.more
@pytest.mark.parametrize("seen", [1001, 1002])
def test_a_slow_clock_does_not_name_a_pulse_that_is_known(pulses: Relay, seen: int) -> None:
    pulses.newest, pulses.newest_at = 1000, format_timestamp(AFTER - timedelta(seconds=20))
    waiting.look()
    assert waiting.first_after("nist", AFTER) == Beacon("nist", 1001)
    pulses.newest, pulses.newest_at = seen, format_timestamp(AFTER + timedelta(seconds=40))
    waiting.look()

    assert waiting.first_after("nist", AFTER) is None
    # As soon as its time has come by this clock, the next one is counted from it.
    later = AFTER + timedelta(seconds=41)
    assert waiting.first_after("nist", later) == Beacon("nist", seen + 1)


@pytest.mark.parametrize("came", [True, False])
def test_nobody_waits_for_a_beacon_that_is_settled(taken: Relay, *, came: bool) -> None:
    waiting.wait_for(ROUND, AFTER)
    taken.status = 200 if came else 404
    let_pass()
    fetch_due()
    assert waiting.settled(ROUND.line) is not None

    assert waiting.first_after("drand", AFTER) is None
    with pytest.raises(OvertakenError):
        waiting.wait_for(ROUND, AFTER)


@pytest.mark.more
def test_of_two_who_name_a_pulse_it_is_to_be_later_than_both_want(pulses: Relay) -> None:
    named = Beacon("nist", 1001)
    first, second = datetime.now(UTC), datetime.now(UTC) + timedelta(seconds=50)
    for after in (first, second, first):
        waiting.wait_for(named, after)
    pulses.made_at = format_timestamp(first + timedelta(seconds=25))
    fetch_due()
    assert waiting.settled(named.line) is None

    row = BeaconValue.objects.get()
    assert (row.due_at, row.given_up_at) == (second, named.given_up_from(second))
    pulses.made_at = format_timestamp(second + timedelta(seconds=1))
    fetch_due()
    assert waiting.settled(named.line) == Settled(relay.output(1001))


def test_a_pulse_is_too_old_for_whoever_names_it_while_it_is_asked_for(
    pulses: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = Beacon("nist", 1001)
    first = datetime.now(UTC)
    waiting.wait_for(named, first)
    pulses.made_at = format_timestamp(first + timedelta(seconds=25))
    ask = source.value

    def ask_meanwhile(taken: source.Source, beacon: Beacon) -> source.Pulse:
        found = ask(taken, beacon)
        waiting.wait_for(named, first + timedelta(seconds=50))
        return found

    monkeypatch.setattr(source, "value", ask_meanwhile)
    fetch_due()

    assert waiting.settled(named.line) is None
    assert DueRow.objects.filter(kind=waiting.FETCH).exists()


def test_a_setting_that_names_no_beacon_is_said_when_a_process_starts(
    settings: Settings,
) -> None:
    assert not checks.beacon_can_be_read()
    settings.BEACON = "random.org"

    (found,) = checks.beacon_can_be_read()
    assert found.id == "cutpurse.E022"
