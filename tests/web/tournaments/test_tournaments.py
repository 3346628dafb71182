"""Tournaments in the browser: entering, one's table, rounds, standings, the log, and refusals."""

import html
import re
from uuid import uuid4

import pytest
from django.test import Client

from accounts import services
from accounts.models import Account
from tests.callers import new_key
from tests.tournaments.events import REPORTED, Event, run_all
from tests.web.tournaments.visits import act, newcomer, over_the_board, page, report, seated
from tests.web.visitors import member, text
from tournaments.models import Tournament
from tournaments.services import lifecycle, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Status

pytestmark = pytest.mark.django_db


NOISE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|data-version="\d+"|<time[^>]*>[^<]*</time>'
)


TABS = ("", "/entrants", "/rounds", "/standings", "/log", "/print")


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
    # That it was drawn, what was drawn, and the change.
    assert page(Client(), event, "/log").count("The staff worked on the next round.") == 3


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
    assert report(second, event, [2, 1, 3]).status_code == 302
    seen = page(second, event, f"/tables/{event.round.tables[0].id}")
    assert "The reports of this table differ." in seen
    assert "The reports of this table differ." in seen
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


def test_a_tournament_is_found_by_its_id_too_and_others_are_not() -> None:
    event = Event(**REPORTED)
    event.step("open")
    row = Tournament.objects.get(slug=event.slug)

    assert "Cup" in text(Client().get(f"/tournaments/{row.id}"))
    for slug in (str(uuid4()), "no-such-cup", new_key()):
        assert Client().get(f"/tournaments/{slug}").status_code == 404
    assert row.status == Status.ENTRY


@pytest.mark.more
def test_who_shares_a_place_is_told_so_at_the_end() -> None:
    duels = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
    event = Event(**REPORTED, **duels, stages=[{"format": "knockout"}], tiebreaks=[])
    event.step("open")
    people = [member() for _ in range(4)]
    for browser, _ in people:
        act(browser, event, "enter")
    event.start().play_round()
    event.play_round()
    event.do(lifecycle.finish)

    told = [page(browser, event).partition("You finished in place ")[2] for browser, _ in people]

    assert sorted(each[:6] for each in told) == ["1 of 4", "2 of 4", "3 of 4", "3 of 4"]
