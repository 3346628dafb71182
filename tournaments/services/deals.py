"""What the deals of tables hang on that were changed by hand: a draw that was made since."""

from collections.abc import Collection

from tournaments import events as e
from tournaments.drawing import Occasion
from tournaments.unit_of_work import UnitOfWork


def bind_anew(work: UnitOfWork, number: int, tables: Collection[str]) -> None:
    """Add a draw for the deals of tables of a round, so that no deal was known before the change.

    Where no matches are dealt, or there is no chain to draw from, there is nothing to add.
    """
    state = work.state
    if state.draws.chain is None or state.settings["play"] != "matches":
        return
    round_ = state.rounds[number - 1]
    places = [
        place for place, table in enumerate(round_.tables, start=1) if str(table.id) in tables
    ]
    if not places:
        return
    lot = work.draw(Occasion("deal", number, places=tuple(places)))
    if lot.number is not None:
        work.add(e.DealsDrawn(round=number, draw=lot.number, places=places))
