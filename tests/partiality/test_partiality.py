"""Pairs beside others: for some of the staff alone, who are written down; and nothing follows."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations
from typing import Any
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Account
from analyses import partiality as measured
from analyses import services as analyses
from analyses.models import Analysis
from bots.analysis.partiality import MEASURED, VERSION
from matches.models import Match, Seat
from partiality import services
from partiality.models import PairTest
from tests.analyses.finished import finished
from tests.callers import Answer, Caller, new_name
from tests.matches import tables
from tests.operations import with_scopes
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import BACKEND, text
from tournaments.services import teams
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

GAME = "pickpocket"


def staff_member(*, may_see: bool = True) -> Account:
    account = Account.objects.create(username=new_name(), is_staff=True)
    if may_see:
        account.user_permissions.set(Permission.objects.filter(codename="view_pairtest"))
    return account


def ask(reader: Account, *names: str) -> Answer:
    return with_scopes("admin", account=reader).get(f"/staff/partiality?pair={','.join(names)}")


def a_test(**about: Any) -> PairTest:
    accounts = [Account.objects.create(username=new_name()) for _ in range(2)]
    first, second = sorted(accounts, key=lambda each: each.pk)
    match = tables.begun(tables.people(3), options={"rounds": 1})
    told: dict[str, Any] = {
        "game": "stick-em",
        "seats": 4,
        "version": VERSION,
        "tested_at": timezone.now(),
        "matches": 16,
        "figures": [4.1, 3.3],
        "p": [0.04, 0.05],
        "compared_with": [24, 19],
        "tests": 7,
        "decisions": [{"match": str(match), "at": 8, "seat": 1, "given": 0.07}],
        **about,
    }
    return PairTest.objects.create(first=first, second=second, **told)


def test_who_has_the_right_reads_a_pair_and_is_written_down() -> None:
    row, reader = a_test(stage=2), staff_member()

    answer = ask(reader, row.second.username, row.first.username)

    assert answer.status == 200, answer.body
    assert answer.body["players"] == [row.first.username, row.second.username]
    (found,) = answer.body["tests"]
    assert (found["status"], found["z"], found["p"]) == ("twice", [4.1, 3.3], [0.04, 0.05])
    assert (found["compared_with"], found["tests"]) == ([24, 19], 7)
    assert found["decisions"][0]["at"] == 8
    entry = LogEntry.objects.get()
    assert (entry.user_id, entry.object_id, entry.change_message) == (
        reader.pk, str(row.pk), "opened",
    )  # fmt: skip


def test_nobody_else_reads_it_and_nobody_reads_of_themselves() -> None:
    row = a_test()
    names = (row.first.username, row.second.username)
    Account.objects.filter(pk=row.first.pk).update(is_staff=True, is_superuser=True)
    row.first.refresh_from_db()

    refused = [ask(staff_member(may_see=False), *names), ask(row.first, *names)]
    without = [
        with_scopes("play", account=staff_member()).get("/staff/partiality?pair=a,b"),
        Caller().get("/staff/partiality?pair=a,b"),
    ]

    assert [each.code for each in refused] == ["permission_denied"] * 2
    assert [each.status for each in without] == [403, 401]
    assert not LogEntry.objects.exists()


def test_a_pair_is_named_by_two_players_and_of_others_there_is_nothing() -> None:
    reader, row = staff_member(), a_test()
    others = [club(1)[0].username for _ in range(2)]

    wrong = [ask(reader, *names) for names in (("",), (others[0],), (others[0],) * 2, ("x", "y"))]

    assert [each.code for each in wrong] == ["invalid"] * 4
    assert ask(reader, *others).body["tests"] == []
    assert row.pk


def test_a_pair_that_was_compared_by_an_earlier_version_stays_readable() -> None:
    rows = [a_test(version=f"partiality/{number}", p=[0.05, 0.4]) for number in (1, 2)]

    answers = [ask(staff_member(), row.first.username, row.second.username) for row in rows]
    pages = [text(page_of(staff_member(), row)) for row in rows]

    assert [each.body["tests"][0]["version"] for each in answers] == [
        "partiality/1",
        "partiality/2",
    ]
    assert all(row.version in page for row, page in zip(rows, pages, strict=True))


def test_without_enough_others_it_says_so() -> None:
    row = a_test(p=None, compared_with=[3, 2])

    (found,) = ask(staff_member(), row.first.username, row.second.username).body["tests"]

    assert (found["status"], found["p"]) == ("not_enough_matches", None)


def page_of(reader: Account, row: PairTest) -> Any:
    browser = Client()
    browser.force_login(reader, backend=BACKEND)
    return browser.get(f"/admin/partiality/pairtest/{row.pk}/change/")


def test_the_admin_shows_a_pair_with_replays_and_writes_down_who_opens_it() -> None:
    row, reader = a_test(stage=2), staff_member()

    answer = page_of(reader, row)
    page = text(answer)

    assert answer.status_code == 200
    assert "unusually favourable to one of the two or to both, twice" in page
    assert f"/matches/{row.decisions[0]['match']}/replay?at=8&amp;viewer=1" in page
    assert "+0.07" in page
    assert not any(word in page.lower() for word in ("cheat", "collu", "guilty", "suspect"))
    assert LogEntry.objects.get().user_id == reader.pk
    assert page_of(staff_member(may_see=False), row).status_code == 403


def test_staff_find_no_pair_of_their_own_in_the_admin() -> None:
    row = a_test()
    Account.objects.filter(pk=row.first.pk).update(is_staff=True, is_superuser=True)
    row.first.refresh_from_db()

    assert page_of(row.first, row).status_code == 302
    assert not LogEntry.objects.exists()


def met(
    first: Account, second: Account, matches: int, seats: int = 3, at: Sequence[int] = (0, 1)
) -> list[UUID]:
    """Have two met at so many finished matches, with somebody else; rows alone, no moves."""
    found = []
    for _ in range(matches):
        match = tables.opened(tables.people(1)[0], seats, game=GAME)
        now = timezone.now()
        Match.objects.filter(id=match).update(status="finished", started_at=now, ended_at=now)
        for seat, account in zip(at, (first, second), strict=True):
            Seat.objects.create(match_id=match, seat=seat, player=account.username, account=account)
        found.append(match)
    return found


def measured_as(matches: Sequence[UUID], given: float, seats: tuple[int, int] = (0, 1)) -> None:
    """Have it reckoned that two gave one another so much in matches."""
    for match in matches:
        for seat, other in (seats, seats[::-1]):
            towards = measured.Towards(other, given, 1.0, [measured.Given(5, given)])
            rest = measured.Towards(2, -given, 1.0, [])
            body = measured.Found(MEASURED, seat, [towards, rest])
            Analysis.objects.update_or_create(
                match_id=match,
                seat=seat,
                kind="partiality",
                version=MEASURED,
                defaults={
                    "body": measured.encoded(body),
                    "queued_at": timezone.now(),
                    "done_at": timezone.now(),
                },
            )  # fmt: skip


def club(size: int) -> list[Account]:
    return [Account.objects.create(username=new_name()) for _ in range(size)]


def test_only_pairs_of_people_who_have_met_often_enough_are_compared() -> None:
    ann, bob, eve, bot = club(4)
    often = met(ann, bob, 16)
    met(ann, eve, 15)
    met(bob, eve, 16, seats=2)
    Account.objects.filter(pk=bot.pk).update(is_bot=True, bot_contact="x@example.org")
    met(ann, bot, 16)

    services.compare()

    rows = Analysis.objects.filter(kind="partiality")
    assert {row.match_id for row in rows} == set(often)
    assert rows.count() == 2 * 16
    assert not PairTest.objects.exists()
    services.compare()
    assert Analysis.objects.filter(kind="partiality").count() == 2 * 16


def test_tables_of_a_deal_that_is_still_open_do_not_count() -> None:
    ann, bob = club(2)
    matches = met(ann, bob, 16)
    Match.objects.filter(id=matches[0]).update(withheld=True)

    services.compare()
    before = Analysis.objects.filter(kind="partiality").count()
    Match.objects.filter(id=matches[0]).update(withheld=False)
    services.compare()

    assert before == 0
    assert Analysis.objects.filter(kind="partiality").count() == 2 * 16


@pytest.mark.more
def test_what_two_have_played_for_one_team_does_not_count() -> None:
    ann, bob, eve = club(3)
    event = Event(**REPORTED)
    event.enter(*(Newcomer(each.username, each.pk) for each in (ann, bob, eve)), Newcomer("joe"))
    event.do(teams.assign, teams=[("Reds", [1, 2]), ("Blues", [3, 4])], apart=False)
    table = event.start().pair().tables[0]
    team = [event.state.team_of[each] for each in table.seats]
    reds = [seat for seat, each in enumerate(team) if each == "Reds"]
    apart = (reds[0], team.index("Blues"))
    for first, second, seats in ((ann, bob, reds), (ann, eve, apart)):
        matches = met(first, second, 16, seats=4, at=seats)
        Match.objects.filter(id__in=matches).update(table_id=table.id)
    met(bob, eve, 16, seats=4)

    found = services.met_often()

    assert set(found[services.Table(GAME, 4)]) == {
        tuple(sorted(pair, key=str)) for pair in ((ann.pk, eve.pk), (bob.pk, eve.pk))
    }
    met(ann, bob, 16, seats=4)
    found = services.met_often()
    pair = (min(ann.pk, bob.pk), max(ann.pk, bob.pk))
    assert len(found[services.Table(GAME, 4)][pair]) == 16


def test_a_pair_without_others_to_compare_with_is_never_unusual() -> None:
    ann, bob = club(2)
    measured_as(met(ann, bob, 16), 3.0)

    services.compare()

    row = PairTest.objects.get()
    assert (row.stage, row.p, row.matches) == (PairTest.Stage.USUAL, None, 16)
    assert min(row.figures) == pytest.approx(12.0)
    assert len(row.decisions) == 10


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> list[Account]:
    """Give five players who have all met, of whom the first two favour one another; few will do."""
    monkeypatch.setattr("bots.analysis.partiality.OTHERS_MIN", 3)
    monkeypatch.setattr("bots.analysis.partiality.RANK_MAX", 0.25)
    monkeypatch.setattr(services, "MATCHES_MIN", 2)
    everybody = club(5)
    for number, (first, second) in enumerate(combinations(everybody, 2)):
        measured_as(met(first, second, 2), 4.0 if number == 0 else 0.01 * number)
    return everybody


def a_month_passes() -> None:
    PairTest.objects.update(tested_at=timezone.now() - timedelta(days=31))
    Match.objects.update(started_at=timezone.now() - timedelta(days=32))


def the_pair(everybody: Sequence[Account]) -> PairTest:
    return PairTest.objects.get(first__in=everybody[:2], second__in=everybody[:2])


def test_a_pair_is_noted_once_and_leads_the_list_after_it_is_unusual_again(
    quickly: list[Account],
) -> None:
    services.compare()
    noted = the_pair(quickly)
    a_month_passes()
    services.compare()
    waiting = the_pair(quickly)
    measured_as(met(quickly[0], quickly[1], 2), 4.0)
    services.compare()
    again = the_pair(quickly)

    assert (noted.stage, noted.tests) == (PairTest.Stage.NOTED, 10)
    # On the same matches nothing is looked at again, be it after a month.
    assert (waiting.stage, waiting.figures) == (PairTest.Stage.NOTED, noted.figures)
    assert waiting.tested_at < noted.tested_at
    assert (again.stage, again.tests) == (PairTest.Stage.UNUSUAL, 1)
    others = PairTest.objects.exclude(pk=again.pk)
    assert set(others.values_list("stage", flat=True)) == {PairTest.Stage.USUAL}


def test_who_is_not_unusual_at_once_again_begins_anew(quickly: list[Account]) -> None:
    services.compare()
    a_month_passes()
    measured_as(met(quickly[0], quickly[1], 2), -1.0)
    services.compare()
    usual = the_pair(quickly)
    a_month_passes()
    measured_as(met(quickly[0], quickly[1], 2), 4.0)
    services.compare()

    assert (usual.stage, usual.noted_at) == (PairTest.Stage.USUAL, None)
    assert the_pair(quickly).stage == PairTest.Stage.NOTED


@pytest.mark.parametrize("given", [4.0, -1.0])
def test_what_an_earlier_rule_has_found_unusual_counts_for_nothing(
    quickly: list[Account], given: float
) -> None:
    services.compare()
    then = timezone.now() - timedelta(days=90)
    for stage in (PairTest.Stage.NOTED, PairTest.Stage.UNUSUAL):
        PairTest.objects.update(version="partiality/3", stage=stage, noted_at=then)
        a_month_passes()
        measured_as(met(quickly[0], quickly[1], 2), given)
        services.compare()
        found = the_pair(quickly)

        assert found.version == VERSION
        if given > 0:
            assert found.stage == PairTest.Stage.NOTED
            assert found.noted_at == found.tested_at
        else:
            assert (found.stage, found.noted_at) == (PairTest.Stage.USUAL, None)


def test_an_earlier_rule_has_looked_at_its_matches_too(quickly: list[Account]) -> None:
    services.compare()
    PairTest.objects.update(version="partiality/3")
    a_month_passes()

    services.compare()

    assert the_pair(quickly).version == "partiality/3"


@pytest.mark.more
def test_a_test_rests_on_no_match_of_the_one_before(quickly: list[Account]) -> None:
    services.compare()
    a_month_passes()
    measured_as(met(quickly[0], quickly[1], 1), 4.0)

    services.compare()

    assert the_pair(quickly).stage == PairTest.Stage.NOTED


def test_what_is_given_in_a_match_is_reckoned_in_pieces_as_at_once() -> None:
    match, _players = finished(GAME, tables.people(3))
    analyses.queue_partiality([(match, 0)])
    row = Analysis.objects.get(kind="partiality")
    pieces = 0
    while not analyses.carry_out(Analysis.objects.get(pk=row.pk), lambda: True):
        pieces += 1
    in_pieces = Analysis.objects.get(pk=row.pk).body
    Analysis.objects.filter(pk=row.pk).update(body="{}")
    call_command("analyses", "rebuild")

    assert pieces > 1
    assert Analysis.objects.get(pk=row.pk).body == in_pieces
    found = measured.read(in_pieces)
    assert [each.seat for each in found.towards] == [1, 2]
    # What is given to one is taken from the other.
    assert sum(each.given for each in found.towards) == pytest.approx(0, abs=1e-3)
