"""Grounds, measures and states of cases in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GROUNDS: Mapping[str, Promise] = {
    "cheating": _("Cheating or playing together in secret"),
    "stalling": _("Stalling or leaving matches"),
    "harassment": _("Harassing people"),
    "name": _("An offensive name"),
    "other": _("Something else"),
}
MEASURES: Mapping[str, Promise] = {
    "none": _("No action was taken against you."),
    "warn": _("You have been warned."),
    "mute": _("You cannot talk at tables."),
    "rename": _("You have been given another name."),
    "bar": _("You cannot enter tournaments."),
    "ban": _("Your account is closed: you cannot sign in, play or enter anything."),
}
OUTCOMES: Mapping[str, Promise] = {
    "received": _("Received. The site's staff will look at it."),
    "acted": _("We have looked at it and taken action. Thank you."),
    "dismissed": _("We have looked at it and found no reason to act."),
}
APPEALS: Mapping[str, Promise] = {
    "made": _("You have appealed. Another member of the staff will review the decision."),
    "upheld": _("Your appeal was reviewed: the decision is upheld."),
    "lifted": _("Your appeal was reviewed: the decision was lifted."),
}
