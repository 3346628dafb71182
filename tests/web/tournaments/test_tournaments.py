"""Tournaments in the browser: entering, one's table, rounds, standings, the log, and refusals."""

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts import services
from accounts.models import Account
from tests.callers import new_key
from tests.tournaments.events import REPORTED, Event, run_all
from tests.web.visitors import member, text
from tournaments.events import CATALOGUE
from tournaments.models import Tournament
from tournaments.services import lifecycle, penalties, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Status
from tournaments.unit_of_work import Principal
from web.tournaments.event_words import EVENTS

pytestmark = pytest.mark.django_db

NOISE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|data-version="\d+"|<time[^>]*>[^<]*</time>'
)
TABS = ("", "/entrants", "/rounds", "/standings", "/log", "/print")


def who(account: Account) -> Principal:
    return Principal(account.pk, account.username)


def newcomer(account: Account) -> Newcomer:
    return Newcomer(account.username, account.pk)


def page(browser: Client, event: Event, path: str = "") -> str:
    return text(browser.get(f"/tournaments/{event.slug}{path}"))


def act(browser: Client, event: Event, name: str) -> str:
    """Press a button, and return the page that it leads to."""
    answer = browser.post(f"/tournaments/{event.slug}/act", {"act": name})
    assert (answer.status_code, answer["Location"]) == (302, f"/tournaments/{event.slug}")
    return page(browser, event)


def over_the_board(players: int, **settings: Any) -> tuple[Event, list[tuple[Client, Account]]]:
    """Return a tournament with a published first round, and its players with their browsers."""
    people = [member() for _ in range(players)]
    event = Event(**REPORTED, **settings)
    event.enter(*(newcomer(account) for _, account in people))
    event.start().pair()
    return event, people


def seated(event: Event, people: list[tuple[Client, Account]]) -> list[tuple[Client, Account]]:
    """Return the people of the first table, in the order of their seats."""
    return [people[each - 1] for each in event.round.tables[0].seats]


def report(browser: Client, event: Event, places: list[int], **scores: int) -> Any:
    form = {f"place_{seat}": place for seat, place in enumerate(places)}
    address = f"/tournaments/{event.slug}/tables/{event.round.tables[0].id}"
    return browser.post(address, {**form, **scores})


def test_somebody_enters_plays_over_the_board_and_sees_the_standings() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 1}}])
    event.step("open")
    people = [member() for _ in range(3)]
    for browser, _ in people:
        assert "You have entered. Good luck!" in act(browser, event, "enter")
    event.start().pair()
    (first, ann), (second, bob), (third, _) = seated(event, people)

    table = f"/tournaments/{event.slug}/tables/{event.round.tables[0].id}"
    for path in TABS[:-1]:
        assert table in page(first, event, path), path
    assert table in text(first.get("/"))
    assert "Your table" not in page(Client(), event)
    assert report(first, event, [1, 2, 3])["Location"] == table
    waiting = text(second.get(table))
    assert f"{ann.username} has reported" in waiting
    assert 'value="2" selected' in waiting
    report(second, event, [1, 2, 3])
    shown = page(third, event, "/standings")

    assert [row[:2] for row in standings(shown)] == [("1", ann.username), ("2", bob.username)]
    assert event.round.tables[0].places == (1, 2, 3)
    assert "Your table:" not in text(first.get("/"))
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    assert "You finished in place 1 of 3." in page(first, event)
    assert f"/players/{ann.username}" in page(Client(), event)
    assert event.slug in text(Client().get(f"/players/{ann.username}/tournaments"))


def standings(shown: str) -> list[tuple[str, str]]:
    """Return rank and name of the first two lines of the standings."""
    found = re.findall(r'rank">(\d+)</td><th scope="row"><a[^>]*>([^<]+)</a>', shown)
    return found[:2]


def test_tournaments_are_listed_by_what_one_can_do_and_by_game() -> None:
    entering, over, draft = Event(name="Open one"), Event(name="Old one"), Event(name="Secret one")
    running = Event(name="Running one", game="pickpocket", **REPORTED).enter_names(3).start()
    entering.step("open")
    over.do(lifecycle.cancel)

    everything = text(Client().get("/tournaments"))
    places = [everything.index(f'"/tournaments/{each.slug}"') for each in (running, entering, over)]
    pickpocket = text(Client().get("/tournaments?game=pickpocket"))

    assert places == sorted(places)
    assert draft.slug not in everything
    assert running.slug in pickpocket
    assert entering.slug not in pickpocket
    assert "There are no tournaments of this game." in text(
        Client().get("/tournaments?game=sticky-fingers")
    )


