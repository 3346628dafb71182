"""What is done to tables."""

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.commands import arguments
from tournaments.api.endpoints import JUDGE, SCOREKEEPER, TournamentEndpoint
from tournaments.services import (
    agreed_draws,
    calls,
    extending,
    forfeits,
    results,
    seat_choice,
    ties,
    time_limits,
)

TABLES = (
    TournamentEndpoint(
        id="report",
        path="tables/<uuid:table_id>/result",
        service=results.report,
        role=SCOREKEEPER,
        request=requests.Result,
        takes=arguments.result_of,
        by_entrants=True,
        summary="Report a result.",
        help=(
            "Report a result of a table played in person: one player reports, another confirms. A "
            "report by the staff counts at once."
        ),
        label=_("Save result"),
        done=_("The result has been saved."),
    ),
    TournamentEndpoint(
        id="correct",
        path="tables/<uuid:table_id>/result",
        method="put",
        service=results.override,
        role=JUDGE,
        request=requests.Override,
        takes=arguments.result_of,
        summary="Correct a result.",
        help=(
            "Correct a result at any time before the end; preview the consequences with "
            "`dry_run=true`."
        ),
        label=_("Correct result"),
        done=_("The result has been corrected."),
        previews=True,
    ),
    TournamentEndpoint(
        id="forfeit",
        path="tables/<uuid:table_id>/forfeit",
        service=forfeits.forfeit,
        role=SCOREKEEPER,
        request=requests.Forfeit,
        takes=arguments.forfeit_of,
        summary="Decide a table by forfeit.",
        help=(
            "Decide a table with absent players. A single player left wins according to the points "
            "scheme; absent players get nothing and count as not met, and the table is not rated. "
            "A match in progress at the table ends. A judge can also correct an earlier result "
            "this way."
        ),
        label=_("Forfeit"),
        done=_("The forfeit has been recorded."),
        about=_(
            "A player who did not come gets nothing and has met no one. A player left alone"
            " wins; where two or more came, enter how they ended."
        ),
        previews=True,
    ),
    TournamentEndpoint(
        id="decide-tie",
        path="tables/<uuid:table_id>/tie",
        service=ties.decide,
        role=JUDGE,
        request=requests.TieOrder,
        summary="Decide a tie at the cut.",
        help="Decide a tie at the cut as a judge. Ties broken by seeds or lots, or where all "
        "advance, are decided automatically.",
        label=_("Break the tie"),
        done=_("The tie has been broken."),
        about=_("Number the tied players, starting with the one who advances first."),
    ),
    TournamentEndpoint(
        id="choose-seat",
        path="tables/<uuid:table_id>/seat",
        service=seat_choice.choose,
        role=SCOREKEEPER,
        request=requests.SeatWanted,
        by_entrants=True,
        summary="Choose a seat at a final.",
        help=(
            "Choose your seat when it is your turn by seeding, as shown in `choosing` of the "
            "table; the staff can choose for the next player. Play starts once everyone has a seat."
        ),
        label=_("Choose seat"),
        done=_("The seat has been taken."),
    ),
    TournamentEndpoint(
        id="agree-draw",
        path="tables/<uuid:table_id>/draw",
        service=agreed_draws.agree,
        role=SCOREKEEPER,
        request=requests.DrawAgreement,
        by_entrants=True,
        summary="Agree to a draw.",
        help=(
            "Agree to a draw, or withdraw your agreement, before play starts; it counts once all "
            "players agree. Requires `agreed_draws` in the settings. The staff can record a draw "
            "directly."
        ),
        label=_("Record an agreed draw"),
        done=_("The agreement has been recorded."),
        about=_(
            "All at the table share first place and get the points of a draw. Nothing is rated;"
            " a match that is being played there ends."
        ),
        previews=True,
    ),
    TournamentEndpoint(
        id="end-time",
        path="tables/<uuid:table_id>/time-limit",
        service=time_limits.end,
        role=SCOREKEEPER,
        request=requests.TimeLimit,
        takes=arguments.standing_of,
        summary="End a table at its time limit.",
        help=(
            "End a table after its time limit: the current scores of an online match are its "
            "result; for a table in person, enter the current result. `ended` of the table becomes "
            "`time_limit`."
        ),
        label=_("End at the time limit"),
        done=_("The table has ended at its time limit."),
        about=_("The table ends now. A match played here ends with its current scores."),
        is_dangerous=True,
    ),
    TournamentEndpoint(
        id="extend-table",
        path="tables/<uuid:table_id>/extend",
        service=extending.extend_table,
        role=JUDGE,
        request=requests.MoreTime,
        summary="Extend a table.",
        help="Extend the deadline of a table, and add the same time to the clocks of its match.",
        label=_("Give more time"),
        done=_("The table has more time."),
        about=_("The table ends later, and its match gets the same extra time on its clocks."),
    ),
    TournamentEndpoint(
        id="call-judge",
        path="tables/<uuid:table_id>/judge",
        service=calls.call,
        role=SCOREKEEPER,
        by_entrants=True,
        summary="Call a judge.",
        help="Call a judge to your table; the staff is notified at once. Each table can have one "
        "open call.",
        label=_("Call a judge"),
        done=_("A judge has been called."),
    ),
    TournamentEndpoint(
        id="answer-call",
        path="tables/<uuid:table_id>/judge/answer",
        service=calls.answer,
        role=SCOREKEEPER,
        summary="Close a judge call.",
        help="Record that a judge has been at the table, which can then call again.",
        label=_("The judge was there"),
        done=_("The call is over."),
    ),
    TournamentEndpoint(
        id="void",
        path="tables/<uuid:table_id>/result",
        method="delete",
        service=results.void,
        role=JUDGE,
        request=requests.Voiding,
        summary="Call a table off.",
        help="Call a table off; its players get as much as for a bye and count as not met.",
        label=_("Call off the table"),
        done=_("The table has been called off."),
        about=_("It counts as not played; its players get the points of a bye, or none."),
        previews=True,
        is_dangerous=True,
    ),
    TournamentEndpoint(
        id="replay",
        path="tables/<uuid:table_id>/replay",
        service=results.replay,
        role=JUDGE,
        summary="Replay a table.",
        help="Open a new match for a table of the current round; the old one no longer counts.",
        label=_("Replay table"),
        done=_("The table is being replayed."),
        about=_("The result no longer counts; if matches are played here, a new one opens."),
        previews=True,
    ),
)
