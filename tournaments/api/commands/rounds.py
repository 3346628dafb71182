"""What is done to rounds."""

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.commands import arguments
from tournaments.api.endpoints import JUDGE, ORGANISER, TournamentEndpoint
from tournaments.services import clocks, extending, rounds

ROUNDS = (
    TournamentEndpoint(
        id="pair",
        path="rounds",
        service=rounds.pair,
        role=ORGANISER,
        summary="Pair the next round.",
        help="As a draft, which only the staff can see until it is published.",
        label=_("Pair next round"),
        done=_("The draft is ready."),
    ),
    TournamentEndpoint(
        id="publish",
        path="rounds/<int:number>/publish",
        service=rounds.publish,
        role=ORGANISER,
        summary="Publish a draft.",
        help="Everyone sees its tables, and their matches open.",
        label=_("Publish"),
        done=_("The round is published."),
        strict=True,
    ),
    TournamentEndpoint(
        id="unpublish",
        path="rounds/<int:number>/unpublish",
        service=rounds.unpublish,
        role=ORGANISER,
        summary="Make a round a draft again.",
        help="Only while no table has a result; its matches are called off.",
        label=_("Unpublish"),
        done=_("The round is a draft again."),
        about=_("Its matches are called off. Only while no table has a result."),
        previews=True,
    ),
    TournamentEndpoint(
        id="unpair",
        path="rounds/<int:number>/unpair",
        service=rounds.unpair,
        role=ORGANISER,
        summary="Delete a draft.",
        help="The round can be paired again.",
        label=_("Discard draft"),
        done=_("The draft has been discarded."),
        strict=True,
    ),
    TournamentEndpoint(
        id="swap",
        path="rounds/<int:number>/swap",
        service=rounds.swap,
        role=ORGANISER,
        request=requests.Swap,
        summary="Swap two entrants of a draft.",
        help=("One of them may have a bye. In a published round too, until somebody plays there."),
        label=_("Swap"),
        done=_("They have swapped seats."),
        strict=True,
    ),
    TournamentEndpoint(
        id="keep-apart",
        path="keep-apart",
        service=rounds.keep_apart,
        role=ORGANISER,
        request=requests.Apart,
        summary="Keep two entrants apart.",
        help="From the next pairing on; lifted with `lifted`.",
        label=_("Keep apart"),
        done=_("They will not meet in rounds paired from now on."),
    ),
    TournamentEndpoint(
        id="repair",
        path="rounds/<int:number>/repair",
        service=rounds.repair,
        role=ORGANISER,
        request=requests.Repair,
        takes=arguments.pinned_of,
        summary="Pair a draft again.",
        help=(
            "Pinned tables stay; the others are paired anew with whoever is there now. "
            "`touched` changes no more than who left or came makes necessary, in a "
            "published round too."
        ),
        label=_("Re-pair"),
        done=_("The draft has been re-paired."),
        strict=True,
    ),
    TournamentEndpoint(
        id="sit-out",
        path="rounds/<int:number>/sit-out",
        service=rounds.sit_out,
        role=ORGANISER,
        request=requests.SitOut,
        summary="Give an entrant a bye by request.",
        help="Only the tables that this touches are paired again.",
        label=_("Give a bye"),
        done=_("The player has a bye."),
        about=_("A bye by request. Only the tables affected are re-paired."),
        previews=True,
    ),
    TournamentEndpoint(
        id="start-clock",
        path="rounds/<int:number>/clock/start",
        service=clocks.start,
        role=JUDGE,
        request=requests.RoundClockStart,
        summary="Start a round's clock.",
        help="For rounds in person: the clock that everyone sees runs, on or anew.",
        label=_("Start the clock"),
        done=_("The clock is running."),
        about=_("The clock of the round runs on all pages and on the wall."),
    ),
    TournamentEndpoint(
        id="stop-clock",
        path="rounds/<int:number>/clock/stop",
        service=clocks.stop,
        role=JUDGE,
        summary="Stop a round's clock.",
        help="What is left stays until it is started again.",
        label=_("Stop the clock"),
        done=_("The clock has stopped."),
    ),
    TournamentEndpoint(
        id="extend-round",
        path="rounds/<int:number>/extend",
        service=extending.extend_round,
        role=JUDGE,
        request=requests.MoreTime,
        summary="Extend a round.",
        help=(
            "Move its end, and give the matches that are being played as much more on their clocks."
        ),
        label=_("Give more time"),
        done=_("The round has more time."),
        about=_(
            "The end of the round moves, and every match in it gets as much more on its clocks."
        ),
    ),
    TournamentEndpoint(
        id="close",
        path="rounds/<int:number>/close",
        service=rounds.close,
        role=JUDGE,
        summary="Close a round.",
        help="Its results are complete, and the next round can be paired.",
        label=_("Close round"),
        done=_("The round is closed."),
    ),
)
