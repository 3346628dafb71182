"""A tournament as its visitors use its pages."""

from typing import Any

from django.test import Client

from accounts.models import Account
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import member, text
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal


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
