"""How the console calls what tournaments name in code, and what it says of refusals."""

from django.utils.translation import gettext_lazy as _

from web.words import Words

ROUNDS: Words = {"draft": _("draft"), "live": _("being played"), "closed": _("closed")}
SOURCES: Words = {
    "match": _("from the match"),
    "report": _("reported at the table"),
    "override": _("corrected by the staff"),
}
TERMS: Words = {"points_apart": _("points difference")}
"""Those terms of a table's cost that say something to whoever looks at a draft."""
CHOICES: Words = {
    "keep": _("Keep the later pairings"),
    "repair": _("Re-pair the later rounds"),
}

"""What happened, by the kind of event; another kind goes by its own name."""
