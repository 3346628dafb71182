"""The demo accounts."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import Account
from cutpurse.embedded.addresses import var_folder
from cutpurse.management.commands.seed import ORGANISER, PLAYERS
from games import registry
from matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_password() -> Iterator[None]:
    """Let each test begin and end without a password of the clone."""
    file = var_folder() / "demo_password"
    file.unlink(missing_ok=True)
    yield
    file.unlink(missing_ok=True)


def seed() -> str:
    """Seed; return the password that is told."""
    told = StringIO()
    call_command("seed", stdout=told)
    return told.getvalue().split()[-1]


def test_the_demo_accounts_log_in_with_the_password_that_is_told() -> None:
    password = seed()

    for username in (*PLAYERS, ORGANISER):
        assert Account.objects.get(username=username).check_password(password)


def test_only_the_organiser_may_use_the_admins_pages() -> None:
    seed()

    assert list(Account.objects.filter(is_staff=True).values_list("username", flat=True)) == [
        ORGANISER
    ]


def test_seeding_again_changes_nothing() -> None:
    password = seed()
    accounts, matches = Account.objects.count(), Match.objects.count()

    assert seed() == password
    assert (Account.objects.count(), Match.objects.count()) == (accounts, matches)


def test_there_are_matches_to_look_at_and_one_of_each_game_to_join() -> None:
    Match.objects.all().delete()

    seed()

    joinable = Match.objects.filter(status="open").values_list("game", flat=True)
    assert sorted(joinable) == sorted(rules.game for rules in registry.games())
    assert Match.objects.filter(status="finished").exists()


def test_a_lost_password_is_replaced_by_a_new_one() -> None:
    old = seed()
    (var_folder() / "demo_password").unlink()

    new = seed()

    assert new != old
    assert Account.objects.get(username=ORGANISER).check_password(new)
