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
        "enter", _("Enter somebody"), ENTERED, JUDGE, entry.register, entrant_forms.EnterOtherForm
    ),
    Action(
        "enter-bots", _("Enter bots"), ENTERED, JUDGE, entry.register, entrant_forms.EnterBotsForm
    ),
    Action(
        "enter-many",
        _("Enter many"),
        _("All of them are entered."),
        JUDGE,
        entry.register,
        entrant_forms.ImportEntrantsForm,
        about=_("Everybody is entered, or nobody."),
    ),
    Action(
        "import",
        _("Take a report over"),
        _("The report is taken over: the tournament goes on from there."),
        ORGANISER,
        importing.take_over,
        round_forms.TrfImportForm,
        about=_(
            "Duels that were played elsewhere: their players and all their rounds, or nothing."
            " The tournament has started then."
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
        _("Take out"),
        _("They are out."),
        JUDGE,
        entry.leave,
        asked.EntrantForm,
        about=_(
            "Before the start they are withdrawn, and who waits moves up. Later they drop from"
            " the next round on, keep their points, and may come back."
        ),
        previews=True,
    ),
    Action(
        "re-add",
        _("Let them come back"),
        _("They play again from the next round on."),
        JUDGE,
        entry.re_add,
        asked.EntrantForm,
    ),
    Action(
        "no-show",
        _("Did not come"),
        _("Noted: they did not come."),
        JUDGE,
        entry.no_show,
        asked.EntrantForm,
        about=_("It is noted, and they drop from the next round on."),
        previews=True,
    ),
    Action("rest", _("Let them rest"), _("They rest."), JUDGE, arena.rest, asked.EntrantForm),
    Action("ready", _("They are ready"), _("They play on."), JUDGE, arena.ready, asked.EntrantForm),
    Action(
        "substitute",
        _("Substitute"),
        _("Somebody else plays on."),
        JUDGE,
        entry.substitute,
        entrant_forms.SubstituteForm,
        about=_("The points stay; whoever comes plays from the next round on."),
        previews=True,
    ),
    Action(
        "penalty",
        _("Give a penalty"),
        _("The penalty is given."),
        JUDGE,
        entry.penalise,
        entrant_forms.PenaltyForm,
        about=_("It is a line of its own in the standings."),
        previews=True,
    ),
    Action(
        "disqualify",
        _("Disqualify"),
        _("They are disqualified."),
        JUDGE,
        entry.disqualify,
        round_forms.DisqualifyForm,
        about=_("They are out for good."),
        previews=True,
        is_dangerous=True,
    ),
)
