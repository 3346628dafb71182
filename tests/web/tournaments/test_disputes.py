"""A dispute in the console: first of all, side by side, decided with a reason that is told."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.tournaments.events import REPORTED, Event, somebody
from tests.tournaments.test_agreed_draws import at_table
from tests.web.tournaments.consoles import HIDDEN, Console, browser_of
from tests.web.tournaments.phones import Phone, evening
from tests.web.visitors import text
from tournaments.services import results
from tournaments.services.entry import Newcomer
from tournaments.state import TableState

pytestmark = pytest.mark.django_db


def test_two_versions_are_compared_and_one_is_made_the_result_with_a_reason() -> None:
    console = Console()
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    console.event.enter(*(Newcomer(who.name, who.account) for who in people))
    console.event.start()
    console.event.pair()
    console.event.report(0, [1, 2, 3], who=people[0])
    assert "two versions" not in console.look()
    console.event.report(0, [2, 1, 3], who=people[1])

    desk = console.look()
    assert re.search(r"Table 1: two versions of the result\..*?Next step", desk, re.DOTALL)
    assert f"{people[0].name} says 1, 2, 3" in desk
    table = str(console.table().id)
    page = console.look(f"/tables/{table}")
    assert page.count('class="differs"') == 4, "two seats in each of the versions"
    said = {"table_id": table, "place_0": 2, "place_1": 1, "place_2": 3}
    nothing_said = console.do("correct", **said)
    assert "Give a reason for your decision" in unescape(text(nothing_said))
    console.done("correct", **said, reason="Both agreed at the desk")

    assert console.table().places == (2, 1, 3)
    seen = unescape(text(Client().get(f"/tournaments/{console.event.slug}/tables/{table}")))
    assert "The staff has decided: “Both agreed at the desk”" in seen
    assert "Table 1: versions differ" not in console.look()


def test_somebody_who_did_not_come_is_ticked() -> None:
    console = Console(4)
    console.event.start()
    console.event.pair()
    table = console.table()
    winner, *away = table.seats
    asked = console.look("/do/forfeit", table_id=table.id)
    assert "Who did not come?" in asked

    page = console.done("forfeit", table_id=table.id, absent=away)

    assert "The forfeit has been recorded." in page
    assert console.table().absent == tuple(away)
    assert "did not come" in console.look(f"/tables/{table.id}")
    assert "Did not come:" in console.look("/log")
    assert console.event.ranking()[0] == winner


def in_dispute() -> tuple[Event, TableState, list[Phone]]:
    """Return a table of which two players say different things, and their phones by seat."""
    event = evening(4, checkin=False)
    event.start().pair()
    table = event.round.tables[0]
    phones = [Phone(event, each) for each in table.seats]
    phones[0].press("report", table_id=table.id, **places(1, 2, 3, 4))
    phones[1].press("report", table_id=table.id, **places(2, 1, 3, 4))
    return event, table, phones


def places(*said: int) -> dict[str, int]:
    return {f"place_{seat}": place for seat, place in enumerate(said)}


def forms(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return what each button of a page sends that is not behind a fold, by its words."""
    seen = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    return [
        (re.findall(r"<button[^>]*>([^<]+)", form)[0], dict(HIDDEN.findall(form)))
        for form in re.findall(r"<form.*?</form>", seen, re.DOTALL)
    ]


def test_a_phone_shows_both_versions_and_no_single_press_gives_in_unseen() -> None:
    event, table, phones = in_dispute()
    names = [event.state.name(each) for each in table.seats]

    page = phones[1].look()

    assert page.count("differ.") == 1, "told once"
    assert "a judge decides" not in page
    assert "Confirm the result" not in page
    assert "You say" in page
    assert f"{names[0]} says" in page
    sent = dict(forms(page))
    theirs = sent[f"Agree with {names[0]}"]
    assert {name: theirs[name] for name in places(1, 2, 3, 4)} == {
        name: str(place) for name, place in places(1, 2, 3, 4).items()
    }
    behind = page[page.index("Report another result") :]
    assert re.findall(r'value="(\d)" selected', behind) == ["2", "1", "3", "4"], "the own version"
    assert "place_0" not in sent["Keep mine and call a judge"]

    kept = phones[1].press("call-judge", table_id=table.id)
    assert "You are keeping this version." in kept
    assert not event.round.tables[0].done
    phones[0].press("report", **dict(forms(phones[0].look()))[f"Agree with {names[1]}"])
    assert event.round.tables[0].places == (2, 1, 3, 4)


def test_who_has_said_nothing_yet_chooses_one_of_the_versions() -> None:
    event, table, phones = in_dispute()

    page = phones[2].look()

    assert [words for words, _ in forms(page)][:2] == [
        f"Agree with {event.state.name(each)}" for each in table.seats[:2]
    ]
    behind = page[page.index("Report another result") :].partition("</details>")[0]
    assert re.findall(r'value="(\d)" selected', behind) == []
    assert "Call a judge" in page


def test_the_page_of_a_table_asks_its_players_alone() -> None:
    event = Event(**REPORTED)
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start().pair()
    seated = [people[number - 1] for number in event.round.tables[0].seats]
    event.report(0, [1, 2, 3], who=seated[0])
    event.report(0, [2, 1, 3], who=seated[1])
    at = f"/tournaments/{event.slug}/tables/{event.round.tables[0].id}"

    assert "Agree with" not in text(Client().get(at))
    bob = browser_of(seated[1].account)
    sent = dict(forms(text(bob.get(at))))
    assert bob.post(at, sent[f"Agree with {seated[0].name}"]).status_code == 302

    assert event.round.tables[0].places == (1, 2, 3)


def test_agreeing_with_a_drawn_duel_says_how_many_matches_were_drawn() -> None:
    event, (ann, bob) = at_table(
        stages=[{"format": "swiss", "options": {"rounds": 3}, "best_of": 3}]
    )
    about = {"table_id": event.round.tables[0].id, "places": None}
    event.do(results.report, who=ann, scores=[2, 0], **about)
    event.do(results.report, who=bob, scores=[1, 1], drawn=1, **about)
    at = f"/tournaments/{event.slug}/tables/{about['table_id']}"
    browser = browser_of(ann.account)

    sent = dict(forms(text(browser.get(at))))[f"Agree with {bob.name}"]

    assert sent["drawn"] == "1"
    assert browser.post(at, sent).status_code == 302
    assert event.round.tables[0].places == (1, 1)
