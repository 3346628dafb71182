"""A year of a club: twelve tournaments, two teams, a circuit and a ladder, with late corrections.

Whatever can be tried is tried first, and must then happen as it was shown, or was said to be drawn
still; at the end all rows are
those of a rebuild.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from eventstore import verification
from games.json_types import JsonObject
from ratings.models import Ladder, Standing
from tests.ratings import ladders
from tests.tournaments.circuits import Circuit, assert_whole, newcomer
from tests.tournaments.events import (
    REPORTED,
    Event,
    assert_verified,
    refused,
    run_all,
    somebody,
)
from tournaments import stage_plan, stage_queries, teams
from tournaments.series import linking, managing, qualification
from tournaments.series import standings as series_standings
from tournaments.series.settings import EventGroup, PointsTable, ShareBand
from tournaments.services import lifecycle, presence, results, rounds
from tournaments.services import teams as team_services
from tournaments.services.entry import Newcomer
from tournaments.state import Status, TournamentState
from tournaments.unit_of_work import Principal

pytestmark = [pytest.mark.django_db, pytest.mark.long]

DUELS = {"min": 2, "target": 2, "max": 2}
TABLES = {"min": 3, "target": 4, "max": 5}
ROUNDS_MAX = 40
MILLI = 1000
YEAR: Sequence[tuple[str, Mapping[str, int], list[JsonObject]]] = (
    ("Pods in January", TABLES, [{"format": "pods", "options": {"rounds": 2}}]),
    ("Swiss in February", DUELS, [{"format": "swiss", "options": {"rounds": 3}}]),
    ("Round robin in March", DUELS, [{"format": "round_robin"}]),
    (
        "Groups and a bracket in April",
        DUELS,
        [{"format": "groups", "options": {"size": 4}}, {"format": "knockout", "take": 4}],
    ),
    ("Knockout in May", DUELS, [{"format": "knockout", "options": {"advance": 1}, "best_of": 3}]),
    ("Two brackets in June", DUELS, [{"format": "double_elimination"}]),
    ("Lives in July", TABLES, [{"format": "lives", "options": {"lives": 1}}]),
    ("A round for each in August", TABLES, [{"format": "player_count_rounds"}]),
    ("League in September", DUELS, [{"format": "league", "options": {"size": 4}}]),
    ("Pods with a final in October", TABLES, [{"options": {"rounds": 2, "final": 4}}]),
    (
        "Swiss and a table in November",
        TABLES,
        [{"format": "swiss", "options": {"rounds": 2}}, {"options": {"rounds": 1}, "take": 4}],
    ),
)
"""Name, sizes of tables and stages; the twelfth is played by bots on a ladder."""
DRAWS = (lifecycle.start, rounds.pair)
"""What nobody foresees: a trial says that lots are still to be drawn."""


class Club:
    """A club, whose every command is tried before it is given."""

    def __init__(self) -> None:
        self.chance = Random(2026)
        self.organiser = somebody("olga")
        self.members: list[Principal | str] = [*map(somebody, "abcdef"), "Jan", "Piet"]
        groups = [
            EventGroup(id="evenings", name="Evenings", points=PointsTable(places=[10, 7, 5, 3, 1])),
            EventGroup(
                id="majors",
                name="Majors",
                points=PointsTable(by="share", shares=[ShareBand(percent=25, points=30)]),
                field_min=4,
            ),
        ]
        self.circuit = Circuit(self.organiser, groups=groups, best=8, events_min=2)
        self.events: list[Event] = []

    def do(self, event: Event, service: Any, **about: Any) -> None:
        """Try a command, give it, and compare."""
        tried = event.do(service, **about, dry_run=True)
        done = event.do(service, **about).state
        told = (event.state.settings["name"], service)
        if tried.consequences is not None and tried.consequences["still_drawn"]:
            assert service in DRAWS, told
        else:
            assert picture(tried.state) == picture(done), told

    def decide(self, service: Any, **about: Any) -> None:
        """Try a command on the circuit, give it, and compare."""
        tried = self.circuit.do(service, **about, dry_run=True).state
        done = self.circuit.do(service, **about).state
        assert series_standings.standings(tried) == series_standings.standings(done), service

    def begun(self, name: str, table: Mapping[str, int], stages: list[JsonObject]) -> Event:
        """Enter everybody in two teams, and start."""
        settings = {**REPORTED, "game": "pickpocket", "name": name, "table": table}
        event = Event(self.organiser, **settings, stages=stages)
        event.step("open")
        event.enter(*map(newcomer, self.members))
        sides = [("Reds", [1, 3, 5, 7]), ("Blues", [2, 4, 6, 8])]
        self.do(event, team_services.assign, teams=sides, best=3)
        self.do(event, lifecycle.start)
        return event

    def play(self, event: Event) -> None:
        """Pair, publish, report and close until the tournament is over, then finish it."""
        for _ in range(ROUNDS_MAX):
            if is_played(event.state):
                break
            self.do(event, rounds.pair)
            number = event.round.number
            self.do(event, rounds.publish, number=number)
            for at, table in enumerate(event.round.tables):
                seats = len(table.seats)
                places = self.chance.sample(range(1, seats + 1), seats)
                event.report(at, places, scores=matches_won(event, places))
            self.do(event, rounds.close, number=number)
        self.do(event, lifecycle.finish)
        self.events.append(event)


def matches_won(event: Event, places: Sequence[int]) -> list[int] | None:
    """Return how many matches each has won where duels are the best of three; else None."""
    length = stage_plan.best_of(event.state, event.round.stage)
    return None if length == 1 else [2 if place == 1 else 1 for place in places]


def is_played(state: TournamentState) -> bool:
    """Return whether every stage of the plan is complete."""
    planned = len(state.settings["stages"])
    return len(state.stages) == planned and state.stages[-1].ranking is not None


def picture(state: TournamentState) -> object:
    """Return all of a tournament that people see: rounds, results, standings, teams."""
    shown = [
        (
            round_.status,
            round_.byes,
            [(table.seats, table.places, table.void) for table in round_.tables],
        )
        for round_ in state.rounds
    ]
    lines = [(line.entrant, line.rank, line.points) for line in stage_queries.lines_of(state)]
    present = [(each.number, each.name, each.presence) for each in state.entrants.values()]
    return state.status, shown, lines, present, teams.standings(state)


def bots_on_a_ladder(club: Club) -> tuple[Event, Ladder]:
    """Return the tournament of December: matches that bots play here, rated."""
    ladder = ladders.opened(game="stick-em", players={"min": 3, "max": 6})
    event = Event(
        club.organiser,
        name="Bots in December",
        stages=[{"options": {"rounds": 1}}],
        options={"rounds": 1},
        bots="only",
        ladder=ladder.slug,
    )
    event.enter_bots(1).enter_bots(1, "greedy").enter_bots(1, "search-1")
    club.do(event, lifecycle.start)
    club.do(event, rounds.pair)
    club.do(event, rounds.publish, number=1)
    run_all()
    return event, ladder


def turned_around(places: Sequence[int]) -> list[int]:
    """Return the places of a table as if the last had won; those who tie still do."""
    return [1 + sum(other > each for other in places) for each in places]


def correct_on_a_ladder(club: Club, event: Event, ladder: Ladder) -> None:
    """Turn the result of a rated table around; the ladder follows as it was told."""
    table = event.round.tables[0]
    assert table.places is not None
    turned = turned_around(table.places)
    correction: dict[str, Any] = {"table_id": table.id, "places": turned, "scores": None}

    told = event.do(results.override, **correction, dry_run=True).consequences
    club.do(event, results.override, **correction)

    assert told is not None
    (impact,) = told["ratings"]
    now = dict(Standing.objects.filter(ladder=ladder).values_list("name", "rating"))
    assert impact["players"]
    for each in impact["players"]:
        assert each.rating_after is not None
        assert now[each.player] == round(each.rating_after * MILLI), "rows keep thousandths"
    club.do(event, rounds.close, number=1)
    club.do(event, lifecycle.finish)
    club.events.append(event)


def correct_the_past(club: Club) -> None:
    """Turn a result of January around, take February's end back, replace a player in March."""
    january, february, march = club.events[:3]
    table = january.state.rounds[0].tables[0]
    assert table.places is not None
    turned = turned_around(table.places)
    club.do(january, lifecycle.reopen)
    club.do(january, results.override, table_id=table.id, places=turned, scores=None)
    club.do(january, lifecycle.finish)

    club.do(february, lifecycle.roll_back, to_version=february.state.version - 1)
    assert february.state.status is Status.RUNNING
    run_all()
    assert february.state.id not in series_standings.standings(club.circuit.state).counted
    club.do(february, lifecycle.finish)

    club.do(march, lifecycle.reopen)
    club.do(march, presence.substitute, entrant=8, by=Newcomer("Pieter"))
    club.do(march, lifecycle.finish)
    run_all()