def test_a_tournament_that_is_planned_and_a_round_in_draft_are_their_staffs_alone() -> None:
    event = Event(**REPORTED)
    organiser = Client()
    organiser.force_login(
        Account.objects.get(username=event.organiser.name),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    for path in TABS:
        assert Client().get(f"/tournaments/{event.slug}{path}").status_code == 404
        assert organiser.get(f"/tournaments/{event.slug}{path}").status_code == 200
    event.enter_names(4).start().pair(publish=False)
    table = event.round.tables[0].id

    assert "This is a draft." in page(organiser, event, "/rounds")
    assert "No round has been published yet." in page(Client(), event, "/rounds")
    for path in ("/rounds/1", "/rounds/1?why", f"/tables/{table}", "/rounds/7"):
        assert Client().get(f"/tournaments/{event.slug}{path}").status_code == 404


def seen(reader: Client, event: Event, paths: tuple[str, ...]) -> list[str]:
    """Return pages without what says nothing: the forms' tokens, times and the version."""
    return [NOISE.sub("", page(reader, event, path)) for path in paths]


def test_pages_are_the_same_bytes_whatever_is_dealt_and_played_at_the_tables() -> None:
    event = Event(table={"min": 2, "target": 2, "max": 2}, game="pickpocket")
    players = [member() for _ in range(4)]
    event.enter(*(newcomer(account) for _, account in players))
    event.start().pair()
    run_all()
    readers = (Client(), member()[0])
    before = [seen(reader, event, (*TABS, "/rounds?why")) for reader in readers]
    match = event.round.tables[0].match
    moves = 0
    for browser, _ in players:
        shown = text(browser.get(f"/matches/{match}"))
        offered = re.findall(r'name="move" value="([^"]+)"', shown)
        version = re.search(r'name="version" value="(\d+)"', shown)
        if offered and version:
            said = {"move": html.unescape(offered[0]), "version": version[1]}
            assert browser.post(f"/matches/{match}/move", said).status_code == 302
            moves += 1

    assert moves > 0
    assert [seen(reader, event, (*TABS, "/rounds?why")) for reader in readers] == before


def test_pages_are_the_same_bytes_whatever_a_draft_pairs() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2}}])
    event.enter_names(8).start()
    event.play_round()
    (first, _), (second, _) = (table.seats[:2] for table in event.pair(publish=False).tables)
    public = ("", "/entrants", "/rounds", "/rounds/1?why", "/standings", "/print")
    before = seen(Client(), event, public)
    event.do(rounds.swap, number=2, first=first, second=second)

    assert seen(Client(), event, public) == before
    assert page(Client(), event, "/log").count("The staff worked on the next round.") == 2


def test_a_full_tournament_has_a_waiting_list_that_moves_up() -> None:
    event = Event(**REPORTED, capacity=2)
    event.step("open")
    (ann, _), (bob, _), (cleo, _) = people = [member() for _ in range(3)]
    for browser, _ in people[:2]:
        act(browser, event, "enter")

    assert "All 2 places are taken. You would be number 1" in page(cleo, event)
    assert "You are number 1 on the waiting list." in act(cleo, event, "enter")
    act(ann, event, "withdraw")

    assert "Your first table will be shown here." in page(cleo, event)
    assert "All 2 places are taken." in page(ann, event)
    assert "Your first table" in page(bob, event)


def test_an_act_that_comes_twice_counts_once_and_complains_of_nothing() -> None:
    event = Event(**REPORTED, checkin=True)
    event.step("open")
    browser, _ = member()

    for _ in range(2):
        assert "You have entered. Good luck!" in act(browser, event, "enter")
    event.step("open-checkin")
    for _ in range(2):
        assert "You are checked in." in act(browser, event, "check-in")
    for _ in range(2):
        assert "You have left the tournament." in act(browser, event, "withdraw")

    assert [each.presence for each in event.state.entrants.values()] == ["withdrawn"]


@pytest.mark.parametrize(
    ("settings", "steps", "words"),
    [
        ({}, ("close-entry",), "Entry is closed."),
        ({"bots": "only"}, (), "This tournament is for bots"),
        ({}, ("open-checkin",), "Entry is closed."),
    ],
)
def test_who_cannot_enter_reads_why_and_what_to_do(
    settings: dict[str, Any], steps: tuple[str, ...], words: str
) -> None:
    event = Event(**REPORTED, **settings)
    event.step("open")
    for step in steps:
        event.step(step)
    browser, _ = member()

    assert words in page(browser, event)
    assert 'class="note bad"' in act(browser, event, "enter")
    assert event.state.entrants == {}


