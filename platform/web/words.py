"""Words of the pages about what the layers below name: games and bots, in a reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TAGLINES: Mapping[str, str | Promise] = {
    "stick-em": _("Win tricks, but not in your pain colour. Play any card at any time."),
    "second-story": _("One more house, or home with the loot? A game of dice, nerve and variety."),
    "sticky-fingers": _("Collect tools, rob the villa and find a fence for the loot."),
    "pickpocket": _("Everyone is after the same loot. Get out in time, or go double or nothing."),
}
"""What each game is like, in two short sentences; another game goes without."""
