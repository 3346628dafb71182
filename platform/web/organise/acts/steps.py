"""What moves a whole tournament on, and who helps to run it."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.services import lifecycle, seasons
from web.organise import entering
from web.organise import forms as asked
from web.organise.acts.act import JUDGE, ORGANISER, Act

STEPS = (
    Act(
        "open",
        _("Open entry"),
        _("Entry is open."),
        ORGANISER,
        partial(lifecycle.move_to, step="open"),
    ),
    Act(
        "close-entry",
        _("Close entry"),
        _("Entry is closed."),
        ORGANISER,
        partial(lifecycle.move_to, step="close-entry"),
    ),
    Act(
        "open-checkin",
        _("Open check-in"),
        _("Check-in is open."),
        ORGANISER,
        partial(lifecycle.move_to, step="open-checkin"),
    ),
    Act(
        "seed",
        _("Seed"),
        _("The entrants are seeded."),
        ORGANISER,
        lifecycle.seed,
        asked.SeedForm,
    ),
    Act(
        "start",
        _("Start the tournament"),
        _("The tournament has started."),
        ORGANISER,
        lifecycle.start,
    ),
    Act("pause", _("Pause"), _("The tournament is paused."), JUDGE, lifecycle.pause),
    Act("resume", _("Go on"), _("The tournament goes on."), JUDGE, lifecycle.resume),
    Act(
        "finish",
        _("Finish the tournament"),
        _("The tournament is finished."),
        ORGANISER,
        lifecycle.finish,
    ),
    Act(
        "reopen",
        _("Reopen"),
        _("The tournament is open again."),
        ORGANISER,
        lifecycle.reopen,
        about=_("The final ranking is taken back; rounds and results stay."),
        look_first=True,
    ),
    Act(
        "next-season",
        _("Make the next season"),
        _("The next season is made: it stands among your tournaments."),
        ORGANISER,
        seasons.make_next,
        asked.SeasonForm,
        about=_("Whoever is still there comes along, in the divisions that they have reached."),
    ),
    Act(
        "cancel",
        _("Call the tournament off"),
        _("The tournament is called off."),
        ORGANISER,
        lifecycle.cancel,
        about=_("Matches that run are called off with it."),
        look_first=True,
        grave=True,
    ),
    Act(
        "rollback",
        _("Roll back"),
        _("The tournament stands as it was then."),
        ORGANISER,
        lifecycle.roll_back,
        asked.BackForm,
        about=_("What came after that version stays in the log, and counts no more."),
        look_first=True,
        grave=True,
    ),
    Act(
        "give-role",
        _("Give a role"),
        _("The role is given."),
        ORGANISER,
        lifecycle.give_role,
        entering.RoleForm,
    ),
    Act(
        "take-role",
        _("Take the role away"),
        _("The role is taken away."),
        ORGANISER,
        lifecycle.give_role,
        entering.NoRole,
    ),
)