def test_a_bracket_takes_nobody_in_once_it_has_begun() -> None:
    duels = {"min": 2, "target": 2, "max": 2}
    stages = [{"format": "knockout"}]
    event, _ = over_the_board(3, game="pickpocket", table=duels, stages=stages)
    browser, _ = member()

    assert "accepts no more entrants" in page(browser, event)
    act(browser, event, "enter")
    assert len(event.state.entrants) == 3


def test_late_comers_play_from_the_next_round_on_where_the_plan_lets_them() -> None:
    late, closed = over_the_board(3)[0], over_the_board(3, late_entry=False)[0]
    browser, _ = member()

    assert "You would play from the next round on." in page(browser, late)
    act(browser, late, "enter")
    assert len(late.state.present) == 4
    assert "accepts no more entrants" in page(browser, closed)


def test_in_an_arena_somebody_rests_and_returns_by_a_button() -> None:
    stages = [{"format": "arena", "options": {"minutes": 20}}]
    table = {"min": 3, "target": 3, "max": 4}
    event = Event(**REPORTED, pace="auto", table=table, stages=stages)
    browser, account = member()
    event.enter(newcomer(account), *map(Newcomer, ("bo", "cy", "di")))
    event.start()

    assert "as soon as opponents are free" in page(browser, event)
    for _ in range(2):
        assert "You are taking a break and will not be seated." in act(browser, event, "rest")
    assert "as soon as opponents are free" in act(browser, event, "ready")
    assert f"{account.username} is back." in page(Client(), event, "/log")


def test_a_stranger_is_led_to_sign_in_and_back() -> None:
    event = Event(**REPORTED)
    event.step("open")
    address = f"/tournaments/{event.slug}"

    assert "There is a place for you." in page(Client(), event)
    assert f'href="/sign-in?next={address}"' in page(Client(), event)
    answer = Client().post(f"{address}/act", {"act": "enter"})
    assert answer["Location"] == f"/sign-in?next={address}/act"


def test_who_drops_out_is_told_that_the_staff_can_let_him_back() -> None:
    event, people = over_the_board(4)
    browser, account = people[0]

    assert "You have dropped out." in act(browser, event, "drop")
    assert "You have dropped out." in act(browser, event, "drop")
    event.do(penalties.disqualify, entrant=1)
    assert "You were disqualified." in page(browser, event)
    assert account.username in page(Client(), event, "/entrants")


def test_results_that_do_not_fit_are_refused_at_the_form() -> None:
    event, people = over_the_board(3)
    (first, _), (second, _), _ = seated(event, people)
    stranger, _ = member()

    assert report(first, event, [1, 2], score_0=3).status_code == 400
    halved = report(first, event, [1, 2, 3], score_0=3)
    assert "Give every score, or none." in text(halved)
    assert report(stranger, event, [1, 2, 3]).status_code == 200
    assert event.round.tables[0].reported is None
    assert report(first, event, [1, 2, 3]).status_code == 302
    other = report(second, event, [2, 1, 3])
    assert "Another result was reported for this table." in text(other)
    assert report(second, event, [1, 2, 3]).status_code == 302
    assert event.round.tables[0].places == (1, 2, 3)
    assert "The table is finished." in text(report(second, event, [2, 1, 3]))


def test_equals_may_be_given_any_way_and_share_a_place() -> None:
    event, people = over_the_board(4)
    browser = seated(event, people)[0][0]

    report(browser, event, [1, 2, 2, 3], score_0=9, score_1=4, score_2=4, score_3=0)

    reported = event.round.tables[0].reported
    assert reported is not None
    assert (reported.places, reported.scores) == ([1, 2, 2, 4], [9, 4, 4, 0])


def test_standings_explain_every_tie_break_and_mark_who_goes_on() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2, "final": 4}}])
    event.enter_names(9).start()
    event.play_round()
    shown = page(Client(), event, "/standings")
    number = re.findall(r"why=(\d+)#", shown)[0]
    why = page(Client(), event, f"/standings?why={number}")
    after = page(Client(), event, "/standings?round=1")

    assert shown.count('on-word">advances') == 4
    assert shown.count('cut">') == 1
    assert "How many tables the entrant has won" in why
    assert "round 1" in why
    assert "advances" not in after
    assert page(Client(), event, "/standings?why=x&round=99999999")


