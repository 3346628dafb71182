"""What is done to rounds."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import extending, rounds
from web.tournaments.console import forms as asked
from web.tournaments.console import round_forms
from web.tournaments.console.actions.action import JUDGE, ORGANISER, Action

ROUNDS = (
    Action("pair", _("Pair next round"), _("The draft is ready."), ORGANISER, rounds.pair),
    Action(
        "publish",
        _("Publish"),
        _("The round is published."),
        ORGANISER,
        rounds.publish,
        asked.RoundForm,
        strict=True,
    ),
    Action(
        "unpublish",
        _("Unpublish"),
        _("The round is a draft again."),
        ORGANISER,
        rounds.unpublish,
        asked.RoundForm,
        about=_("Its matches are called off. Only while no table has a result."),
        previews=True,
    ),
    Action(
        "unpair",
        _("Discard draft"),
        _("The draft has been discarded."),
        ORGANISER,
        rounds.unpair,
        asked.RoundForm,
        strict=True,
    ),
    Action(
        "swap",
        _("Swap"),
        _("They have swapped seats."),
        ORGANISER,
        rounds.swap,
        asked.PairForm,
        strict=True,
    ),
    Action(
        "keep-apart",
        _("Keep apart"),
        _("They will not meet in rounds paired from now on."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Action(
        "let-meet",
        _("Allow to meet"),
        _("They may meet again."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Action(
        "repair",
        _("Re-pair"),
        _("The draft has been re-paired."),
        ORGANISER,
        rounds.repair,
        asked.RepairForm,
        strict=True,
    ),
    Action(
        "swap-published",
        _("Swap players"),
        _("They have swapped seats."),
        ORGANISER,
        rounds.swap,
        round_forms.SeatsForm,
        about=_("The round is published: tables where nobody has played yet get new matches."),
        previews=True,
    ),
    Action(
        "sit-out",
        _("Give a bye"),
        _("The player has a bye."),
        ORGANISER,
        rounds.sit_out,
        round_forms.ByeForm,
        about=_("A bye by request. Only the tables affected are re-paired."),
        previews=True,
    ),
    Action(
        "mend",
        _("Repair changed tables"),
        _("The round is repaired."),
        ORGANISER,
        rounds.repair,
        round_forms.PartialRepairForm,
        about=_(
            "New players and players with a bye fill the seats of players who left; all "
            "other tables stay unchanged."
        ),
        previews=True,
    ),
    Action(
        "extend-round",
        _("Give more time"),
        _("The round has more time."),
        JUDGE,
        extending.extend_round,
        round_forms.RoundTimeForm,
        about=_(
            "The end of the round moves, and every match in it gets as much more on its clocks."
        ),
    ),
    Action(
        "close",
        _("Close round"),
        _("The round is closed."),
        JUDGE,
        rounds.close,
        asked.RoundForm,
    ),
)
