"""Phones behind the codes of entrants, for tests."""

from django.test import Client

from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import text
from tournaments import codes
from tournaments.services import (
    entrant_codes,
)


def evening(entrants: int = 8, **settings: object) -> Event:
    """Return an event that has not begun, whose entrants have codes."""
    event = Event(**{**REPORTED, "checkin": True, **settings})
    event.step("open")
    event.enter_names(entrants)
    event.do(entrant_codes.issue)
    return event


def code_of(event: Event, entrant: int) -> str:
    """Return an entrant's code."""
    return codes.current(event.state, event.state.entrants[entrant])


class Phone:
    """A browser with the page behind an entrant's code."""

    def __init__(self, event: Event, entrant: int) -> None:
        self.at = f"/tournaments/{event.slug}/code/{code_of(event, entrant)}"
        self.browser = Client()

    def look(self, **query: int) -> str:
        """Return the page."""
        answer = self.browser.get(self.at, query)
        assert answer.status_code == 200
        return text(answer)

    def press(self, act: str, **said: object) -> str:
        """Press a button, and return the page that follows."""
        answer = self.browser.post(self.at, {"act": act, **said})
        assert answer.status_code == 302, answer.status_code
        return self.look()
