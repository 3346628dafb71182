"""The demo accounts and matches."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import Account
from agenda.runs import run_inline
from cutpurse.management.commands.seed import ORGANISER, PLAYERS, seed_accounts, seed_matches
from eventstore import verification
from games import registry
from matches.models import Match
from ratings.models import Ladder
from tests.toys.high_card import HighCard
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a clone that has not been seeded."""
    monkeypatch.setenv("CUTPURSE_VAR", str(tmp_path))
    return tmp_path


def seed() -> str:
    """Seed; return the password that is told."""
    told = StringIO()
    call_command("seed", stdout=told)
    return told.getvalue().split()[-1]


@pytest.mark.more
def test_a_seeded_clone_has_accounts_to_log_in_with_and_matches_to_look_at_and_join(
    var: Path,
) -> None:
    Match.objects.all().delete()

    password = seed()

    for username in (*PLAYERS, ORGANISER):
        assert Account.objects.get(username=username).check_password(password)
    joinable = Match.objects.filter(status="open").values_list("game", flat=True)
    assert sorted(joinable) == sorted(rules.game for rules in registry.current_games())
    assert Match.objects.filter(status="finished").exists()
    ladder = Ladder.objects.get(slug="pickpockets")
    assert (ladder.season, ladder.matches.count()) == (2, 80)
    assert set(PLAYERS) <= set(ladder.standings.values_list("name", flat=True))
    run_inline()
    assert ladder.matches.filter(source="match", status="rated").count() == 1
    assert verification.check("ladder", ladder.id) == []
    statuses = dict(Tournament.objects.values_list("slug", "status"))
    assert statuses == {"bot-cup": "running", "friday-night": "entry"}

    accounts, matches = Account.objects.count(), Match.objects.count()
    assert seed() == password
    assert (Account.objects.count(), Match.objects.count()) == (accounts, matches)
    assert Tournament.objects.count() == 2


def test_a_game_without_a_bot_of_its_own_is_seeded_too(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = HighCard()
    monkeypatch.setitem(registry._RULES, rules.id, rules)  # noqa: SLF001 - As a line of GAMES does.
    monkeypatch.setattr(registry, "_CURRENT", {rules.game: rules})
    Match.objects.all().delete()

    seed_matches()

    found = Match.objects.filter(game=rules.game).values_list("status", flat=True)
    assert {"finished", "open"} == set(found)


def test_only_the_organiser_may_use_the_admins_pages(var: Path) -> None:
    seed_accounts(var)

    assert list(Account.objects.filter(is_staff=True).values_list("username", flat=True)) == [
        ORGANISER
    ]


def test_a_lost_password_is_replaced_by_a_new_one(var: Path) -> None:
    old = seed_accounts(var)
    (var / "demo_password").unlink()

    new = seed_accounts(var)

    assert new != old
    assert Account.objects.get(username=ORGANISER).check_password(new)
