"""Draws that wait for a public beacon: named before it exists, and never left out unseen."""

from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from agenda.models import DueRow
from api.problems import Problem
from beacons.waiting import FETCH
from games import beacons, fair_draws
from matches import metrics
from matches.models import Presence
from tests import independent
from tests.beacons import relay
from tests.matches.tables import refused
from tests.tournaments.beacon_draws import RELAY, come, look, miss, named, said, waiting
from tests.tournaments.draw_sharers import (
    cup,
    entered,
    made,
    promise,
    require_sound,
    time_is_up,
    types,
)
from tournaments import draw_beacons, selectors
from tournaments.aggregate import DRAW_SHARES
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = RELAY


def test_where_nobody_is_on_the_roll_a_draw_waits_for_the_beacon_alone(tmp_path: Path) -> None:
    event, _ = waiting()
    event.do(rounds.pair, reason="in time")
    running = event.state.draws.running
    assert running is not None
    assert (running.expected, event.state.rounds) == ([], [])
    assert not DueRow.objects.filter(kind=DRAW_SHARES, subject=event.state.id).exists()
    beacon = named(event)
    come(event)

    drawn = event.state.draws.shown[-1]
    assert types(event)[-3:] == ["draw_sealed", "draw_shown", "round_paired"]
    assert (drawn.reason, bool(drawn.shares)) == ("in time", False)
    assert event.round.pairing.seed == drawn.value
    event.do(rounds.publish, number=1)
    require_sound(event)
    _, words = said(event, tmp_path)
    wanted = relay.signature(beacon.number).hex()
    assert f"draw 2: beacon: {beacon.line} is {wanted}, which drand has signed" in words
    assert not any("REFUSED" in each for each in words)
    independent.tournament("".join(selectors.log(event.state)))


def test_the_beacon_is_due_after_the_last_share_and_is_part_of_the_value() -> None:
    event, people = waiting()
    promise(people[:2])
    event.do(rounds.pair)
    running, beacon = event.state.draws.running, named(event)
    assert running is not None
    assert running.deal.sealed_at is not None
    wait = beacons.due(beacon.number) - running.deal.sealed_at
    assert timedelta(seconds=16) < wait <= timedelta(seconds=19)
    assert running.until == beacons.due(beacon.number)
    shares = {each.number: each.share(2, 1) for each in people[:2]}
    link = event.state.draws.last_link
    made(people[:2])
    assert event.state.rounds == []
    come(event)

    drawn = event.state.draws.shown[-1]
    name = f"{event.state.id}/draw/2"
    promised = {who: fair_draws.promise(name, 1, who, share) for who, share in shares.items()}
    facts = bytes.fromhex(drawn.facts)
    seal = fair_draws.Seal(name, 1, bytes.fromhex(link), facts, promised, beacon=beacon.line)
    value = relay.signature(beacon.number)
    assert seal.root(bytes.fromhex(drawn.link), shares, value).hex() == drawn.value
    assert [each.entrant for each in drawn.shares or ()] == sorted(shares)
    event.do(rounds.publish, number=1)
    require_sound(event)
    independent.tournament("".join(selectors.log(event.state)))


def test_who_shows_a_share_sees_the_beacon_in_the_seal() -> None:
    event, people = waiting()
    promise(people[:1])
    event.do(rounds.pair)

    assert people[0].ask.seal.split("\n")[5] == named(event).line


def test_a_beacon_that_comes_while_a_share_is_missing_is_not_drawn_with() -> None:
    event, people = waiting()
    promise(people[:2])
    event.do(rounds.pair)
    people[0].show()
    come(event)

    assert types(event)[-1] == "draw_refused"
    assert event.state.draws.refused == {2: [[people[1].number]]}
    assert 2 not in event.state.draws.beacons
    require_sound(event)


def test_the_beacon_is_asked_for_once_it_is_named_and_never_for_a_trial() -> None:
    event, _ = waiting()
    before = DueRow.objects.filter(kind=FETCH).count()
    event.do(rounds.pair, dry_run=True)
    assert DueRow.objects.filter(kind=FETCH).count() == before
    assert event.state.draws.running is None
    event.do(rounds.pair)

    beacon = named(event)
    row = DueRow.objects.get(kind=draw_beacons.KIND, subject=event.state.id)
    assert row.payload == beacon.line
    assert row.due_at == beacons.due(beacon.number) + beacons.WAIT


def test_a_beacon_that_does_not_come_is_a_refusal_by_the_site(tmp_path: Path) -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    line, before = named(event).line, metrics.BEACONS_MISSED._value.get()  # noqa: SLF001 - No other way.
    miss(event)

    kinds = ["draw_sealed", "draw_refused", "draw_shown", "round_paired"]
    assert types(event)[-4:] == kinds
    assert metrics.BEACONS_MISSED._value.get() == before + 1  # noqa: SLF001 - No other way.
    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, bool(drawn.beacon)) == (2, False)
    event.do(rounds.publish, number=1)
    require_sound(event)
    independent.tournament("".join(selectors.log(event.state)))
    is_right, words = said(event, tmp_path)
    assert not is_right
    assert f"draw 2: REFUSED BY THE SITE: the beacon did not come: {line}" in words
    assert "WARNING 1 beacons of draws did not come" in words
    shown = selectors.draws(event.state, None).draws[-1]
    assert shown.beacon
    assert (shown.beacon.named, shown.beacon.value, bool(shown.withheld)) == (line, None, False)


