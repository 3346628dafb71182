"""What goes wrong in the room: the right words, and nothing lost."""

import pytest

from tests.tournaments.events import REPORTED, Event
from tests.web.tournaments.consoles import HIDDEN, Console, browser_of
from tests.web.tournaments.phones import Phone
from tests.web.visitors import member, text
from tournaments.services import entrant_codes, lifecycle, rounds
from tournaments.state import Role

pytestmark = pytest.mark.django_db

FIRST_WINS = {f"place_{seat}": seat + 1 for seat in range(4)}
LAST_WINS = {f"place_{seat}": 4 - seat for seat in range(4)}


@pytest.fixture
def event() -> Event:
    """Return an evening in its only round, whose entrants have codes."""
    made = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 1}}])
    made.enter_names(8).start()
    made.do(entrant_codes.issue)
    made.pair()
    return made


def test_a_code_on_two_phones_is_one_player_who_confirms_nothing_alone(event: Event) -> None:
    table = event.round.tables[0]
    first, second = Phone(event, table.seats[0]), Phone(event, table.seats[0])
    first.press("report", table_id=table.id, **FIRST_WINS)

    told = second.press("report", table_id=table.id, **FIRST_WINS)
    assert "another player at the table confirms it" in told
    assert event.round.tables[0].places is None
    second.press("report", table_id=table.id, **LAST_WINS)
    reported = event.round.tables[0].reported
    assert reported is not None
    assert list(reported.places) == list(LAST_WINS.values())

    assert "The result counts." in Phone(event, table.seats[1]).press(
        "report", table_id=table.id, **LAST_WINS
    )
    told = first.press("report", table_id=table.id, **FIRST_WINS)
    assert "A judge can correct it" in told
    assert event.round.tables[0].places == (4, 3, 2, 1)


def test_a_round_closed_while_a_phone_was_offline_keeps_its_result(event: Event) -> None:
    table = event.round.tables[0]
    phone = Phone(event, table.seats[0])
    phone.look()
    for number in range(2):
        event.report(number, [1, 2, 3, 4])
    event.do(rounds.close, number=1)
    version = event.state.version

    told = phone.press("report", table_id=table.id, **LAST_WINS)

    assert "That table is over, or belongs to an earlier round. Nothing was changed" in told
    assert event.state.version == version


def test_a_judge_called_after_the_end_does_not_come_and_the_phone_says_why(event: Event) -> None:
    table = event.round.tables[0]
    phone = Phone(event, table.seats[0])
    phone.look()
    for number in range(2):
        event.report(number, [1, 2, 3, 4])
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    version = event.state.version

    told = phone.press("call-judge", table_id=table.id)

    assert "That table is over" in told
    assert "You finished in place" in told
    assert event.state.version == version


def test_two_scorekeepers_at_one_table_are_told_of_each_other_and_no_result_is_lost() -> None:
    console = Console(8)
    console.event.start()
    console.event.pair()
    table = str(console.table().id)
    _browser, account = member()
    console.event.do(lifecycle.give_role, account=account.pk, role=Role.SCOREKEEPER)
    browser, version = browser_of(account.pk), console.event.state.version
    name = console.event.organiser.name
    console.do("report", table_id=table, **FIRST_WINS)
    after = console.event.state.version

    answer = browser.post(
        f"{console.at}/do/report", {"table_id": table, "version": version, **LAST_WINS}
    )

    said = answer.content.decode()
    assert answer.status_code == 409, said
    assert name in said
    assert console.event.state.version == after
    assert console.table().places == (1, 2, 3, 4)


def test_a_dispute_is_decided_by_the_form_beside_a_version(event: Event) -> None:
    table = event.round.tables[0]
    for entrant, said in zip(table.seats, (FIRST_WINS, LAST_WINS), strict=False):
        Phone(event, entrant).press("report", table_id=table.id, **said)
    organiser = browser_of(event.organiser.account)
    page = text(organiser.get(f"/organise/{event.slug}/tables/{table.id}"))
    form = next(each for each in page.split("<form")[1:] if "Decide for" in each)

    decision = {**dict(HIDDEN.findall(form)), "reason": "seen by all"}
    answer = organiser.post(f"/organise/{event.slug}/do/correct", decision)

    assert answer.status_code == 302, text(answer)
    assert event.round.tables[0].places == (1, 2, 3, 4)
