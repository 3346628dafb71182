"""The table of every game: one line each. A game without one is played by its list of moves."""

from collections.abc import Mapping

from web.tables.scenes import pickpocket, second_story, stick_em, sticky_fingers
from web.tables.scenes.core import Draw

SCENES: Mapping[str, Draw] = {
    "stick-em": stick_em.scene,
    "sticky-fingers": sticky_fingers.scene,
    "second-story": second_story.scene,
    "pickpocket": pickpocket.scene,
}
"""The game's template is `web/tables/games/<game>.html`."""
