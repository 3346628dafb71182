"""A tournament of the release before, with a chain and nobody asked, is asked after a migration."""

from collections.abc import Callable

import pytest
from django.core.management.sql import emit_post_migrate_signal

from eventstore import verification
from tests.tournaments.draw_sharers import (
    Sharer,
    begun,
    cup,
    entered,
    made,
    promise,
    require_sound,
)
from tests.tournaments.events import Event, assert_verified
from tournaments.events import KIND
from tournaments.models import DrawAsk
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.django_db


def upgrade() -> None:
    """Do what follows a migration."""
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")


def before_the_upgrade(event: Event) -> None:
    """Have a tournament as the release before left it: with its events, and no row of asks."""
    DrawAsk.objects.filter(tournament=event.state.id).delete()
    (fault,) = verification.check(KIND, event.state.id)
    assert fault.text == "the rows of draw asks are not those of a rebuild"


def in_entry() -> tuple[Event, list[Sharer]]:
    event = cup()
    return event, entered(event, 6)


def in_checkin() -> tuple[Event, list[Sharer]]:
    event = cup(checkin=True)
    people = entered(event, 6)
    event.step("open-checkin")
    return event, people


def between_rounds() -> tuple[Event, list[Sharer]]:
    event, people = begun(6, stages=[{"options": {"rounds": 2}}])
    event.play_round()
    return event, people


@pytest.mark.parametrize("made_by", [in_entry, in_checkin, begun, between_rounds])
def test_after_a_migration_those_who_wait_for_a_draw_are_asked(
    made_by: Callable[[], tuple[Event, list[Sharer]]],
) -> None:
    event, people = made_by()
    before_the_upgrade(event)
    assert not any(each.is_asked for each in people)
    version = event.state.version
    upgrade()

    assert all(each.is_asked for each in people)
    assert event.state.version == version
    assert_verified(event)


def test_the_first_draw_after_it_has_those_on_its_roll_who_are_there() -> None:
    event, people = begun()
    before_the_upgrade(event)
    upgrade()
    promise(people[:4])
    event.do(rounds.pair)
    made(people[:4])

    assert len(event.state.draws.shown[-1].shares or ()) == 4
    require_sound(event)


def test_where_nobody_waits_nobody_is_asked() -> None:
    playing, _ = begun()
    playing.pair()
    over, _ = begun()
    over.do(lifecycle.cancel, reason="rain")
    upgrade()

    assert not DrawAsk.objects.exists()
    assert_verified(playing)
    assert_verified(over)


def test_what_is_asked_already_stays_as_it_is() -> None:
    event, people = begun()
    promise(people[:3])
    event.do(rounds.pair)
    before = DrawAsk.objects.get(tournament=event.state.id)
    upgrade()

    assert DrawAsk.objects.get(tournament=event.state.id).seal == before.seal
    made(people[:3])
    require_sound(event)
