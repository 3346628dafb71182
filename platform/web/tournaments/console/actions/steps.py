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
        _("Seed entrants"),
        _("The entrants are seeded."),
        ORGANISER,
        lifecycle.seed,
        asked.SeedForm,
    ),
    Action(
        "start",
        _("Start tournament"),
        _("The tournament has started."),
        ORGANISER,
        lifecycle.start,
    ),
    Action("pause", _("Pause"), _("The tournament is paused."), JUDGE, lifecycle.pause),
    Action("resume", _("Resume"), _("The tournament has resumed."), JUDGE, lifecycle.resume),
    Action(
        "finish",
        _("Finish tournament"),
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
        about=_("The final ranking is withdrawn; rounds and results stay."),
        previews=True,
    ),
    Action(
        "next-season",
        _("Create next season"),
        _("The next season has been created: you find it among your tournaments."),
        ORGANISER,
        seasons.make_next,
        asked.SeasonForm,
        about=_("Remaining players move to the next season, in the divisions they have reached."),
    ),
    Action(
        "cancel",
        _("Call off the tournament"),
        _("The tournament is called off."),
        ORGANISER,
        lifecycle.cancel,
        about=_("Its matches in progress are called off too."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "rollback",
        _("Roll back"),
        _("The tournament is back in its earlier state."),
        ORGANISER,
        lifecycle.roll_back,
        asked.BackForm,
        about=_("Later entries stay in the log but no longer count."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "give-role",
        _("Give a role"),
        _("The role has been given."),
        ORGANISER,
        lifecycle.give_role,
        entrant_forms.RoleForm,
    ),
    Action(
        "take-role",
        _("Remove role"),
        _("The role has been removed."),
        ORGANISER,
        lifecycle.give_role,
        entrant_forms.RevokeRoleForm,
    ),
)