def test_pairings_show_their_reasons() -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2}}])
    event.enter_names(5).start()
    event.play_round()
    event.pair()
    why = page(Client(), event, "/rounds/2?why")

    assert event.round.pairing.seed in why
    assert "10 meetings are repeats." in why
    assert "p1 and p2" in why
    assert "repeated meetings" in why


def test_the_log_tells_what_was_taken_back_and_why() -> None:
    event, _ = over_the_board(3)
    version = event.state.version
    event.report(0, [1, 2, 3])
    event.do(penalties.penalise, entrant=1, units=60, reason="late <b>again</b>")
    event.do(lifecycle.roll_back, to_version=version, reason="wrong table")

    shown = page(Client(), event, "/log")
    assert shown.count("<s>") == 2
    assert "was given a penalty of 0.5 points." in shown
    assert "late &lt;b&gt;again&lt;/b&gt;" in shown
    assert f"rolled back to version {version}" in shown


def test_the_log_tells_who_sits_out_once_the_round_is_published() -> None:
    event = Event(**REPORTED).enter_names(9).start()
    event.pair(publish=False)
    event.do(rounds.sit_out, number=1, entrant=1)

    assert "The staff worked on the next round." in page(Client(), event, "/log")
    event.do(rounds.publish, number=1)
    assert "p1 has a bye by request." in page(Client(), event, "/log")


def test_every_kind_of_event_has_words_in_the_log() -> None:
    second = {"pair_let_meet", "table_unpaid", "table_extended"}

    assert {*CATALOGUE} | second == {*EVENTS}


def test_script_in_names_is_shown_and_never_run() -> None:
    event = Event(name="<script>alert(1)</script>", **REPORTED)
    event.enter(*(Newcomer(f"<img src=x onerror=alert({each})>") for each in range(3)))
    event.start().pair()
    for path in (*TABS, "/rounds?why"):
        shown = page(Client(), event, path)
        assert "<script>alert" not in shown
        assert "<img" not in shown


def test_an_erased_account_goes_by_its_neutral_name_everywhere() -> None:
    event, people = over_the_board(3)
    account = people[0][1]
    neutral = services.erase(account_id=account.pk)
    for path in (*TABS, "/rounds?why"):
        shown = page(Client(), event, path)
        assert account.username not in shown, path
    assert neutral in page(Client(), event, "/standings")


def test_a_page_gives_its_changing_part_alone_and_the_version_to_listen_from() -> None:
    event, _ = over_the_board(3)
    address = f"/tournaments/{event.slug}"
    part = text(Client().get(f"{address}/standings", headers={"X-Part": "tournament"}))

    assert f'data-version="{event.state.version}"' in part
    assert f'data-live="{address}/live"' in part
    assert "<html" not in part
    assert Client().get(f"{address}/live")["Location"] == address


def test_groups_stand_in_the_standings_with_the_right_by_which_somebody_goes_on() -> None:
    stages = [{"format": "groups", "options": {"size": 4}}, {"format": "knockout", "take": 4}]
    duels = {"min": 2, "target": 2, "max": 2}
    event = Event(game="pickpocket", **REPORTED, table=duels, stages=stages)
    event.enter_names(8).start()
    event.play_round()
    shown = page(Client(), event, "/standings")

    assert '<th scope="col">Group</th>' in shown
    assert {"A1", "A2", "B1", "B2"} == set(re.findall(r"advances as ([A-Z]\d)", shown))


def test_a_tournament_is_found_by_its_id_too_and_others_are_not() -> None:
    event = Event(**REPORTED)
    event.step("open")
    row = Tournament.objects.get(slug=event.slug)

    assert "Cup" in text(Client().get(f"/tournaments/{row.id}"))
    for slug in (str(uuid4()), "no-such-cup", new_key()):
        assert Client().get(f"/tournaments/{slug}").status_code == 404
    assert row.status == Status.ENTRY


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", ("Stand", "0,5", "gaat door", "Waarom?")),
        ("fr", ("Classement", "qualifié", "Pourquoi ?")),
        ("de", ("Tabelle", "0,5", "kommt weiter", "Warum?")),
    ],
)
def test_the_standings_speak_the_readers_language(language: str, words: tuple[str, ...]) -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 1, "final": 3}}])
    event.enter_names(6).start().pair()
    event.report(0, [1, 2, 3])
    event.report(1, [1, 2, 3])

    shown = text(
        Client().get(f"/tournaments/{event.slug}/standings", headers={"Accept-Language": language})
    )
    assert [each for each in words if each not in shown] == []
