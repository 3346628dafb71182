"""What pages say about ladders: their kinds."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: Mapping[str, Promise] = {
    "rating": _("by rating"),
    "points": _("by points"),
    "challenge": _("by challenges"),
}
"""How a ladder orders its players."""
