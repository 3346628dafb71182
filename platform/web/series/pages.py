"""A series as its page shows it: standings, graph, events, the line for a final."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.json_types import JsonObject
from tournaments.series import selectors
from tournaments.series.events import Ref
from tournaments.series.people import Person
from tournaments.series.scoring import MILLI
from tournaments.series.selectors import SeriesRead, points_text
from tournaments.series.standings import Line, standings
from web.series import graph, words
from web.tournaments import labels
from web.tournaments.people import accounts, listed

Context = dict[str, object]
DRAWN = 8
"""People on the graph."""
EVENTS_DRAWN_MIN = 2


@dataclass(frozen=True)
class Cell:
    """What an event brought somebody."""

    points: str
    counts: bool
    words: str


def standings_rows(found: SeriesRead) -> list[Context]:
    """Return the lines of the standings, a cell for each event that counts."""
    return [_row(found, line) for line in found.standings.lines]


def _row(found: SeriesRead, line: Line) -> Context:
    brought = {
        each.tournament: Cell(
            labels.number(points_text(each.milli)), each.counts, f"{each.rank}/{each.field}"
        )
        for each in line.results
    }
    account = line.person.account
    return {
        "rank": line.rank,
        "person": found.person(line.person),
        "points": labels.number(points_text(line.milli)),
        "events": line.events,
        "cells": [brought.get(each) for each in found.standings.counted],
        "adjusted": [(f"{each.points:+}", each.reason, each.points) for each in line.adjustments],
        "mine": account is not None and account == found.reader,
    }


def drawn(found: SeriesRead, names: Mapping[UUID, str]) -> graph.Graph | None:
    """Return the graph of the best; None before two events count."""
    now = found.standings
    if len(now.counted) < EVENTS_DRAWN_MIN:
        return None
    best = [line.person for line in now.lines[:DRAWN]]
    steps = [standings(found.state, until=at) for at in range(1, len(now.counted))]
    points = [
        *({line.person: line.milli for line in step.lines} for step in steps),
        {line.person: line.milli for line in now.lines},
    ]
    ways = [
        graph.Way(
            found.name(person),
            [each.get(person, 0) / MILLI for each in points],
            mine=person.account is not None and person.account == found.reader,
        )
        for person in best
    ]
    return graph.graph(ways, [names[each] for each in now.counted])


def events(found: SeriesRead) -> list[Context]:
    """Return the tournaments of a series that the reader may know of, in their order."""
    groups = {each.id: each.name for each in found.state.plan.groups}
    counted = found.standings.counted
    several = len(groups) > 1
    return [
        {
            "row": found.tournaments[each.tournament],
            "number": counted.index(each.tournament) + 1 if each.tournament in counted else None,
            "group": groups.get(each.group, "") if several else "",
            "status": labels.STATUSES[found.tournaments[each.tournament].status],
            "too_small": each.results is not None and each.tournament not in counted,
        }
        for each in found.state.events.values()
        if each.tournament in found.tournaments
    ]


def event_names(found: SeriesRead) -> dict[UUID, str]:
    """Return what the events that count are called."""
    known = found.tournaments
    return {
        each: known[each].name if each in known else str(at)
        for at, each in enumerate(found.standings.counted, start=1)
    }


def qualifiers(found: SeriesRead) -> list[Context]:
    """Return the tournaments to which a series leads, each with its line."""
    return [_qualifier(found, number) for number in found.state.qualifiers]


def _qualifier(found: SeriesRead, number: int) -> Context:
    shown = selectors.qualifier(found, number)
    mine = None if found.reader is None else accounts([found.reader]).get(found.reader)
    own = next((each for each in shown.line if mine and each.person.account == mine), None)
    lines = [
        {"candidate": each, "words": words.STANDINGS[each.standing], "mine": each is own}
        for each in shown.line
    ]
    last = max(
        (at for at, each in enumerate(shown.line) if each.standing not in {"next", "declined"}),
        default=0,
    )
    return {"shown": shown, "line": lines[: last + 4], "own": own}


def log_lines(found: SeriesRead) -> list[JsonObject]:
    """Return every event in words, the latest first."""
    events_ = selectors.log(found.state)
    names = {each.pk: each.name for each in found.tournaments.values()}
    ids = {
        UUID(str(each.data[key])) for each in events_ for key in ("account",) if key in each.data
    }
    actors = {UUID(each.actor[8:]) for each in events_ if each.actor.startswith("account:")}
    people = accounts({*ids, *actors})
    return [
        {
            "version": each.version,
            "words": words.sentence(each.type, each.data, _names(found, each.data, names, people)),
            "reason": each.reason,
            "actor": people.get(UUID(each.actor[8:]), "") if "account:" in each.actor else "",
            "at": datetime.fromisoformat(each.at),
        }
        for each in reversed(events_)
    ]


def _names(
    found: SeriesRead,
    data: Mapping[str, object],
    names: Mapping[UUID, str],
    people: Mapping[UUID, str],
) -> dict[str, str]:
    refs = [data["entrant"]] if "entrant" in data else data.get("entrants", [])
    assert isinstance(refs, list)  # noqa: S101 - as events store them.
    called = [found.names.get(Ref(UUID(each["tournament"]), each["entrant"]), "?") for each in refs]
    tournament = data.get("tournament")
    account = data.get("account")
    return {
        "event": names.get(UUID(str(tournament)), "?") if tournament else "",
        "people": listed(called),
        "account": people.get(UUID(str(account)), "?") if account else "",
    }


def person_choices(found: SeriesRead) -> list[tuple[str, str]]:
    """Return everybody as a form offers them: by an entrant, with name and latest event."""
    return [(key_of(line.person), _label(found, line.person)) for line in found.standings.lines]


def key_of(person: Person) -> str:
    """Return an entrant of a person as a form names it."""
    last = person.refs[-1]
    return f"{last.tournament}:{last.entrant}"


def _label(found: SeriesRead, person: Person) -> str:
    last = found.tournaments.get(person.refs[-1].tournament)
    return f"{found.name(person)} ({last.name if last else '?'})"
