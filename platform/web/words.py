"""Words of the pages about what the layers below name: games and bots, in a reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TAGLINES: Mapping[str, str | Promise] = {
    "stick-em": _("Win tricks, but not in the colour that hurts you. Any card, any time."),
    "second-story": _("One more house, or home with the bag? Dice, nerve and variety."),
    "sticky-fingers": _("Tools by day, the villa by night, and somebody who buys the loot."),
    "pickpocket": _("All after the same loot. Leave in time, or go for double or nothing."),
}
"""What each game is like, in two short sentences; another game goes without."""
