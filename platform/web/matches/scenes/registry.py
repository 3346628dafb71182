"""The table of every game: one line each. A game without one gets a plain one."""

from collections.abc import Mapping
from typing import NamedTuple

from web.matches.scenes import pickpocket, plain, second_story, stick_em, sticky_fingers
from web.matches.scenes.core import Draw

SCENES: Mapping[str, Draw] = {
    "stick-em": stick_em.scene,
    "sticky-fingers": sticky_fingers.scene,
    "second-story": second_story.scene,
    "pickpocket": pickpocket.scene,
}


class Table(NamedTuple):
    """How a game's table is drawn: what is on it, and the template that it stands in."""

    draw: Draw
    template: str


def table_of(game: str) -> Table:
    """Return how the table of a game is drawn."""
    draw = SCENES.get(game)
    if draw is None:
        return Table(plain.scene, "web/matches/games/plain.html")
    return Table(draw, f"web/matches/games/{game}.html")
