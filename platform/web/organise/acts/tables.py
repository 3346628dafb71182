"""What is done to tables."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import extending, results, ties
from web.organise import adjusting
from web.organise import forms as asked
from web.organise.acts.act import JUDGE, SCOREKEEPER, Act

TABLES = (
    Act(
        "report",
        _("Save the result"),
        _("The result is saved."),
        SCOREKEEPER,
        results.report,
        asked.ResultForm,
    ),
    Act(
        "correct",
        _("Correct the result"),
        _("The result is put right."),
        JUDGE,
        results.override,
        asked.CorrectionForm,
        look_first=True,
    ),
    Act(
        "decide-tie",
        _("Decide the tie"),
        _("The tie is decided."),
        JUDGE,
        ties.decide,
        asked.TieForm,
        about=_("Number those who are level from the first who goes on."),
    ),
    Act(
        "extend-table",
        _("Give more time"),
        _("The table has more time."),
        JUDGE,
        extending.extend_table,
        adjusting.TableTimeForm,
        about=_("The end of the table moves, and its match gets as much more on its clocks."),
    ),
    Act(
        "void",
        _("Call the table off"),
        _("The table is called off."),
        JUDGE,
        results.void,
        asked.VoidForm,
        about=_("Its players have not met, and get what a bye brings, or nothing."),
        look_first=True,
        grave=True,
    ),
    Act(
        "replay",
        _("Have it played again"),
        _("The table is played again."),
        JUDGE,
        results.replay,
        asked.TableForm,
        about=_("The result counts no more; where matches are played here, a new one opens."),
        look_first=True,
    ),
)
