"""What is done to entrants."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import arena, entry, importing
from web.organise import adjusting, entering
from web.organise import forms as asked
from web.organise.acts.act import JUDGE, ORGANISER, SCOREKEEPER, Act

ENTERED = _("Entered.")
PEOPLE = (
    Act(
        "enter-myself",
        _("Enter yourself"),
        ENTERED,
        JUDGE,
        entry.register,
        entering.EnterMyself,
    ),
    Act("enter", _("Enter somebody"), ENTERED, JUDGE, entry.register, entering.EnterOther),
    Act("enter-bots", _("Enter bots"), ENTERED, JUDGE, entry.register, entering.EnterBots),
    Act(
        "enter-many",
        _("Enter many"),
        _("All of them are entered."),
        JUDGE,
        entry.register,
        entering.EnterMany,
        about=_("Everybody is entered, or nobody."),
    ),
    Act(
        "import",
        _("Take a report over"),
        _("The report is taken over: the tournament goes on from there."),
        ORGANISER,
        importing.take_over,
        adjusting.ReportForm,
        about=_(
            "Duels that were played elsewhere: their players and all their rounds, or nothing."
            " The tournament has started then."
        ),
    ),
    Act(
        "check-in",
        _("Check in"),
        _("Checked in."),
        SCOREKEEPER,
        entry.check_in,
        asked.EntrantForm,
    ),
    Act(
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
        look_first=True,
    ),
    Act(
        "re-add",
        _("Let them come back"),
        _("They play again from the next round on."),
        JUDGE,
        entry.re_add,
        asked.EntrantForm,
    ),
    Act(
        "no-show",
        _("Did not come"),
        _("Noted: they did not come."),
        JUDGE,
        entry.no_show,
        asked.EntrantForm,
        about=_("It is noted, and they drop from the next round on."),
        look_first=True,
    ),
    Act("rest", _("Let them rest"), _("They rest."), JUDGE, arena.rest, asked.EntrantForm),
    Act("ready", _("They are ready"), _("They play on."), JUDGE, arena.ready, asked.EntrantForm),
    Act(
        "substitute",
        _("Substitute"),
        _("Somebody else plays on."),
        JUDGE,
        entry.substitute,
        entering.SubstituteForm,
        about=_("The points stay; whoever comes plays from the next round on."),
        look_first=True,
    ),
    Act(
        "penalty",
        _("Give a penalty"),
        _("The penalty is given."),
        JUDGE,
        entry.penalise,
        entering.PenaltyForm,
        about=_("It is a line of its own in the standings."),
        look_first=True,
    ),
    Act(
        "disqualify",
        _("Disqualify"),
        _("They are disqualified."),
        JUDGE,
        entry.disqualify,
        adjusting.VerdictForm,
        about=_("They are out for good."),
        look_first=True,
        grave=True,
    ),
)
