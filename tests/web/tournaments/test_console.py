"""The organiser's console: plans, the way to the podium, drafts, corrections, and who may what."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Account
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import BACKEND, member, text
from tournaments.models import Tournament
from tournaments.services import lifecycle, penalties, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, Role, Status

pytestmark = pytest.mark.django_db

PODS = {"format": "pods", "options": {"rounds": 3}}
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


class Console:
    """A tournament over the board, and its organiser's browser."""

    def __init__(self, entrants: int = 0, **settings: Any) -> None:
        self.event = Event(**{**REPORTED, "stages": [PODS], **settings}).enter_names(entrants)
        self.browser = browser_of(self.event.organiser.account)
        self.at = f"/organise/{self.event.slug}"

    def look(self, page: str = "", **said: Any) -> str:
        return unescape(text(self.browser.get(f"{self.at}{page}", said)))

    def do(self, act: str, **said: Any) -> Any:
        """Press a button of a page that was made just now."""
        about = {"version": self.event.state.version, **said}
        return self.browser.post(f"{self.at}/do/{act}", about)

    def done(self, act: str, **said: Any) -> str:
        """Press a button, and return the page that it leads to."""
        answer = self.do(act, **said)
        assert answer.status_code == 302, text(answer)
        return unescape(text(self.browser.get(answer["Location"])))

    def play_round(self, number: int) -> None:
        """Pair, publish, report and close a round; whoever sits first wins."""
        self.event.do(rounds.pair)
        self.event.do(rounds.publish, number=number)
        for table in self.event.round.tables:
            places = list(range(1, len(table.seats) + 1))
            self.event.do(results.report, table_id=table.id, places=places, scores=None)
        self.event.do(rounds.close, number=number)

    def table(self, round_: int = 1) -> Any:
        return self.event.state.rounds[round_ - 1].tables[0]

    def turned_round(self, round_: int = 1) -> dict[str, Any]:
        """Return the form of a correction in which the last at a table has won."""
        table = self.table(round_)
        size = len(table.seats)
        places = {f"place_{seat}": size - seat for seat in range(size)}
        return {"table_id": str(table.id), **places}


def browser_of(account: Any) -> Client:
    client = Client()
    client.force_login(Account.objects.get(id=account), backend=BACKEND)
    return client


def planner() -> Client:
    browser, account = member()
    Account.objects.filter(id=account.pk).update(is_staff=True)
    return browser


def plan(**changes: Any) -> dict[str, Any]:
    """Return the form of a plan as somebody has filled it in."""
    filled = {
        "game": "stick-em",
        "name": "Friday night",
        "stages": "1",
        "stage0-format": "pods",
        "stage0-pods-rounds": "2",
        "play": "reported",
        "bots": "none",
        "pace": "manual",
        "visibility": "public",
        "on_timeout": "auto",
        "late_points": "none",
        "disqualified": "stand",
        "points": "normalised",
        "table_min": "3",
        "table_target": "4",
        "table_max": "6",
        "tiebreak_1": "wins",
    }
    return {**filled, **changes}


NEW = "/organise/new/plan?game=stick-em"


def test_a_tournament_is_planned_from_a_template() -> None:
    browser = planner()

    offered = text(browser.get("/organise/new/template?game=pickpocket"))
    assert "template=pickpocket-one-day-open" in offered
    page = text(browser.get(f"{NEW}&template=stick-em-one-day-open"))
    assert re.search(r'value="4" selected>4</option>', page), "four rounds, as the template has it"
    answer = browser.post(NEW, plan(checkin="on", capacity="9", tiebreak_2="lots"))

    made = Tournament.objects.get(slug=answer["Location"].removeprefix("/organise/"))
    assert made.slug == "friday-night"
    assert made.settings["stages"][0]["options"]["rounds"] == 2
    assert (made.settings["capacity"], made.settings["checkin"]) == (9, True)
    assert made.settings["tiebreaks"] == ["wins", "lots"]
    assert "Friday night" in text(browser.get("/organise"))


def test_faults_of_a_plan_stand_beside_their_fields_and_nothing_is_lost() -> None:
    browser = planner()
    wrong = plan(name="Kept name", table_min="6", tiebreak_2="wins", clock="30")

    answer = browser.post(NEW, wrong)

    page = unescape(text(answer))
    assert answer.status_code == 400
    assert 'value="Kept name"' in page
    assert '<option value="30" selected>' in page
    assert re.search(r"id_table_target_error.*?must be min <= target <= max", page, re.DOTALL)
    assert re.search(r"id_tiebreak_1_error.*?at most once", page, re.DOTALL)
    assert not Tournament.objects.filter(name="Kept name").exists()


