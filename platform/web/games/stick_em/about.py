"""What Stick 'Em is like, for who chooses a game."""

from django.utils.translation import gettext_lazy as _

TAGLINE = _("Win tricks, but not in your pain colour. Play any card at any time.")
HOOK = _("Take tricks, but not in the colour that hurts you.")
SHORT = {"rounds": 1}