def join_members_without_accounts(club: Club) -> None:
    """Jan is Jan all year; Piet was Pieter in March."""
    counted = [each for each in club.events if each.state.id in club.circuit.state.events]
    played = [each for each in counted if len(each.state.entrants) == len(club.members)]
    for number in (7, 8):
        club.decide(linking.link, entrants=[(each.slug, number) for each in played], same=True)


def test_a_year_of_a_club() -> None:
    club = Club()
    for number, (name, table, stages) in enumerate(YEAR):
        event = club.begun(name, table, stages)
        group = "majors" if number % 4 == 3 else "evenings"
        club.decide(managing.add_event, tournament=event.slug, group=group)
        club.play(event)
        run_all()
    december, ladder = bots_on_a_ladder(club)
    correct_on_a_ladder(club, december, ladder)
    club.decide(managing.add_event, tournament=december.slug, group="evenings")

    correct_the_past(club)
    join_members_without_accounts(club)
    first = club.events[0]
    club.decide(managing.adjust, tournament=first.slug, entrant=1, points=-3, reason="too late")
    final = Event(club.organiser, **REPORTED, name="Final")
    club.decide(qualification.add, tournament=final.slug, places=4)
    leader = club.circuit.lines()[0]
    last = leader.person.refs[-1]
    (slug,) = (each.slug for each in club.events if each.state.id == last.tournament)
    club.decide(qualification.answer, number=1, accept=True, tournament=slug, entrant=last.entrant)
    assert len(final.state.entrants) == 1
    club.decide(managing.close, closed=True)
    with refused("result_locked"):
        club.circuit.add(final)

    assert len(club.events) == 12
    assert len(club.circuit.lines()) == len(club.members)
    for event in club.events:
        assert_verified(event)
        assert event.state.status is Status.FINISHED
    assert_whole(club.circuit)
    assert verification.check("ladder", ladder.id) == []
