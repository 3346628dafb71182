"""Matches that are over, for tests of what is told of them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from agenda import runs
from analyses import jobs
from analyses.models import Analysis
from matches.actors import Player
from tests.matches import tables

GOES_ON = ("attempts", "progress", "done_at")
"""What a run changes of an analysis."""


def finished(
    game: str = "second-story", players: Sequence[Player] = (), seed: int = 1, **wanted: Any
) -> tuple[UUID, Sequence[Player]]:
    """Return a match that has been played to its end at random, and who played it."""
    players = players or tables.people(2)
    match = tables.begun(players, game=game, **wanted)
    tables.play_out(match, players, seed)
    return match, players


def analyse(*, puzzles: bool = False) -> None:
    """Have finished matches analysed, with nothing else on the agenda that waits.

    In as many runs as it takes: a run ends after some seconds, however slow the machine is. They
    are looked through for puzzles only where that is wanted, since it takes long.
    """
    runs.run_due_now()
    if not puzzles:
        Analysis.objects.filter(kind=Analysis.Kind.PUZZLES, done_at=None).delete()
    before = None
    while before != (now := list(Analysis.objects.order_by("pk").values("pk", *GOES_ON))):
        before = now
        jobs.analyse()
