"""A stream of every kind, made for tests, and noted as it is found."""

from uuid import UUID

from eventstore import checkpoints, verification
from matches import vacations
from matches.services import vacations as taking
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event

Stream = tuple[str, UUID]
"""Its kind and its id."""


def match() -> Stream:
    """Return a match that is over."""
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    tables.play_out(match_id, players)
    return "match", match_id


def live_match() -> Stream:
    """Return a match that goes on."""
    return "match", tables.begun(tables.people(3))


def ladder() -> Stream:
    """Return a ladder with results."""
    made = ladders.opened()
    for _ in range(3):
        ladders.played(made, ["ann", "bob"], [1, 2])
    return "ladder", made.id


def tournament() -> Stream:
    """Return a tournament with entrants."""
    return "tournament", Event(**REPORTED).enter_names(6).state.id


def vacation() -> Stream:
    """Return the vacations of somebody who has taken one."""
    (player,) = tables.people(1)
    taking.take(player=player, days=2)
    taking.end(player=player)
    return vacations.KIND, player.account


def note(stream: Stream) -> None:
    """Note a stream as a run does that finds it whole."""
    faults, head = verification.examine(*stream)
    assert faults == []
    assert head is not None
    checkpoints.keep([(stream, head)])
