"""What is done to tables."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import extending, results, ties
from web.tournaments.console import forms as asked
from web.tournaments.console import round_forms
from web.tournaments.console.actions.action import JUDGE, SCOREKEEPER, Action

TABLES = (
    Action(
        "report",
        _("Save result"),
        _("The result has been saved."),
        SCOREKEEPER,
        results.report,
        asked.ResultForm,
    ),
    Action(
        "correct",
        _("Correct result"),
        _("The result has been corrected."),
        JUDGE,
        results.override,
        asked.CorrectionForm,
        previews=True,
    ),
    Action(
        "decide-tie",
        _("Break the tie"),
        _("The tie has been broken."),
        JUDGE,
        ties.decide,
        asked.TieForm,
        about=_("Number the tied players, starting with the one who advances first."),
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
        _("Call off the table"),
        _("The table has been called off."),
        JUDGE,
        results.void,
        asked.VoidForm,
        about=_("It counts as not played; its players get the points of a bye, or none."),
        previews=True,
        is_dangerous=True,
    ),
    Action(
        "replay",
        _("Replay table"),
        _("The table is being replayed."),
        JUDGE,
        results.replay,
        asked.TableForm,
        about=_("The result no longer counts; if matches are played here, a new one opens."),
        previews=True,
    ),
)
