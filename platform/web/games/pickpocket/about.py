"""What Pickpocket is like, for who chooses a game."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("Everyone is after the same loot. Get out in time, or go double or nothing.")
HOOK = _("Follow the threads, and slip out before the second guard.")
