"""What the kinds, channels and states of notifications are called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.kinds import Kind

KINDS: Mapping[Kind, tuple[str | Promise, str | Promise]] = {
    "your_turn": (
        _("Your turn"),
        _("If a turn waits while you are away: by push after a minute, by e-mail after ten"),
    ),
    "match_started": (
        _("A rated match starts"),
        _("One that you searched for, or a challenge match"),
    ),
    "match_finished": (_("A match is over"), _("Matches of ladders and tournaments")),
    "invitation": (_("Invitations"), _("A friend invites you to a match")),
    "challenge": (_("Challenges"), _("Someone challenges you on a ladder")),
    "friend_request": (_("Friend requests"), _("Someone wants to be your friend")),
    "my_table": (_("My table"), _("A round is published in which you play, or have a bye")),
    "round_published": (_("A round is published"), _("In tournaments that you follow")),
    "dispute_decided": (
        _("A decision about my table"),
        _("The staff has decided the result of your table"),
    ),
    "checkin_opened": (_("Check-in opens"), _("In tournaments that you have entered")),
    "tournament_started": (_("A tournament starts"), _("One that you have entered or follow")),
    "tournament_finished": (_("A tournament ends"), _("One that you have entered or follow")),
    "weekly_digest": (
        _("Weekly digest"),
        _("On Monday mornings: what is waiting, what you played, what is coming up"),
    ),
    "test": (_("A test"), ""),
}
"""By kind: its name, and when it comes."""
FORMS: Mapping[str, str | Promise] = {
    "standard": _("Signed JSON, for programs"),
    "discord": "Discord",
    "slack": "Slack",
    "ntfy": "ntfy",
}
STATES: Mapping[str, str | Promise] = {
    "waiting": _("waits"),
    "sent": _("sent"),
    "dropped": _("not sent: no longer relevant"),
    "failed": _("failed"),
}
REASONS: Mapping[str, str | Promise] = {
    "timeout": _("no answer in time"),
    "unreachable": _("nobody answered"),
    "private_address": _("the address leads into a network that is not public"),
    "redirect": _("the answer was a redirect, which is not followed"),
    "answer": _("the answer was an error"),
    "gone": _("the answer was that the address no longer exists"),
    "stale": _("it was no longer true"),
    "expired": _("it was too old"),
    "unwanted": _("it was no longer wanted"),
    "invalid_address": _("the address is not valid"),
    "error": _("an error on this site; its staff finds it in the logs"),
    "no_site_url": _("the site does not know its own address"),
}
OFF: Mapping[str, str | Promise] = {
    "asked": _("You switched it off."),
    "gone": _("It answered that this address no longer exists (410)."),
    "failing": _("Several messages in a row could not be delivered."),
}
