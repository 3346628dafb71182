"""The table of Second Story in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from web.games.glance import View, by_seat
from web.games.narration import People, join_words
from web.games.second_story.words import card, suit


def glance(view: View, people: People) -> list[str]:
    """Return the street and the bag, the bank, and the lairs."""
    houses = join_words([card(name) for name in view["street"]])
    lairs = zip(view["lairs"], view["scores"], strict=True)
    return [
        _("Houses of this night: %(houses)s. In the bag: %(bag)s.")
        % {"houses": houses, "bag": _chips(view["bag"])},
        _("In the bank: %(bank)s.") % {"bank": _chips(view["bank"])},
        by_seat(people, [_scored(lair, score) for lair, score in lairs]),
    ]


def _scored(lair: Mapping[str, int], score: int) -> str:
    chips = _chips(lair)
    if not any(lair.values()):
        return chips
    return _("%(chips)s, which score %(score)s") % {"chips": chips, "score": score}


def _chips(counts: Mapping[str, int]) -> str:
    return join_words([f"{suit(name)} {number}" for name, number in counts.items() if number])