@pytest.mark.more
def test_after_it_those_on_the_roll_promise_afresh_and_no_other_is_named() -> None:
    event, people = waiting()
    promise(people[:2])
    event.do(rounds.pair)
    made(people[:2])
    miss(event)
    running = event.state.draws.running
    assert running is not None
    assert (running.deal.attempt, running.deal.sealed) == (2, None)
    assert running.expected == [people[0].number, people[1].number]
    for each in people[:2]:
        assert each.who.account is not None
        Presence.objects.create(account_id=each.who.account, seen_at="2999-01-01T00:00Z")
    promise(people[:2])
    made(people[:2])

    assert event.state.draws.running is None
    kinds = ["draw_sealed", "draw_refused", "draw_sealed", "draw_shown", "round_paired"]
    assert types(event)[-5:] == kinds
    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, bool(drawn.beacon), len(drawn.shares or ())) == (2, False, 2)
    require_sound(event)


def test_after_a_withheld_share_the_next_attempt_names_a_later_beacon() -> None:
    event, people = waiting()
    promise(people[:2])
    event.do(rounds.pair)
    people[0].show()
    time_is_up(event)
    assert types(event)[-1] == "draw_refused"
    promise(people[:2])
    made(people[:2])
    come(event)

    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, bool(drawn.beacon), len(drawn.shares or ())) == (2, True, 2)
    require_sound(event)


def test_where_all_withhold_twice_the_beacon_is_there_all_the_same() -> None:
    event, people = waiting()
    promise(people[:1])
    event.do(rounds.pair)
    time_is_up(event)
    promise(people[:1])
    time_is_up(event)
    assert event.state.rounds == []
    come(event)

    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, bool(drawn.shares), bool(drawn.beacon)) == (3, False, True)
    assert len(event.state.rounds) == 1
    require_sound(event)


@pytest.mark.more
def test_seeds_lots_repairs_and_changed_deals_wait_for_it() -> None:
    event = cup(draw_beacon=True)
    entered(event, 6)
    event.do(lifecycle.seed, method="random")
    assert event.state.draws.running is not None
    come(event)
    event.start()
    assert event.state.stages == []
    come(event)
    event.do(rounds.pair)
    come(event)
    event.do(rounds.repair, number=1)
    come(event)

    kinds = [each.kind for each in event.state.draws.shown]
    assert kinds == ["seeds", "lots", "pairing", "repair"]
    assert all(each.beacon for each in event.state.draws.shown)
    assert len({each.named for each in event.state.draws.beacons.values()}) >= 1
    require_sound(event)


@pytest.mark.more
def test_deals_that_hang_on_a_changed_draft_wait_for_it() -> None:
    event, _ = waiting(play="matches", clock={"per_move": 60})
    event.do(rounds.pair)
    come(event)
    first, second = (table.seats[0] for table in event.round.tables)
    event.do(rounds.swap, number=1, first=first, second=second, reason="asked by both")
    event.do(rounds.publish, number=1)
    assert not event.round.published
    come(event)

    assert event.round.published
    drawn = event.state.draws.shown[-1]
    assert (drawn.kind, bool(drawn.beacon)) == ("deal", True)
    require_sound(event)


@pytest.mark.more
def test_a_tournament_that_runs_by_itself_waits_for_each_round() -> None:
    event, _ = waiting(pace="auto")
    event.do(rounds.pair)
    come(event)
    event.do(rounds.publish, number=1)
    for table in range(2):
        event.report(table, [1, 2, 3])
    assert types(event)[-1] == "draw_sealed"
    come(event)

    assert types(event)[-3:] == ["draw_shown", "round_paired", "round_published"]
    require_sound(event)


@pytest.mark.more
def test_nothing_that_it_hangs_on_changes_while_it_waits() -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    for act in (rounds.pair, lifecycle.pause, lifecycle.cancel):
        with refused("draw_running"):
            event.do(act)
    with pytest.raises(Problem) as problem:
        event.do(rounds.pair)
    assert "a public random number that comes at" in str(problem.value.detail)
    come(event)
    event.do(lifecycle.pause)
    event.do(lifecycle.resume)
    event.do(lifecycle.cancel)

    require_sound(event)


def test_a_second_look_draws_nothing_twice() -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    row = DueRow.objects.get(kind=draw_beacons.KIND, subject=event.state.id)
    come(event)
    count = len(types(event))
    DueRow.objects.create(
        kind=row.kind,
        subject=row.subject,
        version=row.version,
        due_at=row.due_at,
        payload=row.payload,
    )
    look(event, came=False)

    assert len(types(event)) == count


def test_while_nobody_knows_the_value_it_is_looked_for_again() -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    look(event, came=False)

    assert event.state.draws.running is not None
    row = DueRow.objects.get(kind=draw_beacons.KIND, subject=event.state.id)
    assert row.payload == named(event).line
