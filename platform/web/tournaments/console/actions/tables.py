"""What is done to tables."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import extending, results, ties
from web.tournaments.console import forms as asked
from web.tournaments.console import round_forms
from web.tournaments.console.actions.action import JUDGE, SCOREKEEPER, Action

TABLES = (
    Action(
        "report",
        _("Save the result"),
        _("The result is saved."),
        SCOREKEEPER,
        results.report,
        asked.ResultForm,
    ),
    Action(
        "correct",
        _("Correct the result"),
        _("The result is put right."),
        JUDGE,
        results.override,
        asked.CorrectionForm,
        previews=True,
    ),
    Action(
        "decide-tie",
        _("Decide the tie"),
        _("The tie is decided."),
        JUDGE,
        ties.decide,
        asked.TieForm,
        about=_("Number those who are level from the first who goes on."),
    ),
    Action(
        "extend-table",
        _("Give more time"),
        _("The table has more time."),
        JUDGE,
        extending.extend_table,
        round_forms.TableTimeForm,
        about=_("The end of the table moves, and its match gets as much more on its clocks."),
    ),
    Action(
        "void",
        _("Call the table off"),
        _("The table is called off."),
        JUDGE,
        results.void,
        asked.VoidForm,
        about=_("Its players have not met, and get what a bye brings, or nothing."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "replay",
        _("Have it played again"),
        _("The table is played again."),
        JUDGE,
        results.replay,
        asked.TableForm,
        about=_("The result counts no more; where matches are played here, a new one opens."),
        previews=True,
    ),
)
