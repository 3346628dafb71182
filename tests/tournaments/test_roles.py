"""Who may do what at a tournament, and who finds it among their own."""

from importlib import import_module

import pytest
from django.db import connection

from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tournaments import selectors
from tournaments.models import Tournament
from tournaments.services import lifecycle, penalties
from tournaments.state import Role

pytestmark = pytest.mark.django_db


def test_roles_say_who_may_do_what() -> None:
    event = Event(**REPORTED).enter_names(4)
    event.step("open")
    judge, stranger = somebody("judy"), somebody("eve")
    with refused("permission_denied"):
        event.do(lifecycle.start, who=stranger)

    assert judge.account is not None
    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    with refused("permission_denied"):
        event.do(lifecycle.start, who=judge)
    event.do(penalties.penalise, who=judge, entrant=1, units=60)

    assert event.state.entrants[1].penalty == 60
    assert event.organiser.account is not None
    with refused("permission_denied"):
        event.do(lifecycle.give_role, account=event.organiser.account, role=None)


def test_whoever_has_a_role_finds_the_tournament_among_their_own() -> None:
    event, judge = Event(**REPORTED), somebody("judge")
    assert judge.account is not None
    assert event.organiser.account is not None

    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    assert [row.slug for row in selectors.run_by(judge.account)] == [event.slug]
    assert_verified(event)
    event.do(lifecycle.give_role, account=judge.account, role=None)

    assert list(selectors.run_by(judge.account)) == []
    assert [row.slug for row in selectors.run_by(event.organiser.account)] == [event.slug]


def test_the_staff_of_older_tournaments_is_read_from_their_events() -> None:
    event, judge, helper = Event(**REPORTED), somebody("judge"), somebody("helper")
    for each, role in ((judge, Role.JUDGE), (helper, Role.SCOREKEEPER), (judge, None)):
        event.do(lifecycle.give_role, account=each.account, role=role)
    Tournament.objects.filter(slug=event.slug).update(staff=[])

    with connection.cursor() as cursor:
        cursor.execute(import_module("tournaments.migrations.0002_staff").FILL)

    assert_verified(event)
