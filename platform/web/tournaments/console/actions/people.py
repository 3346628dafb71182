"""What is done to entrants."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import arena, entry, importing
from web.tournaments.console import entrant_forms, round_forms
from web.tournaments.console import forms as asked
from web.tournaments.console.actions.action import JUDGE, ORGANISER, SCOREKEEPER, Action

ENTERED = _("Entered.")
PEOPLE = (
    Action(
        "enter-myself",
        _("Enter yourself"),
        ENTERED,
        JUDGE,
        entry.register,
        entrant_forms.EnterSelfForm,
    ),
    Action(
        "enter", _("Add a player"), ENTERED, JUDGE, entry.register, entrant_forms.EnterOtherForm
    ),
    Action(
        "enter-bots", _("Add bots"), ENTERED, JUDGE, entry.register, entrant_forms.EnterBotsForm
    ),
    Action(
        "enter-many",
        _("Import players"),
        _("All of them have been entered."),
        JUDGE,
        entry.register,
        entrant_forms.ImportEntrantsForm,
        about=_("All lines are imported, or none."),
    ),
    Action(
        "import",
        _("Import a TRF report"),
        _("The report has been imported; the tournament continues from there."),
        ORGANISER,
        importing.take_over,
        round_forms.TrfImportForm,
        about=_(
            "Two-player games played elsewhere: all players and all rounds, or nothing. "
            "The tournament starts with the import."
        ),
    ),
    Action(
        "check-in",
        _("Check in"),
        _("Checked in."),
        SCOREKEEPER,
        entry.check_in,
        asked.EntrantForm,
    ),
    Action(
        "drop",
        _("Drop player"),
        _("The player has been dropped."),
        JUDGE,
        entry.leave,
        asked.EntrantForm,
        about=_(
            "Before the start the player is withdrawn and the waiting list moves up. Later "
            "the player drops out from the next round on, keeps their points and can be "
            "reinstated."
        ),
        previews=True,
    ),
    Action(
        "re-add",
        _("Reinstate"),
        _("The player plays again from the next round on."),
        JUDGE,
        entry.re_add,
        asked.EntrantForm,
    ),
    Action(
        "no-show",
        _("No-show"),
        _("The no-show has been recorded."),
        JUDGE,
        entry.no_show,
        asked.EntrantForm,
        about=_("This is recorded, and the player drops out from the next round on."),
        previews=True,
    ),
    Action(
        "rest",
        _("Give a break"),
        _("The player is taking a break."),
        JUDGE,
        arena.rest,
        asked.EntrantForm,
    ),
    Action(
        "ready", _("End the break"), _("The player is back."), JUDGE, arena.ready, asked.EntrantForm
    ),
    Action(
        "substitute",
        _("Substitute"),
        _("Another player takes over."),
        JUDGE,
        entry.substitute,
        entrant_forms.SubstituteForm,
        about=_("The points stay; the new player plays from the next round on."),
        previews=True,
    ),
    Action(
        "penalty",
        _("Give a penalty"),
        _("The penalty has been given."),
        JUDGE,
        entry.penalise,
        entrant_forms.PenaltyForm,
        about=_("It appears as a separate line in the standings."),
        previews=True,
    ),
    Action(
        "disqualify",
        _("Disqualify"),
        _("The player has been disqualified."),
        JUDGE,
        entry.disqualify,
        round_forms.DisqualifyForm,
        about=_("The player cannot come back."),
        previews=True,
        is_dangerous=True,
    ),
)
