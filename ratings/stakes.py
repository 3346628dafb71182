"""What a new ladder has where nothing is said, by its game: K from the luck that was measured."""

from collections.abc import Mapping

from games.parts import part_of
from ratings.ladder.settings import FOR_NEW

STAKES_USUAL: Mapping[str, int] = {"k_provisional": 100, "k": 12, "k_half": 5}
"""Of a game that nobody has measured."""
SYSTEM_USUAL = "elo"


def of_game(game: str) -> dict[str, int]:
    """Return the points at stake in matches of a game, as Elo's parameters."""
    return dict(getattr(part_of(game, "luck"), "STAKES", STAKES_USUAL))


def for_new(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings of a new ladder with what it has where they say nothing.

    The parameters are in the ladder's stream from then on, so a later measurement changes none.
    """
    found = {**FOR_NEW, **settings}
    game, own = found.get("game"), found.get("parameters", {})
    is_elo = found.get("system", SYSTEM_USUAL) == SYSTEM_USUAL
    if is_elo and isinstance(game, str) and isinstance(own, dict):
        found["parameters"] = {**of_game(game), **own}
    return found