def test_a_stage_is_added_and_taken_away_without_judging_the_rest() -> None:
    browser = planner()

    more = text(browser.post(NEW, plan(name="", change="add")))
    assert "Stage 2" in more
    assert "This field is required" not in more
    fewer = text(
        browser.post(NEW, plan(stages="2", **{"stage1-format": "knockout"}, change="remove-0"))
    )

    assert "Stage 2" not in fewer
    assert re.search(r'value="knockout"[^>]* checked', fewer), "the second stage is the first now"


def test_strangers_neither_plan_a_tournament_nor_see_the_console_of_one() -> None:
    console, (stranger, _account) = Console(), member()

    assert Client().get("/organise")["Location"].startswith("/sign-in?next=")
    assert stranger.get("/organise").status_code == 200
    assert stranger.get("/organise/new/template").status_code == 403
    assert stranger.post(NEW, plan()).status_code == 403
    assert stranger.get(console.at).status_code == 404
    assert stranger.post(f"{console.at}/do/open").status_code == 404


def test_an_evening_goes_from_the_plan_to_the_podium_by_the_one_button_of_each_step() -> None:
    console = Console(stages=[{"format": "pods", "options": {"rounds": 1}}])

    assert "Entry is open." in console.done("open")
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        console.done("enter", name=name)
    assert "4 players have entered." in console.look()
    for act in ("close-entry", "start", "pair"):
        page = console.done(act)
    assert "Round 1 is a draft." in page
    console.done("publish", number=1)
    table = console.table()
    places = {f"place_{seat}": seat + 1 for seat in range(4)}
    console.done("report", table_id=table.id, **places)
    assert "All tables of round 1 are finished." in console.look()
    console.done("close", number=1)
    assert "All rounds have been played." in console.look()
    page = console.done("finish")

    assert "The tournament is over." in page
    assert console.event.state.status is Status.FINISHED
    winner = console.event.state.name(table.seats[0])
    assert re.search(rf">1</td><td><a[^>]*>{winner}<", console.look("/standings"))


def test_a_result_without_places_or_with_impossible_ones_is_refused_and_kept() -> None:
    console = Console(4)
    console.event.start()
    console.event.do(rounds.pair)
    console.event.do(rounds.publish, number=1)
    table = console.table()
    said = {"table_id": str(table.id), "place_0": 1, "place_1": 1, "place_2": 2, "place_3": 4}

    answer = console.do("report", **said)

    assert answer.status_code == 400
    assert "rather 1, 1, 3, 4" in text(answer)
    assert '<option value="2" selected>2</option>' in text(answer)
    assert console.do("report", table_id=str(table.id)).status_code == 400
    assert console.table().places is None


def test_two_players_of_a_draft_are_ticked_and_swapped() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    first, second = console.event.round.tables[0].seats[0], console.event.round.tables[1].seats[0]

    page = console.done("swap", number=1, pair=[first, second], next=f"{console.at}/rounds/1")

    assert "They have swapped seats." in page
    assert "Changed by hand." in page
    assert console.event.round.tables[0].seats[0] == second
    refused = console.do("swap", number=1, pair=[first])
    assert refused.status_code == 400
    assert "Tick two players, not 1." in text(refused)


