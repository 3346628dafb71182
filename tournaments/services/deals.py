"""What the deals of tables hang on that were changed by hand: a draw that was made since."""

from collections.abc import Collection

from tournaments import events as e
from tournaments.draw_facts import Occasion
from tournaments.drawing import Lot
from tournaments.unit_of_work import UnitOfWork


def bind_draft(work: UnitOfWork, number: int, tables: Collection[str]) -> bool:
    """Add a draw for the deals of a draft's tables, so that no deal was known before the change.

    False where it follows once entrants have added chance to it.
    """
    occasion = _occasion(work, number, tables)
    if occasion is None:
        return True
    lot = work.draw(occasion)
    if lot is not None:
        _bind(work, occasion, lot)
    return lot is not None


def bind_anew(work: UnitOfWork, number: int, tables: Collection[str]) -> None:
    """Do the same in a published round, where nobody is asked: they are played at once."""
    occasion = _occasion(work, number, tables)
    if occasion is not None:
        _bind(work, occasion, work.draw_alone(occasion))


def _occasion(work: UnitOfWork, number: int, tables: Collection[str]) -> Occasion | None:
    """Return the draw for the deals of tables; None where none are dealt, or from no chain."""
    state = work.state
    if state.draws.chain is None or state.settings["play"] != "matches":
        return None
    found = state.rounds[number - 1].tables
    places = [place for place, table in enumerate(found, start=1) if str(table.id) in tables]
    return Occasion("deal", number, places=tuple(places)) if places else None


def _bind(work: UnitOfWork, occasion: Occasion, lot: Lot) -> None:
    if lot.number is not None:
        places = list(occasion.places)
        work.add(e.DealsDrawn(round=occasion.round, draw=lot.number, places=places))
