"""What is done to rounds."""

from django.utils.translation import gettext_lazy as _

from tournaments.services import extending, rounds
from web.organise import adjusting
from web.organise import forms as asked
from web.organise.acts.act import JUDGE, ORGANISER, Act

ROUNDS = (
    Act("pair", _("Pair the next round"), _("The draft is ready."), ORGANISER, rounds.pair),
    Act(
        "publish",
        _("Publish"),
        _("The round is published."),
        ORGANISER,
        rounds.publish,
        asked.RoundForm,
        strict=True,
    ),
    Act(
        "unpublish",
        _("Make it a draft again"),
        _("The round is a draft again."),
        ORGANISER,
        rounds.unpublish,
        asked.RoundForm,
        about=_("Its matches are called off. Only while no table has a result."),
        look_first=True,
    ),
    Act(
        "unpair",
        _("Throw the draft away"),
        _("The draft is gone."),
        ORGANISER,
        rounds.unpair,
        asked.RoundForm,
        strict=True,
    ),
    Act(
        "swap",
        _("Swap"),
        _("They have changed places."),
        ORGANISER,
        rounds.swap,
        asked.PairForm,
        strict=True,
    ),
    Act(
        "keep-apart",
        _("Keep apart"),
        _("They will not meet in rounds paired from now on."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Act(
        "let-meet",
        _("Let them meet"),
        _("They may meet again."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Act(
        "repair",
        _("Pair again"),
        _("The draft is paired again."),
        ORGANISER,
        rounds.repair,
        asked.RepairForm,
        strict=True,
    ),
    Act(
        "swap-published",
        _("Swap players"),
        _("They have changed places."),
        ORGANISER,
        rounds.swap,
        adjusting.SeatsForm,
        about=_("The round is published: tables where nobody has played yet get new matches."),
        look_first=True,
    ),
    Act(
        "sit-out",
        _("Give a bye"),
        _("They sit out."),
        ORGANISER,
        rounds.sit_out,
        adjusting.ByeForm,
        about=_("A bye by request. Only the tables that this touches are paired again."),
        look_first=True,
    ),
    Act(
        "mend",
        _("Repair what has changed"),
        _("The round is repaired."),
        ORGANISER,
        rounds.repair,
        adjusting.MendForm,
        about=_(
            "Who has left leaves a gap, who has come or has a bye fills one; all other tables"
            " stay as they are."
        ),
        look_first=True,
    ),
    Act(
        "extend-round",
        _("Give more time"),
        _("The round has more time."),
        JUDGE,
        extending.extend_round,
        adjusting.RoundTimeForm,
        about=_(
            "The end of the round moves, and every match in it gets as much more on its clocks."
        ),
    ),
    Act(
        "close",
        _("Close the round"),
        _("The round is closed."),
        JUDGE,
        rounds.close,
        asked.RoundForm,
    ),
)
