"""How the console calls what tournaments name in code, and what it says of refusals."""

from django.utils.translation import gettext_lazy as _

from web.words import Words

ROUNDS: Words = {"draft": _("draft"), "live": _("being played"), "closed": _("closed")}
SOURCES: Words = {
    "match": _("from the match"),
    "report": _("reported at the table"),
    "override": _("corrected by the staff"),
}
TERMS: Words = {
    "repeats": _("repeat meetings"),
    "seats": _("repeated seats"),
    "small": _("small tables again"),
    "kept_apart": _("kept apart"),
    "points_apart": _("points difference"),
}
"""The terms of a table's cost; a format may bring others, which go by their own name."""
CHOICES: Words = {
    "keep": _("Keep the later pairings"),
    "repair": _("Re-pair the later rounds"),
}

"""What happened, by the kind of event; another kind goes by its own name."""
