"""Reports of a table that differ: both versions stand, and a judge decides with a reason."""

from collections.abc import Sequence

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments.record import Entrant
from tournaments.state import Role, TableState
from tournaments.unit_of_work import UnitOfWork

VERSIONS_MAX = 5
"""How often one player says how a table ended: whoever needs more talks to the judge."""


def is_confirmed(
    table: TableState, own: Entrant, places: Sequence[int], scores: Sequence[int] | None
) -> bool:
    """Tell whether somebody else at the table has reported the same."""
    report = (list(places), None if scores is None else list(scores))
    return any(
        (each.places, each.scores) == report for by, each in table.versions.items() if by != own
    )


def tell(
    work: UnitOfWork,
    table: TableState,
    own: Entrant,
    places: Sequence[int],
    scores: Sequence[int] | None,
) -> None:
    """Add what a player says: the first report of the table, or a version beside it."""
    said = table.versions.get(own)
    listed = None if scores is None else list(scores)
    if said is not None and (said.places, said.scores) == (list(places), listed):
        return
    if table.changes.get(own, 0) >= VERSIONS_MAX:
        text = Message(
            "You have reported this table %(count)s times; a judge decides now.",
            count=VERSIONS_MAX,
        )
        raise Problem("result_locked", text)
    kind = e.ResultReported if _is_first(table, own) else e.ResultDisputed
    work.add(kind(table=str(table.id), by=own, places=list(places), scores=listed))


def _is_first(table: TableState, own: Entrant) -> bool:
    return table.reported is None or table.reported.by == own


def require_decision(work: UnitOfWork, table: TableState) -> None:
    """Raise Problem unless a judge decides between the versions of a table, and says why."""
    if not table.is_disputed:
        return
    work.require_role(Role.JUDGE)
    if not work.context.reason.strip():
        text = Message(
            "This table has two versions of its result. Give a reason for your decision: the "
            "players see it."
        )
        raise Problem("invalid", text, params={"table": str(table.id)})
