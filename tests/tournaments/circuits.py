"""Series for tests: made, filled with tournaments that were played in some order."""

import secrets
from collections.abc import Sequence
from typing import Any

from eventstore import verification
from tests.tournaments.events import REPORTED, Event, run_all, somebody
from tournaments.series import commands, managing
from tournaments.series.commands import CommandResult
from tournaments.series.events import KIND
from tournaments.series.settings import SeriesPlan
from tournaments.series.standings import Line, standings
from tournaments.series.state import SeriesState
from tournaments.services import lifecycle, rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

Player = Principal | Newcomer | str


class Circuit:
    """A series and its organiser."""

    def __init__(self, organiser: Principal | None = None, /, **plan: Any) -> None:
        self.organiser = organiser or somebody("serena")
        self.slug = f"series-{secrets.token_hex(6)}"
        plan = {"name": "Club circuit", **plan}
        managing.open_series(slug=self.slug, plan=SeriesPlan(**plan), who=self.organiser)

    @property
    def state(self) -> SeriesState:
        return commands.load(commands.find(self.slug).pk)

    def do(self, service: Any, *, who: Principal | None = None, **about: Any) -> CommandResult:
        done: CommandResult = service(slug=self.slug, who=who or self.organiser, **about)
        return done

    def add(self, event: Event, group: str | None = None) -> None:
        self.do(managing.add_event, tournament=event.slug, group=group)

    def lines(self) -> list[Line]:
        return list(standings(self.state).lines)

    def points(self, names: dict[Any, str]) -> dict[str, float]:
        """Return the points of people, called as `names` calls their account or first entrant."""
        found = {}
        for line in self.lines():
            account, first = line.person.account, line.person.refs[0]
            found[names[account if account in names else first]] = line.milli / 1000
        return found


def evening(organiser: Principal, players: Sequence[Player], **plan: Any) -> Event:
    """Return a finished tournament of one round in which the players came off in their order."""
    event = begun(organiser, players, **plan)
    table = event.pair().tables[0]
    order = [*table.seats]
    event.report(0, [seat_place(event, each) for each in order])
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    run_all()
    return event


def seat_place(event: Event, entrant: int) -> int:
    return 1 + sorted(event.round.tables[0].seats).index(entrant)


def newcomer(player: Player) -> Newcomer:
    """Return somebody as they are entered: by account, or by name alone."""
    if isinstance(player, Newcomer):
        return player
    if isinstance(player, Principal):
        return Newcomer(player.name, player.account)
    return Newcomer(player)


def begun(organiser: Principal, players: Sequence[Player], **plan: Any) -> Event:
    """Return a tournament over the board that has started, its players entered in this order."""
    table = {"min": 2, "target": max(2, min(6, len(players))), "max": 6}
    settings = {"stages": [{"options": {"rounds": 1}}], "game": "pickpocket", "table": table}
    event = Event(organiser, **REPORTED, **{**settings, **plan})
    event.step("open")
    for each in players:
        event.enter(newcomer(each))
    return event.start()


def assert_whole(circuit: Circuit) -> None:
    """Check that the stream of a series is whole, and its rows say the same."""
    assert verification.check(KIND, circuit.state.id) == []
