"""Matches of random moves, as the pages get them: lines of the log and views for a viewer."""

from collections.abc import Iterator
from typing import Any

from games import registry
from games.core import PUBLIC, Viewer
from tests.games.tables import Match, Table, play
from web.games.endings import Ending, last_segment
from web.games.narration import People
from web.games.registry import ends_of
from web.games.sheets import Segment

NAMES = ("Heron", "Basil", "Wren", "Clover", "Juniper", "Rowan")


def people(seats: int, me: int | None = None) -> People:
    """Return who sits where."""
    return People(dict(enumerate(NAMES[:seats])), me)


def matches(game: str, *, seeds: int = 2, **given: Any) -> Iterator[Match]:
    """Yield matches of random moves with every number of seats."""
    rules = registry.current_rules(game)
    for seats in range(rules.seats_min, rules.seats_max + 1):
        for seed in range(seeds):
            yield play(Table(rules, seats, tuple(given.items())), seed)


def lines(match: Match, count: int, state: Any, viewer: Viewer = PUBLIC) -> list[dict[str, Any]]:
    """Return the first events as a viewer may know them in a state."""
    rules = match.rules
    return [
        {
            "version": at + 1,
            "type": rules.event_type(event),
            "data": rules.redact(event, at, viewer, state),
        }
        for at, event in enumerate(match.events[:count])
    ]


def segments(match: Match, viewer: Viewer = PUBLIC) -> Iterator[Segment]:
    """Yield each part that was over when somebody had to decide next, and the last one."""
    game = ends_of(match.rules.game)
    before = 0
    for count, state in match.states:
        if any(
            match.rules.event_type(event) in game.closes for event in match.events[before:count]
        ):
            segment = last_segment(
                game,
                lines(match, count, state, viewer),
                match.rules.view(state, viewer),
                dataset=match.rules.datasets[0],
                seats=match.table.seats,
            )
            assert segment is not None
            yield segment
        before = count


def ending(match: Match) -> Ending:
    """Return how a match ended."""
    outcome = match.rules.outcome(match.end)
    assert outcome is not None
    return Ending(
        match.rules.datasets[0],
        match.table.seats,
        lines(match, len(match.events), match.end),
        match.rules.view(match.end, PUBLIC),
        outcome.placings,
        outcome.scores,
    )
