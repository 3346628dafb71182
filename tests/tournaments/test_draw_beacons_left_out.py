"""Where draws have no beacon or lose one: by the site, the plan, another chain, or a rollback."""

from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from agenda.models import DueRow
from api.problems import Problem
from beacons.models import BeaconValue
from games import beacons
from matches import deals
from tests.beacons import relay
from tests.tournaments.beacon_draws import RELAY, come, look, said, waiting
from tests.tournaments.cups import PODS, THREES
from tests.tournaments.draw_sharers import (
    begun,
    cup,
    entered,
    require_sound,
    types,
)
from tests.tournaments.events import REPORTED, Event
from tournaments import draw_beacons, plans
from tournaments.services import lifecycle, results, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = RELAY


def test_a_site_that_takes_no_beacon_any_more_draws_without_and_that_is_said(
    settings: Settings, tmp_path: Path
) -> None:
    event, _ = waiting()
    settings.BEACON = ""
    event.do(rounds.pair)
    event.do(rounds.publish, number=1)

    assert types(event)[-3:] == ["draw_shown", "round_paired", "round_published"]
    require_sound(event)
    is_right, words = said(event, tmp_path)
    assert not is_right
    assert "WITHOUT BEACON: draw 2 has no beacon, and the plan has one" in words
    assert "WARNING not every draw has the beacon of its plan" in words


def test_tables_of_a_published_round_that_an_organiser_changes_accuse_no_site(
    tmp_path: Path,
) -> None:
    event, _ = waiting(play="matches", clock={"per_move": 60})
    event.do(rounds.pair)
    come(event)
    event.do(rounds.publish, number=1)
    first, second = (table.seats[0] for table in event.round.tables)
    event.do(rounds.swap, number=1, first=first, second=second, reason="asked by both")

    drawn = event.state.draws.shown[-1]
    assert (drawn.kind, bool(drawn.beacon)) == ("deal", False)
    require_left_out(event, drawn.draw, tmp_path)


def test_a_correction_that_pairs_a_later_round_again_accuses_no_site(tmp_path: Path) -> None:
    event, _ = waiting(stages=[{"options": {"rounds": 2}}])
    event.do(rounds.pair)
    come(event)
    event.do(rounds.publish, number=1)
    for table in range(2):
        event.report(table, [1, 2, 3])
    event.do(rounds.close, number=1)
    event.do(rounds.pair)
    come(event)
    event.do(
        results.override,
        table_id=event.state.rounds[0].tables[0].id,
        places=[2, 1, 3],
        scores=None,
        then="repair",
        reason="typo",
    )
    event.do(rounds.publish, number=2)

    assert types(event)[-3:] == ["draw_shown", "round_paired", "round_published"]
    require_left_out(event, event.state.draws.shown[-1].draw, tmp_path)


def require_left_out(event: Event, draw: int, tmp_path: Path) -> None:
    """Require that a draw is said to have no beacon, and nobody to have refused it."""
    require_sound(event)
    is_right, words = said(event, tmp_path)
    assert not is_right
    assert f"WITHOUT BEACON: draw {draw} has no beacon, and the plan has one" in words
    assert not any("REFUSED BY THE SITE" in each for each in words)


def test_that_the_beacon_was_taken_out_of_the_plan_is_said(tmp_path: Path) -> None:
    event = cup(draw_beacon=True)
    entered(event, 6)
    event.do(lifecycle.edit, asked={"draw_beacon": False})
    version = event.state.version
    event.start()
    event.pair()

    assert event.state.draws.beacons == {}
    is_right, words = said(event, tmp_path)
    assert not is_right
    text = f"from event {version} on the plan has no beacon for draws"
    assert f"WITHOUT BEACON: {text}" in words


def test_that_a_rollback_took_the_beacon_out_of_the_plan_is_said(tmp_path: Path) -> None:
    event = cup(draw_beacon=False)
    entered(event, 6)
    before = event.state.version
    event.do(lifecycle.edit, asked={"draw_beacon": True})
    event.do(lifecycle.roll_back, to_version=before, reason="again")
    version = event.state.version
    event.start()
    event.pair()

    assert event.state.draws.beacons == {}
    require_sound(event)
    is_right, words = said(event, tmp_path)
    assert not is_right
    text = f"from event {version} on the plan has no beacon for draws"
    assert f"WITHOUT BEACON: {text}" in words


def test_a_draw_given_up_for_another_chain_is_counted_though_nobody_was_on_its_roll(
    tmp_path: Path,
) -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    job = DueRow.objects.get(kind=draw_beacons.KIND, subject=event.state.id)
    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    assert event.state.draws.running is None
    look(event, came=False)
    assert not DueRow.objects.filter(pk=job.pk).exists()
    event.do(rounds.pair)
    come(event)
    event.do(rounds.publish, number=1)

    drawn = event.state.draws.shown[-1]
    assert (drawn.drawn, drawn.unforced) == (2, True)
    require_sound(event)
    _, words = said(event, tmp_path)
    assert 'draw 2 was sealed with nobody on its roll, and given up: "backup of 14:00"' in words


def test_a_redraw_waits_once_more_and_the_last_draw_that_counts_again_does_not() -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    come(event)
    event.do(rounds.unpair, number=1, reason="wrong clock set")
    event.do(rounds.pair)
    come(event)
    event.do(rounds.unpair, number=1, reason="again")
    event.do(rounds.pair)

    assert types(event)[-1] == "round_paired"
    shown = event.state.draws.shown
    assert [(each.drawn, each.unforced) for each in shown[1:]] == [(1, False), (2, True)]
    assert event.round.draw == shown[-1].draw
    require_sound(event)


@pytest.mark.more
def test_a_rollback_to_between_seal_and_value_brings_no_draw_back() -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    sealed = event.state.version
    come(event)
    event.do(lifecycle.roll_back, to_version=sealed, reason="again")
    assert event.state.draws.running is None
    event.do(rounds.pair)
    come(event)

    assert event.state.draws.shown[-1].draw == 3
    require_sound(event)


def test_pulses_of_nist_are_named_where_the_site_takes_those(settings: Settings) -> None:
    settings.BEACON = "nist http://127.0.0.1:1"
    now = timezone.now()
    BeaconValue.objects.create(
        id=uuid4(),
        source="nist",
        number=1000,
        due_at=now,
        value=relay.output(1000),
        settled_at=now,
    )
    event, _ = begun(draw_beacon=True)
    running = event.state.draws.running
    assert running is not None
    assert running.deal.named == "nist 2 1001"
    assert running.deal.sealed_at is not None
    after = running.deal.sealed_at + deals.SHOW + beacons.AHEAD
    assert running.until == after + beacons.PULSE_PERIOD


@pytest.mark.parametrize(
    ("site", "stages", "words"),
    [
        ("", PODS, "takes no public beacon"),
        (RELAY, [{"format": "arena", "options": {"minutes": 30}}], "in an arena"),
    ],
)
def test_a_plan_that_can_have_none_is_refused(
    settings: Settings, site: str, stages: list[object], words: str
) -> None:
    settings.BEACON = site
    with pytest.raises(Problem) as problem:
        Event(**{**REPORTED, **THREES, "stages": stages, "draw_beacon": True})

    (error,) = problem.value.errors
    assert error.field == "draw_beacon"
    assert words in str(error.message)


def test_old_plans_have_none() -> None:
    event = cup()
    asked = {name: each for name, each in event.state.settings.items() if name != "draw_beacon"}

    assert "draw_beacon" not in plans.checked(asked)
