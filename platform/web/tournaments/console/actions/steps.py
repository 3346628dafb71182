"""What moves a whole tournament on, and who helps to run it."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.services import lifecycle, seasons
from web.tournaments.console import entrant_forms
from web.tournaments.console import forms as asked
from web.tournaments.console.actions.action import JUDGE, ORGANISER, Action

STEPS = (
    Action(
        "open",
        _("Open entry"),
        _("Entry is open."),
        ORGANISER,
        partial(lifecycle.change_phase, step="open"),
    ),
    Action(
        "close-entry",
        _("Close entry"),
        _("Entry is closed."),
        ORGANISER,
        partial(lifecycle.change_phase, step="close-entry"),
    ),
    Action(
        "open-checkin",
        _("Open check-in"),
        _("Check-in is open."),
        ORGANISER,
        partial(lifecycle.change_phase, step="open-checkin"),
    ),
    Action(
        "seed",
        _("Seed"),
        _("The entrants are seeded."),
        ORGANISER,
        lifecycle.seed,
        asked.SeedForm,
    ),
    Action(
        "start",
        _("Start the tournament"),
        _("The tournament has started."),
        ORGANISER,
        lifecycle.start,
    ),
    Action("pause", _("Pause"), _("The tournament is paused."), JUDGE, lifecycle.pause),
    Action("resume", _("Go on"), _("The tournament goes on."), JUDGE, lifecycle.resume),
    Action(
        "finish",
        _("Finish the tournament"),
        _("The tournament is finished."),
        ORGANISER,
        lifecycle.finish,
    ),
    Action(
        "reopen",
        _("Reopen"),
        _("The tournament is open again."),
        ORGANISER,
        lifecycle.reopen,
        about=_("The final ranking is taken back; rounds and results stay."),
        previews=True,
    ),
    Action(
        "next-season",
        _("Make the next season"),
        _("The next season is made: it stands among your tournaments."),
        ORGANISER,
        seasons.make_next,
        asked.SeasonForm,
        about=_("Whoever is still there comes along, in the divisions that they have reached."),
    ),
    Action(
        "cancel",
        _("Call the tournament off"),
        _("The tournament is called off."),
        ORGANISER,
        lifecycle.cancel,
        about=_("Matches that run are called off with it."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "rollback",
        _("Roll back"),
        _("The tournament stands as it was then."),
        ORGANISER,
        lifecycle.roll_back,
        asked.BackForm,
        about=_("What came after that version stays in the log, and counts no more."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "give-role",
        _("Give a role"),
        _("The role is given."),
        ORGANISER,
        lifecycle.give_role,
        entrant_forms.RoleForm,
    ),
    Action(
        "take-role",
        _("Take the role away"),
        _("The role is taken away."),
        ORGANISER,
        lifecycle.give_role,
        entrant_forms.RevokeRoleForm,
    ),
)
