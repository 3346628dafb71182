"""Matches that are over, for tests of what is told of them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from agenda import runs
from analyses import jobs
from matches.actors import Player
from tests.matches import tables


def finished(
    game: str = "second-story", players: Sequence[Player] = (), seed: int = 1, **wanted: Any
) -> tuple[UUID, Sequence[Player]]:
    """Return a match that has been played to its end at random, and who played it."""
    players = players or tables.people(2)
    match = tables.begun(players, game=game, **wanted)
    tables.play_out(match, players, seed)
    return match, players


def analyse() -> None:
    """Have finished matches analysed, with nothing else on the agenda that waits."""
    runs.run_due_now()
    jobs.analyse()