def test_a_form_that_is_sent_twice_is_done_once() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    seats = [table.seats[0] for table in console.event.round.tables]
    before = console.event.state.version
    said = {"number": 1, "pair": seats, "key": "k" * 20, "version": before}

    answers = [console.browser.post(f"{console.at}/do/swap", said) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert console.event.state.version == before + 1
    assert console.event.round.tables[0].seats[0] == seats[1]


def test_whoever_decides_on_a_stale_page_is_told_what_somebody_else_did() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    stale = console.event.state.version
    seats = [table.seats[0] for table in console.event.round.tables]
    console.event.do(rounds.swap, number=1, first=seats[0], second=seats[1])

    answer = console.do("swap", number=1, pair=seats, version=stale)

    page = unescape(text(console.browser.get(answer["Location"])))
    assert "Someone else acted first: p" in page
    assert "swapped seats in round 1" in page
    assert console.event.round.tables[0].seats[0] == seats[1], "nothing was swapped back"


def test_tables_are_pinned_and_players_kept_apart_when_a_draft_is_paired_again() -> None:
    console = Console(12)
    console.event.start()
    console.event.do(rounds.pair)
    pinned = console.event.round.tables[0]
    left, right = console.event.round.tables[1].seats[:2]

    page = console.done("keep-apart", number=1, pair=[left, right], next=f"{console.at}/rounds/1")
    assert "Kept apart" in page
    console.done("repair", number=1, pinned=[str(pinned.id)])

    tables = console.event.round.tables
    assert pinned.seats in [table.seats for table in tables]
    assert not any({left, right} <= set(table.seats) for table in tables)
    console.done("let-meet", pair=[left, right], lifted="on")
    assert console.event.state.apart == set()


def test_a_correction_shows_its_consequences_before_it_is_made() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    wrong = console.turned_round()
    before = console.event.state.version

    preview = console.do("correct", **wrong)

    page = unescape(text(preview))
    assert preview.status_code == 200
    assert "Nothing has been changed yet." in page
    winner = console.event.state.name(console.table().seats[-1])
    assert re.search(rf"<td>{winner}</td>.*?→.*?<strong>1</strong>.*?▲", page, re.DOTALL)
    assert console.event.state.version == before
    assert console.table().places[0] == 1
    said = dict(HIDDEN.findall(page.partition('name="confirmed"')[0])) | {"confirmed": "yes"}
    answer = console.browser.post(
        f"{console.at}/do/correct", {**wrong, **said, "reason": "misread"}
    )
    assert answer.status_code == 302
    assert console.table().places[0] == len(console.table().seats)
    assert "“misread”" in console.look("/log")


def test_the_rounds_after_a_correction_are_kept_or_paired_anew() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    console.event.do(rounds.pair)
    wrong = console.turned_round()
    drafted = [table.id for table in console.event.round.tables]

    page = text(console.do("correct", **wrong))
    assert "Round 2 was paired with the old result." in page
    anew = text(console.do("correct", **wrong, then="repair"))
    assert re.search(r'value="repair" aria-pressed="true"', anew)
    console.done("correct", **wrong, then="repair", confirmed="yes")

    assert console.event.round.number == 2
    assert not {table.id for table in console.event.round.tables} & set(drafted)


def test_a_confirmation_that_somebody_has_overtaken_shows_the_new_state_first() -> None:
    console = Console(8)
    console.event.start()
    console.play_round(1)
    wrong = console.turned_round()
    stale = console.event.state.version
    console.event.do(penalties.penalise, entrant=3, units=60)

    answer = console.do("correct", **wrong, version=stale, confirmed="yes")

    page = unescape(text(answer))
    assert answer.status_code == 409
    assert "Someone else acted first." in page
    assert "p3 was given a penalty" in page
    assert console.table().places[0] == 1, "nothing was changed"
    assert f'name="version" value="{console.event.state.version}"' in page
    console.done("correct", **wrong, confirmed="yes")
    assert console.table().places[0] != 1


def test_a_rollback_names_what_goes_and_the_log_keeps_it_as_undone() -> None:
    console = Console(4)
    console.event.start()
    version = console.event.state.version
    console.play_round(1)

    page = console.look("/do/rollback", to_version=version)
    assert "removed" in page
    console.done("rollback", to_version=version, confirmed="yes", reason="wrong field")

    assert console.event.state.rounds == []
    log = console.look("/log")
    assert f"rolled back to version {version}" in log
    assert log.count(">undone<") == 4, "paired, published, reported, closed"


def test_many_are_entered_from_lines_or_a_file_and_faults_are_told_line_by_line() -> None:
    console = Console()
    faulty = "name,rating\nZoe,12\nYan,high\nZoe,3\n"

    answer = console.do("enter-many", csv=faulty)
    page = unescape(text(answer))
    assert answer.status_code == 400
    assert re.search(r">3</td><td><code>Yan,high</code></td><td>has the rating", page)
    assert re.search(r">4</td><td><code>Zoe,3</code>", page)
    assert "Zoe,12" in page.partition("<textarea")[2], "what was pasted is still there"
    assert console.event.state.entrants == {}
    file = SimpleUploadedFile("people.csv", "name,rating\nZoë,1500\nYan,1400\n".encode())
    console.done("enter-many", file=file)

    assert [each.name for each in console.event.state.entrants.values()] == ["Zoë", "Yan"]
    binary = SimpleUploadedFile("people.csv", b"\xff\xfe\x00")
    assert "not UTF-8 text" in text(console.do("enter-many", file=binary))


def test_entrants_are_checked_in_seeded_by_hand_and_wait_beyond_the_capacity() -> None:
    console = Console(capacity=3, checkin=True)
    console.event.step("open")
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        console.done("enter", name=name)
    assert "Waiting list: 1" in console.look("/entrants")
    console.event.step("open-checkin")
    console.done("check-in", entrant=2)
    console.done("seed", method="manual", seed_1="3", seed_2="1", seed_3="2")

    state = console.event.state
    assert [state.entrants[each].seed for each in (1, 2, 3)] == [3, 1, 2]
    assert state.entrants[2].presence is EntrantStatus.CHECKED_IN
    assert "✓ checked in" in console.look("/entrants")


def test_what_can_be_done_about_an_entrant_depends_on_where_they_stand() -> None:
    console = Console(5)
    console.event.start()

    assert "Substitute" in console.look("/entrants/1")
    assert "Nothing has been changed yet." in console.look("/do/drop", entrant=1)
    console.done("drop", entrant=1, confirmed="yes", reason="ill")
    assert "Reinstate" in console.look("/entrants/1")
    console.done("re-add", entrant=1)
    console.done("penalty", entrant=2, points="0.5", confirmed="yes")
    console.done("substitute", entrant=3, name="Somebody", confirmed="yes")
    console.done("no-show", entrant=4, confirmed="yes")
    console.done("disqualify", entrant=5, results="stand", confirmed="yes")

    people = console.event.state.entrants
    assert people[1].presence is EntrantStatus.CHECKED_IN
    assert (people[2].penalty, people[3].name, people[4].no_shows) == (60, "Somebody", 1)
    assert people[5].presence is EntrantStatus.DISQUALIFIED
    assert console.do("drop", entrant=77, confirmed="yes").status_code == 400


def test_bots_and_oneself_are_entered_where_the_plan_has_a_place_for_them() -> None:
    console = Console(bots="allowed", play="matches")

    console.done("enter-bots", bot="greedy", count="3")
    assert "Entry is not open" in console.done("enter-myself")
    console.done("open")
    console.done("enter-myself")
    refused = console.do("enter", name="Nobody with an account")

    names = [each.name for each in console.event.state.entrants.values()]
    assert names == ["greedy 1", "greedy 2", "greedy 3", console.event.organiser.name]
    assert refused.status_code >= 400
    assert "has no account here" in text(refused)
    assert "Add bots" not in Console(bots="none").look("/entrants")


def test_roles_say_which_buttons_there_are_and_which_acts_are_refused() -> None:
    console, (helper, account) = Console(5), member()
    console.done("give-role", account=account.username, role="scorekeeper")
    console.event.start()

    page = text(helper.get(console.at))
    assert "Role required for this step: organiser." in page
    assert "Call off the tournament" not in page
    assert helper.post(f"{console.at}/do/pair").status_code == 403
    assert helper.get(f"{console.at}/do/rollback").status_code == 403
    console.event.do(lifecycle.give_role, account=account.pk, role=Role.JUDGE)
    assert helper.get(f"{console.at}/do/penalty?entrant=1").status_code == 200
    assert helper.post(f"{console.at}/do/pair").status_code == 403
    console.done("take-role", account=account.username)
    assert helper.get(console.at).status_code == 404
    last = console.done("take-role", account=console.event.organiser.name)
    assert "keeps one organiser at least" in last


def test_the_plan_is_changed_until_the_start() -> None:
    console = Console(4)
    page = console.look("/settings")
    assert 'name="name" value="Cup"' in page
    version = console.event.state.version
    answer = console.browser.post(f"{console.at}/settings", plan(name="Cup 2", version=version))
    assert answer.status_code == 302
    assert console.event.state.settings["name"] == "Cup 2"
    stale = console.browser.post(f"{console.at}/settings", plan(name="Cup 3", version=version))
    assert stale.status_code == 400
    assert 'value="Cup 3"' in text(stale), "what was written is still there"
    console.event.start()

    assert "its settings are fixed" in console.look("/settings")
    assert console.browser.post(f"{console.at}/settings", plan()).status_code == 403


def test_a_name_with_a_script_in_it_is_text_on_every_page() -> None:
    console = Console(name="<script>alert(1)</script>")
    console.event.enter(*(Newcomer(f"<b>{name}</b>") for name in "abc"))
    console.event.start()
    console.event.do(rounds.pair)

    for page in ("", "/entrants", "/entrants/1", "/seeds", "/rounds/1", "/standings", "/log"):
        answer = console.browser.get(f"{console.at}{page}")
        shown = text(answer)
        assert "<script>alert" not in shown
        assert "<b>a" not in shown
        assert " style=" not in shown
        assert " onclick=" not in shown
        assert "unsafe" not in answer["Content-Security-Policy"]


def test_what_a_running_tournament_waits_for_is_named() -> None:
    console = Console(4)
    console.event.start()
    console.done("pause")
    assert "nothing is paired or published" in console.look()
    refused = console.done("pair")
    assert "paused; resume it first" in refused
    console.done("resume")
    console.done("pair")
    console.done("publish", number=1)
    assert "0 of 1 tables of round 1 are finished." in console.look()
    page = console.look("/do/unpublish", number=1)
    assert "Unpublish: what changes" in page
    console.done("unpublish", number=1, confirmed="yes")
    console.done("unpair", number=1)
    console.done("cancel", confirmed="yes", reason="storm")

    assert console.event.state.status is Status.CANCELLED
    assert "The tournament is called off." in console.look()
