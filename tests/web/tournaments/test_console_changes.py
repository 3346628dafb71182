"""What the console changes while play goes on: seats, byes, time, verdicts; reports as files."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Account
from tests.tournaments.events import somebody
from tests.web.tournaments.consoles import Console, browser_of
from tests.web.visitors import member, text
from tournaments.services import lifecycle, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, Role

pytestmark = pytest.mark.django_db

DUELS: dict[str, Any] = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}


def published(entrants: int, **settings: Any) -> Console:
    """Return a tournament whose first round is being played."""
    console = Console(entrants, **settings)
    console.event.start()
    console.event.pair()
    return console


def test_two_of_a_published_round_are_swapped_where_nobody_has_played() -> None:
    console = published(12)
    played, left, right = console.event.round.tables
    console.event.report(0, [1, 2, 3, 4])
    first, second = left.seats[0], right.seats[0]

    assert "/do/swap-published?number=1" in console.look("/rounds/1")
    asked = console.look("/do/swap-published", number=1)
    assert f"{console.event.state.name(first)} (table 2)" in asked
    offered = set(re.findall(r'name="pair" value="(\d+)"', asked))
    assert offered == set(map(str, (*left.seats, *right.seats))), "nobody from where one has won"
    said = {"number": 1, "pair": [first, second]}
    preview = text(console.do("swap-published", **said))
    assert "Nothing has been changed yet." in preview
    assert console.event.round.tables[1].seats[0] == first
    assert "They have swapped seats." in console.done("swap-published", **said, confirmed="yes")

    assert console.event.round.tables[1].seats[0] == second
    refused = console.do("swap-published", number=1, pair=[played.seats[0], second])
    assert refused.status_code == 400


def test_somebody_of_a_draft_or_of_a_published_round_is_given_a_bye() -> None:
    console = Console(12)
    console.event.start()
    console.event.pair(publish=False)
    ill = console.event.round.tables[0].seats[0]

    page = console.look("/rounds/1")
    assert "Give a bye" in page
    assert console.do("sit-out", number=1).status_code == 400
    said = {"number": 1, "pair": [ill], "next": f"{console.at}/rounds/1"}
    assert "Nothing has been changed yet." in text(console.do("sit-out", **said))
    console.done("sit-out", **said, reason="ill", confirmed="yes")
    assert ill in console.event.round.byes
    console.event.do(rounds.publish, number=1)
    other = console.event.round.tables[0].seats[0]
    link = re.search(r'href="([^"]*/do/sit-out[^"]*)"', console.look(f"/entrants/{other}"))

    assert link is not None
    assert "Give a bye: what changes" in text(console.browser.get(unescape(link[1])))
    two = console.event.round.tables[0].seats[:2]
    refused = console.do("sit-out", number=1, pair=two)
    assert "Tick one player, not 2." in text(refused)
    console.done("sit-out", number=1, pair=[other], confirmed="yes")
    assert {ill, other} <= set(console.event.round.byes)


def test_a_repair_touches_only_the_table_that_somebody_has_left() -> None:
    console = published(12)
    before = console.event.round.tables
    gone = before[0].seats[0]
    console.event.do(presence.leave, entrant=gone)

    preview = text(console.do("mend", number=1))
    assert console.event.state.name(gone) in preview
    console.done("mend", number=1, confirmed="yes")

    kept = {table.id for table in console.event.round.tables}
    assert {table.id for table in before[1:]} <= kept
    assert before[0].id not in kept
    again = console.do("mend", number=1)
    assert "Nobody has left or come since round 1 was paired." in text(again)


def test_a_round_and_a_table_are_given_more_time_where_something_is_timed() -> None:
    console, untimed = published(8, round_seconds=600), published(8)
    table = console.table()

    assert "/do/extend-round" in console.look("/rounds/1")
    assert "/do/extend-table" in console.look(f"/tables/{table.id}")
    assert "Minutes more" in console.look("/do/extend-round", number=1)
    assert "The round has more time." in console.done("extend-round", number=1, minutes=5)
    console.done("extend-table", table_id=table.id, minutes=2, reason="A spilt drink.")
    assert (console.event.round.extended_s, console.table().extended_s) == (300, 120)
    assert "A spilt drink." in console.look("/log")
    assert console.do("extend-round", number=1, minutes=0).status_code == 400

    assert "/do/extend-round" not in untimed.look("/rounds/1")
    assert "Nothing is timed here" in text(untimed.do("extend-round", number=1, minutes=5))


@pytest.mark.parametrize(("results", "left"), [("stand", True), ("void", False)])
def test_the_results_of_somebody_disqualified_stand_or_are_void(
    results: str, *, left: bool
) -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    winner = console.table().seats[0]

    assert "they are void" in console.look("/do/disqualify", entrant=winner)
    said = {"entrant": winner, "results": results}
    assert "▼" in text(console.do("disqualify", **said)), "last of all either way"
    console.done("disqualify", **said, confirmed="yes")

    person = console.event.state.entrants[winner]
    assert person.presence is EntrantStatus.DISQUALIFIED
    assert person.is_void is not left
    assert console.do("disqualify", entrant=winner).status_code == 400, "it has to be said which"


def test_the_plan_says_what_becomes_of_results_unless_the_judge_does() -> None:
    strict = Console(4, disqualified="void").look("/do/disqualify", entrant=1)
    assert re.search(r'value="void"[^>]* checked', strict)
    mild = Console(4).look("/do/disqualify", entrant=1)
    assert re.search(r'value="stand"[^>]* checked', mild)


@pytest.mark.more
def test_pairings_and_standings_are_taken_along_as_files() -> None:
    pods, duels = published(8), published(4, **DUELS)

    page = pods.look("/rounds/1")
    for end in (f"/tournaments/{pods.event.slug}/print", "/pairings.txt", "/pairings.csv"):
        found = re.search(rf'href="([^"]*{end})"', page)
        assert found is not None
        assert pods.browser.get(found[1]).status_code == 200
    assert "format=trf" not in pods.look("/standings"), "TRF is for duels"
    link = re.search(r'href="([^"]*format=trf)"', duels.look("/standings"))
    assert link is not None
    assert duels.browser.get(link[1]).content.startswith(b"012 Cup\n")


@pytest.mark.more
def test_a_report_of_duels_is_taken_over_from_a_file_into_a_tournament_without_entrants() -> None:
    old = Console(4, **DUELS)
    old.event.start()
    old.play_round(1)
    report = old.browser.get(f"/api/v1/tournaments/{old.event.slug}/export?format=trf").content
    new = Console(**DUELS)

    assert "Import a TRF report" in new.look("/entrants")
    assert "Paste the report, or choose a file." in text(new.do("import"))
    wrong = new.do("import", trf="001 nobody")
    assert wrong.status_code == 400
    assert "The file is not a valid TRF of duels" in text(wrong)
    binary = SimpleUploadedFile("report.trf", b"\xff\xfe\x00")
    assert "Save it in UTF-8." in text(new.do("import", file=binary))
    assert not new.event.state.entrants
    new.done("import", file=SimpleUploadedFile("report.trf", report))

    assert new.event.round.closed
    assert set(new.event.ranking()[:2]) == set(old.event.ranking()[:2]), "lots part who won"
    assert "Import a TRF report" not in new.look("/entrants")
    assert "Import a TRF report" not in Console().look("/entrants"), "tables of four are no duels"


def test_a_report_in_western_letters_comes_in_and_goes_out_byte_for_byte() -> None:
    names = ("Jürgen Groß", "Zoë Piñero")
    lines = [
        f"{f'001 {at:>4}      {name}':<91}{cells}"
        for at, (name, cells) in enumerate(zip(names, ("   2 w 1", "   1 b 0"), strict=True), 1)
    ]
    report = ("\r\n".join(["012 Frühling", *lines]) + "\r\n").encode("windows-1252")
    new = Console(**DUELS)

    new.done("import", file=SimpleUploadedFile("report.trf", report))

    assert [each.name for each in new.event.state.entrants.values()] == [*names]
    answer = new.browser.get(f"/api/v1/tournaments/{new.event.slug}/export?format=trf")
    assert answer.content == report
    assert answer["Content-Type"] == "text/plain; charset=windows-1252"


def test_the_list_of_tournaments_leads_whoever_organises_to_the_console() -> None:
    console, (stranger, account) = Console(), member()

    assert 'href="/organise"' in text(console.browser.get("/tournaments"))
    for browser in (Client(), stranger):
        assert 'href="/organise"' not in text(browser.get("/tournaments"))
    Account.objects.filter(id=account.pk).update(is_staff=True)
    assert 'href="/organise"' in text(stranger.get("/tournaments"))
    assert f'href="{console.at}"' in text(console.browser.get(f"/tournaments/{console.event.slug}"))


@pytest.mark.more
def test_staff_of_the_site_runs_a_tournament_without_a_role_and_reads_so() -> None:
    console, (boss, account) = Console(4), member()
    Account.objects.filter(id=account.pk).update(is_staff=True)
    public = f"/tournaments/{console.event.slug}"
    console.done("open")
    assert boss.get(console.at).status_code == 404, "the staff's rights say who manages these"
    assert "Run the tournament" not in text(boss.get(public))
    account.user_permissions.add(Permission.objects.get(codename="change_tournament"))

    assert "you act as staff of the site" in text(boss.get(console.at))
    assert f'href="{console.at}"' in text(boss.get(public))
    for act in ("close-entry", "start", "pair"):
        assert boss.post(f"{console.at}/do/{act}").status_code == 302
    assert boss.get(f"{console.at}/rounds/1").status_code == 200
    assert account.username in text(boss.get(f"{console.at}/log")), "in their own name"
    assert console.event.state.role_of(account.pk) is None


@pytest.mark.more
def test_judges_give_time_but_leave_seats_to_the_organiser() -> None:
    console = published(8, round_seconds=600)
    judge = somebody("judy")
    console.event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    browser = browser_of(judge.account)

    page = text(browser.get(f"{console.at}/rounds/1"))
    assert "/do/extend-round" in page
    for act in ("swap-published", "sit-out", "mend"):
        assert f"/do/{act}" not in page
        assert browser.post(f"{console.at}/do/{act}", {"number": 1}).status_code == 403
    assert browser.post(f"{console.at}/do/import", {}).status_code == 403
    more = browser.post(f"{console.at}/do/extend-round", {"number": 1, "minutes": 1})
    assert more.status_code == 302


def test_nothing_is_repaired_in_a_bracket_where_tables_follow_from_one_another() -> None:
    console = published(4, **DUELS, stages=[{"format": "knockout", "options": {"advance": 1}}])

    page = console.look("/rounds/1")
    assert "/do/swap-published" in page
    assert "/do/mend" not in page
    assert "/do/sit-out" not in page
    assert "In a bracket" in text(console.do("mend", number=1))


def test_whoever_came_late_is_seated_by_a_repair_of_the_draft() -> None:
    console = Console(11, late_entry=True)
    console.event.start()
    console.event.pair(publish=False)
    console.event.enter(Newcomer("Late"))

    assert "Repair changed tables" in console.look("/rounds/1")
    console.done("mend", number=1, confirmed="yes")

    late = len(console.event.state.entrants)
    assert any(late in table.seats for table in console.event.round.tables)
