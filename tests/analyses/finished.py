"""Matches that are over, for tests of what is told of them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from agenda import runs
from agenda import selectors as agenda
from analyses import jobs, services
from analyses.models import Analysis
from games.pickpocket.heuristic import PickpocketHeuristic
from matches.actors import Player
from tests.matches import tables

FEW = (4, 8)
"""Worlds in which a review finds next to nothing, in a tenth of the time."""
GOES_ON = ("attempts", "progress", "done_at")
"""What a run changes of an analysis."""


def look_into_few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reviews of Pickpocket look into a few worlds, where what they find does not matter."""
    monkeypatch.setattr(PickpocketHeuristic, "worlds", FEW)


def finished(
    game: str = "second-story", players: Sequence[Player] = (), seed: int = 1, **wanted: Any
) -> tuple[UUID, Sequence[Player]]:
    """Return a match that has been played to its end at random, and who played it."""
    players = players or tables.people(2)
    match = tables.begun(players, game=game, **wanted)
    tables.play_out(match, players, seed)
    return match, players


def analyse(*, puzzles: bool = False) -> None:
    """Have finished matches analysed, until nothing of it goes on and nothing else waits.

    In as many runs as it takes: each ends after some seconds, however slow the machine is, and does
    nothing while anything else on the agenda is late. They are looked through for puzzles only
    where that is wanted, since it takes long.
    """
    while _goes_on(puzzles=puzzles) or agenda.waits(besides=services.KIND):
        pass


def _goes_on(*, puzzles: bool) -> bool:
    """Run what is due, and analyses for a while; return whether they have come any further."""
    runs.run_due_now()
    if not puzzles:
        Analysis.objects.filter(kind=Analysis.Kind.PUZZLES, done_at=None).delete()
    before = _rows()
    jobs.analyse()
    return before != _rows()


def _rows() -> list[dict[str, Any]]:
    return list(Analysis.objects.order_by("pk").values("pk", *GOES_ON))
