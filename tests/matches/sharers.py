"""Clients that take part in the chance of a deal, for tests: they sit, promise and show."""

import hashlib
from typing import Any
from uuid import UUID

from agenda.models import DueRow
from agenda.registry import Job
from eventstore import verification
from games import fair_draws
from matches import selectors
from matches.actors import Player
from matches.answers import MatchShown
from matches.events import KIND
from matches.models import Match
from matches.services import chance, gathering, leaving
from tests.matches import tables


class Sharer:
    """A client that takes part."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def look(self, match: UUID) -> MatchShown:
        return selectors.match_page(match, self.player.account)

    def share(self, match: UUID, attempt: int) -> bytes:
        return hashlib.sha256(f"{self.player.account} {match} {attempt}".encode()).digest()

    def promise(self, match: UUID) -> None:
        page = self.look(match)
        assert page.chance
        assert page.my_seat is not None
        share = self.share(match, page.chance.attempt)
        promised = fair_draws.promise(page.chance.deal, page.chance.attempt, page.my_seat, share)
        chance.promise(
            match_id=match, player=self.player, attempt=page.chance.attempt, promise=promised
        )

    def show(self, match: UUID) -> None:
        asked = self.look(match).chance
        assert asked
        share = self.share(match, asked.attempt)
        chance.show(match_id=match, player=self.player, attempt=asked.attempt, share=share)


def seated(sharers: list[Sharer], **wanted: Any) -> UUID:
    game = "second-story" if len(sharers) == 2 else "stick-em"
    match = tables.opened(sharers[0].player, seats=len(sharers), game=game, **wanted)
    for each in sharers:
        tables.seat(match, each.player, shares=True)
    return match


def due(match: UUID, kind: str) -> Job:
    """Return what the agenda has of a kind, as its handler gets it when it is due."""
    row = DueRow.objects.get(kind=kind, subject=match)
    return Job(kind, match, row.version, row.due_at, "", 0, None)


def time_is_up(match: UUID) -> None:
    """Let the time of the step pass that a match is at."""
    if tables.types(match)[-1] == "chance_sealed":
        chance.end_showing(due(match, gathering.SHOW))
    else:
        chance.end_promising(due(match, gathering.SEAL))


def status(match: UUID) -> str:
    return str(Match.objects.values_list("status", flat=True).get(id=match))


def end(match: UUID) -> None:
    leaving.void(match_id=match, actor="system", reason="enough", key=f"enough-{match}")


def require_sound(match: UUID) -> None:
    assert list(verification.check(KIND, match)) == []
    if status(match) == "open":
        return
    if status(match) == "live":
        end(match)
    assert tables.log_findings(match) == []
