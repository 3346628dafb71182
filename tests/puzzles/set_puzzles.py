"""Puzzles for tests: found in a match of random moves, or set by hand at one of its decisions."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from analyses import puzzles as mining
from bots.analysis.puzzle import VERSION
from matches import selectors as matches
from matches.actors import Player
from matches.state import MatchState
from puzzles import selectors
from puzzles.models import Puzzle
from tests.analyses.finished import finished
from tests.matches import tables

SEATS = {"stick-em": 3, "sticky-fingers": 2, "second-story": 2, "pickpocket": 2}


def played(game: str = "pickpocket", players: Sequence[Player] = (), **wanted: Any) -> UUID:
    """Return a match that was played to its end at random."""
    options = {"rounds": 1} if game == "stick-em" else {}
    people = players or tables.people(SEATS[game])
    match, _players = finished(game, people, options=options, **wanted)
    return match


def set_puzzle(match: UUID, *, ago: int | None = 0, number: int = 0) -> Puzzle:
    """Return a puzzle at a decision of a match, whose best move is the last legal one.

    The daily one of so many days ago, or none of any day; other numbers are other decisions.
    """
    recording = matches.recorded(match, None)[1]
    head = recording.head
    versions = [at for at in range(1, head.version) if has_choice(recording.at(at))]
    at = versions[len(versions) // 4 + number]
    state = recording.at(at)
    seat = state.rules.to_act(state.game)[0]
    legal = [
        state.rules.move_data(state.game, seat, move)
        for move in state.rules.legal_moves(state.game, seat)
    ]
    choices = [
        mining.FoundChoice(move, round(0.1 * (len(legal) - number), 4), 0.01)
        for number, move in enumerate(legal, start=1)
    ]
    found = mining.FoundPuzzle(at, seat, legal[-1], legal[0], 400, choices)
    opened_at = timezone.now() - timedelta(days=ago or 0)
    return Puzzle.objects.create(
        id=uuid4(),
        match_id=match,
        game=head.rules.game,
        at=at,
        seat=seat,
        version=VERSION,
        body=mining.encoded(found),
        found_at=opened_at,
        opened_at=opened_at,
        daily_on=None if ago is None else days_ago(ago),
    )


def has_choice(state: MatchState) -> bool:
    """Tell whether somebody has to decide between moves."""
    if not state.begun:
        return False
    acting = state.rules.to_act(state.game)
    return bool(acting) and len(state.rules.legal_moves(state.game, acting[0])) > 1


def days_ago(days: int) -> date:
    """Return the day so many days before today."""
    return selectors.today() - timedelta(days=days)
