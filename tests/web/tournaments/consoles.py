"""The console as tests use it: a browser of somebody on the staff, and a plan's form."""

import re
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import Account
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import BACKEND, member, text
from tournaments.services import results, rounds

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
