"""What Sticky Fingers is like, for who chooses a game."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("Collect tools, rob the villa and find a fence for the loot.")
HOOK = _("Five places to rob, and everyone wants the same safe.")
