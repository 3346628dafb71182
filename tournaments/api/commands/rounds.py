"""What is done to rounds."""

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.commands import arguments
from tournaments.api.endpoints import JUDGE, ORGANISER, SCOREKEEPER, TournamentEndpoint
from tournaments.services import clocks, confirming, extending, rounds

ROUNDS = (
    TournamentEndpoint(
        id="pair",
        path="rounds",
        service=rounds.pair,
        role=ORGANISER,
        summary="Pair the next round.",
        help="Pair the next round as a draft, which only the staff can see until it is published.",
        label=_("Pair next round"),
        done=_("The draft is ready."),
    ),
    TournamentEndpoint(
        id="publish",
        path="rounds/<int:number>/publish",
        service=rounds.publish,
        role=ORGANISER,
        summary="Publish a draft.",
        help="Publish the tables of a round and open their matches.",
        label=_("Publish"),
        done=_("The round is published."),
        strict=True,
    ),
    TournamentEndpoint(
        id="confirm-all",
        path="rounds/<int:number>/confirm",
        service=confirming.confirm_all,
        role=SCOREKEEPER,
        summary="Confirm all reported results.",
        help="Confirm all undisputed results of a round, except at your own table.",
        label=_("Confirm all reports"),
        done=_("The reported results count."),
    ),
    TournamentEndpoint(
        id="unpublish",
        path="rounds/<int:number>/unpublish",
        service=rounds.unpublish,
        role=ORGANISER,
        summary="Make a round a draft again.",
        help="Turn a published round without results into a draft again; its matches are called "
        "off.",
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
        help="Delete a draft, so that the round can be paired again.",
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
        help=(
            "Swap two entrants; one of them may have a bye. In a published round this is "
            "possible until play starts at their tables."
        ),
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
        help="Do not pair two entrants with each other from the next pairing on; `lifted` ends "
        "this.",
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
            "Pair a round again with the entrants present now, keeping pinned tables. `touched` "
            "changes only tables affected by entrants who left or arrived, also in a published "
            "round."
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
        help="Give an entrant a bye; only affected tables are paired again.",
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
        help="Start or restart the clock of a round in person, which everyone can see.",
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
        help="Stop the clock; the time left is kept until it is started again.",
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
        help=("Extend the deadline, and add the same time to the clocks of matches in progress."),
        label=_("Give more time"),
        done=_("The round has more time."),
        about=_(
            "The round ends later, and every match in it gets the same extra time on its clocks."
        ),
    ),
    TournamentEndpoint(
        id="close",
        path="rounds/<int:number>/close",
        service=rounds.close,
        role=JUDGE,
        summary="Close a round.",
        help="Close a round with complete results, so that the next one can be paired.",
        label=_("Close round"),
        done=_("The round is closed."),
    ),
)
