"""Matches whose cards are known, since the well that they were dealt from was shown.

They go on where a tournament goes on that was over: their tables are dealt anew.
"""

from django.db.models import Q

from api.ids import uuid7
from matches.models import Match
from matches.state import Status
from tournaments import events as e
from tournaments.unit_of_work import UnitOfWork

DETAIL = "the secret of its deal was shown before its end"


def go_on(work: UnitOfWork) -> None:
    """Have drawn what follows from another well, and tables played again that hang on the last."""
    draws = work.state.draws
    shown_at = draws.revealed_at
    if not draws.is_revealed:
        return
    work.renew_well()
    if work.state.settings["play"] != "matches":
        return
    known = Q(status__in=[Status.OPEN, Status.LIVE])
    if shown_at is not None:
        known |= Q(status=Status.FINISHED, ended_at__gt=shown_at)
    waiting = {
        table.id: table
        for round_, table in work.state.tables()
        if round_.published and table.is_open
    }
    found = Match.objects.filter(known, table_id__in=waiting).order_by("id")
    counted = {each.match for table in waiting.values() for each in table.counted}
    for table_id in dict.fromkeys(each.table_id for each in found if each.id not in counted):
        if table_id is None:
            continue
        if waiting[table_id].counted:
            # The matches that are over stay: only the present one comes to nothing.
            stopped = e.TableStopped(
                table=str(table_id), cause="match_void", detail=DETAIL, awaited=[]
            )
            work.add(stopped)
        work.add(e.TableReplayed(table=str(table_id), new_table=str(uuid7())))
