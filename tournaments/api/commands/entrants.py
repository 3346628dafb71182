"""What is done to entrants, or by them."""

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.commands import arguments
from tournaments.api.endpoints import JUDGE, ORGANISER, SCOREKEEPER, TournamentEndpoint
from tournaments.services import arena, entry, importing, penalties, presence

ENTRANTS = (
    TournamentEndpoint(
        id="enter",
        path="entrants",
        service=entry.register,
        role=JUDGE,
        request=requests.Entry,
        takes=arguments.newcomers_of,
        by_entrants=True,
        summary="Enter.",
        help=(
            "Yourself with an empty body; as the staff also others, bots, or a CSV file of many."
        ),
        label=_("Add a player"),
        done=_("Entered."),
    ),
    TournamentEndpoint(
        id="import",
        path="import",
        service=importing.take_over,
        role=ORGANISER,
        request=requests.Report,
        takes=arguments.report_of,
        summary="Take over a tournament of duels.",
        help="Players and results of a TRF file, all or nothing; play goes on from there.",
        label=_("Import a TRF report"),
        done=_("The report has been imported; the tournament continues from there."),
        about=_(
            "Two-player games played elsewhere: all players and all rounds, or nothing. "
            "The tournament starts with the import."
        ),
    ),
    TournamentEndpoint(
        id="check-in",
        path="entrants/<int:entrant>/check-in",
        service=presence.check_in,
        role=SCOREKEEPER,
        by_entrants=True,
        summary="Check an entrant in.",
        help="Yourself; the staff may do it for others.",
        label=_("Check in"),
        done=_("Checked in."),
    ),
    TournamentEndpoint(
        id="drop",
        path="entrants/<int:entrant>/drop",
        service=presence.leave,
        role=JUDGE,
        by_entrants=True,
        summary="Drop an entrant.",
        help="Yourself, from the next round on; the staff may do it for others.",
        label=_("Drop player"),
        done=_("The player has been dropped."),
        about=_(
            "Before the start the player is withdrawn and the waiting list moves up. Later "
            "the player drops out from the next round on, keeps their points and can be "
            "reinstated."
        ),
        previews=True,
    ),
    TournamentEndpoint(
        id="re-add",
        path="entrants/<int:entrant>/re-add",
        service=presence.re_add,
        role=JUDGE,
        summary="Let an entrant return.",
        help="Somebody who has dropped plays again from the next round on.",
        label=_("Reinstate"),
        done=_("The player plays again from the next round on."),
    ),
    TournamentEndpoint(
        id="no-show",
        path="entrants/<int:entrant>/no-show",
        service=presence.no_show,
        role=JUDGE,
        summary="Record a no-show.",
        help="The entrant drops from the next round on.",
        label=_("No-show"),
        done=_("The no-show has been recorded."),
        about=_("This is recorded, and the player drops out from the next round on."),
        previews=True,
    ),
    TournamentEndpoint(
        id="rest",
        path="entrants/<int:entrant>/rest",
        service=arena.rest,
        role=JUDGE,
        by_entrants=True,
        summary="Rest in an arena.",
        help="No table opens for the entrant until they are ready again.",
        label=_("Give a break"),
        done=_("The player is taking a break."),
    ),
    TournamentEndpoint(
        id="ready",
        path="entrants/<int:entrant>/ready",
        service=arena.ready,
        role=JUDGE,
        by_entrants=True,
        summary="Be ready again in an arena.",
        help="Tables open for the entrant again.",
        label=_("End the break"),
        done=_("The player is back."),
    ),
    TournamentEndpoint(
        id="substitute",
        path="entrants/<int:entrant>/substitute",
        service=presence.substitute,
        role=JUDGE,
        request=requests.Substitute,
        takes=arguments.substitute_of,
        summary="Substitute an entrant.",
        help="Leave the points with the entrant; the newcomer plays from the next round on.",
        label=_("Substitute"),
        done=_("Another player takes over."),
        about=_("The points stay; the new player plays from the next round on."),
        previews=True,
    ),
    TournamentEndpoint(
        id="penalty",
        path="entrants/<int:entrant>/penalty",
        service=penalties.penalise,
        role=JUDGE,
        request=requests.Penalty,
        summary="Penalise an entrant.",
        help="Add a line to the standings; negative units give points back.",
        label=_("Give a penalty"),
        done=_("The penalty has been given."),
        about=_("It appears as a separate line in the standings."),
        previews=True,
    ),
    TournamentEndpoint(
        id="disqualify",
        path="entrants/<int:entrant>/disqualify",
        service=penalties.disqualify,
        role=JUDGE,
        request=requests.Disqualification,
        summary="Disqualify an entrant.",
        help="For good; the results stand or are void, as the plan or the command says.",
        label=_("Disqualify"),
        done=_("The player has been disqualified."),
        about=_("The player cannot come back."),
        previews=True,
        is_dangerous=True,
    ),
    TournamentEndpoint(
        id="withdraw",
        path="entrants/<int:entrant>/withdraw",
        service=presence.leave,
        role=JUDGE,
        by_entrants=True,
        summary="Withdraw an entrant.",
        help="Yourself, before the start; the staff may do it for others.",
    ),
)
