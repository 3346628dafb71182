"""Entrants' clients that take part in the chance of draws, for tests: they promise and show."""

import hashlib
from typing import Any

from agenda.models import DueRow
from agenda.registry import Job
from eventstore import streams
from games import fair_draws
from matches.answers import ChanceStanding
from tests.tournaments.cups import PODS, THREES, checked
from tests.tournaments.events import REPORTED, Event, assert_verified, somebody
from tournaments import rolls
from tournaments.aggregate import DRAW_SHARES
from tournaments.events import KIND
from tournaments.rolls import Ask
from tournaments.services import draw_shares
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal


class Sharer:
    """An entrant's client that takes part; another device of the same entrant has other shares."""

    def __init__(self, event: Event, who: Principal, device: str = "") -> None:
        self.event, self.who, self.device = event, who, device

    @property
    def ask(self) -> Ask:
        assert self.who.account is not None
        (found,) = rolls.asks_of([self.who.account])
        return found

    @property
    def is_asked(self) -> bool:
        assert self.who.account is not None
        return bool(rolls.asks_of([self.who.account]))

    @property
    def number(self) -> int:
        assert self.who.account is not None
        found = self.event.state.entrant_of(self.who.account)
        assert found is not None
        return found.number

    def share(self, draw: int, attempt: int) -> bytes:
        said = f"{self.who.account} {self.device} {draw} {attempt}"
        return hashlib.sha256(said.encode()).digest()

    def promise(self) -> ChanceStanding:
        ask = self.ask
        share = self.share(ask.draw, ask.attempt)
        return draw_shares.promise(
            slug=self.event.slug,
            who=self.who,
            draw=ask.draw,
            attempt=ask.attempt,
            promise=fair_draws.promise(ask.deal, ask.attempt, ask.entrant, share),
        )

    def show(self, share: bytes | None = None) -> ChanceStanding:
        ask = self.ask
        return draw_shares.show(
            slug=self.event.slug,
            who=self.who,
            draw=ask.draw,
            attempt=ask.attempt,
            share=self.share(ask.draw, ask.attempt) if share is None else share,
        )


def entered(event: Event, count: int) -> list[Sharer]:
    """Enter people with accounts, and return their clients."""
    people = [somebody() for _ in range(count)]
    event.step("open")
    event.enter(*(Newcomer(each.name, each.account) for each in people))
    return [Sharer(event, each) for each in people]


def made(sharers: list[Sharer]) -> None:
    """Have all show what they promised."""
    for each in sharers:
        each.show()


def due(event: Event) -> Job:
    """Return what the agenda has for a draw that waits."""
    row = DueRow.objects.get(kind=DRAW_SHARES, subject=event.state.id)
    return Job(DRAW_SHARES, event.state.id, row.version, row.due_at, "", 0, None)


def time_is_up(event: Event) -> None:
    """Let the time of the step pass that the draw is at."""
    draw_shares.look_at_draw(due(event))


def types(event: Event) -> list[str]:
    """Return the kinds of all events that a tournament has."""
    return [each.type for each in streams.load(KIND, event.state.id)]


def cup(**settings: Any) -> Event:
    return Event(**{**REPORTED, **THREES, "stages": PODS, **settings})


def begun(count: int = 6, **settings: Any) -> tuple[Event, list[Sharer]]:
    event = cup(**settings)
    people = entered(event, count)
    event.start()
    return event, people


def promise(people: list[Sharer]) -> None:
    for each in people:
        each.promise()


def require_sound(event: Event) -> None:
    assert checked(event).findings == []
    assert_verified(event)
