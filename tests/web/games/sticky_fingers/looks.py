"""Tables of Sticky Fingers as their pages show them."""

import json
from collections.abc import Iterator
from typing import Any, cast

from games.core import Seat, Viewer
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import RULES
from tests.games.tables import Match
from tests.web.games.played import people
from web.games.core import Offer, Offers, Scene
from web.games.sticky_fingers.scene import scene
from web.games.sticky_fingers.things import Place, StickyPlate, Table, Thing
from web.games.sticky_fingers.words import language

DATASET = "sticky-fingers/recon-1"


def look(state: State, viewer: Viewer = 0) -> Scene:
    """Return what the table shows a viewer, with the moves that they may make."""
    view = json.loads(json.dumps(RULES.view(state, viewer)))
    people_there = people(state.seats, viewer if viewer >= 0 else None)
    return scene(view, Offers(moves(state, viewer), language(DATASET), people_there), people_there)


def moves(state: State, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the legal moves of a viewer, as the page gets them."""
    if viewer not in RULES.to_act(state):
        return []
    legal = [RULES.move_data(state, viewer, move) for move in RULES.legal_moves(state, viewer)]
    return cast("list[dict[str, Any]]", json.loads(json.dumps(legal)))


def decisions(match: Match) -> Iterator[tuple[Seat, State]]:
    """Yield who has to decide and where, each time."""
    for _count, state in match.states:
        for seat in RULES.to_act(state):
            yield seat, state


def table(state: State, viewer: Viewer = 0) -> Table:
    """Return what the game's own template shows a viewer."""
    shown = look(state, viewer).table
    assert isinstance(shown, Table)
    return shown


def place(state: State, name: str, viewer: Viewer = 0) -> Place:
    """Return a location as a viewer sees it."""
    return next(each for each in table(state, viewer).places if each.id == name)


def plate(state: State, seat: Seat, viewer: Viewer = 0) -> StickyPlate:
    """Return what a viewer knows of a seat."""
    shown = look(state, viewer).plates[seat]
    assert isinstance(shown, StickyPlate)
    return shown


def things(shown: Table) -> Iterator[Thing]:
    """Yield whatever lies on the table or in the viewer's hand."""
    for each in shown.places:
        yield from each.things
        yield from (swap.thing for swap in each.swaps)
    yield from shown.hand
    yield from shown.loot


def offers(shown: Table) -> Iterator[Offer]:
    """Yield each move that the page lets its reader make, as often as it does."""
    yield from (option.offer for thing in things(shown) for option in thing.options)
    for each in shown.places:
        yield from (square.offer for square in each.squares if each.has_choice and square.offer)
        if each.offer:
            yield each.offer
    yield from shown.scoundrels
    if shown.passing:
        yield shown.passing
