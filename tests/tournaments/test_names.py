"""The one rule for names, wherever a tournament takes one."""

import pytest

from accounts import services
from accounts.models import Account
from api.problems import Problem
from tests.callers import PASSWORD, new_name
from tests.tournaments.events import REPORTED, Event, somebody
from tournaments.services import entry, entry_files, importing, lifecycle, presence
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

REVERSED = "nimda\u202e"


def refusal(call: object, *arguments: object, **about: object) -> str:
    with pytest.raises(Problem) as found:
        call(*arguments, **about)  # type: ignore[operator] # Any service.
    assert found.value.code == "invalid"
    return found.value.detail


@pytest.mark.parametrize("name", [REVERSED, "A\u200bnn", "admin", "greedy 2", "guest:ann"])
def test_nobody_is_entered_or_plays_on_under_a_name_that_is_none(name: str) -> None:
    event = Event(**REPORTED).enter_names(4)

    assert refusal(event.enter, Newcomer("Ann"), Newcomer(name)).startswith(f"{name}: ")
    assert refusal(event.do, presence.substitute, entrant=1, by=Newcomer(name)).startswith(name)
    assert refusal(entry_files.from_csv, f"name\nAnn\n{name}\n", needs_accounts=False).startswith(
        "line 3 "
    )
    assert len(event.state.entrants) == 4


def test_two_ways_of_writing_one_name_are_one_entrant() -> None:
    event = Event(**REPORTED)
    event.enter(Newcomer(" Noe\u0308l "))

    with pytest.raises(Problem, match="already entered"):
        event.enter(Newcomer("NOËL"))

    assert event.state.name(1) == "Noël"
    assert "names the same player twice" in refusal(
        entry_files.from_csv, "name\nNoël\nnoe\u0308l\n", needs_accounts=False
    )


def test_an_account_from_before_the_rule_takes_part_and_nobody_borrows_its_name() -> None:
    event = Event(**REPORTED)
    event.step("open")
    old = somebody("ann")
    old = old._replace(name="Support")
    Account.objects.filter(pk=str(old.account)).update(username="Support")

    event.do(entry.register, who=old, newcomers=[Newcomer("Support", old.account)])

    assert event.state.name(1) == "Support"
    assert "reserved" in refusal(event.enter, Newcomer("support"))


def test_the_name_of_somebody_erased_is_not_entered_again() -> None:
    name = new_name()
    services.erase(account_id=services.register(username=name, password=PASSWORD).pk)

    assert "reserved" in refusal(Event(**REPORTED).enter, Newcomer(name.upper()))


def test_a_tournament_has_a_name_that_can_be_seen() -> None:
    event = Event()

    assert "U+202E" in refusal(Event, name=f"Cup{REVERSED}")
    assert "U+202E" in refusal(event.do, lifecycle.edit, asked={"name": REVERSED})
    assert Event(name="Coupe de l'e\u0301te\u0301").state.settings["name"] == "Coupe de l'été"


def test_a_report_from_elsewhere_brings_no_hidden_characters() -> None:
    event = Event(**REPORTED, game="pickpocket", table={"min": 2, "target": 2, "max": 2})
    report = f"012 Cup\n001    1      {REVERSED:<33}\n"

    assert "U+202E" in refusal(event.do, importing.take_over, text=report)
    assert event.state.entrants == {}
