"""What Second Story is like, for who chooses a game."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("One more house, or home with the loot? A game of dice, nerve and variety.")
HOOK = _("One more house tonight, or home with the bag?")
