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
            "For tables over the board: one player reports, another confirms; the staff's counts."
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
        summary="Put a result right.",
        help=("At any time before the end; look at the consequences with `dry_run=true` first."),
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
        summary="Decide a table by who did not come.",
        help=(
            "Who is left alone wins by the rules of points; the absent get nothing, count as not"
            " met, and the table counts on no ladder. A match that is being played there ends."
            " A judge puts an earlier result right with it."
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
        summary="Decide a tie across the cut.",
        help="As a judge; seeds, lots or all going on are decided by themselves, and say so.",
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
            "In the order of the seeds, while `choosing` of the table says so; the staff chooses"
            " for whoever is next. The table begins when everybody has a seat."
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
            "Where the plan has `agreed_draws`: a player of the table does, or withdraws it, until"
            " all have, before anything is played. The staff records it for a table at once."
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
            "Once its time is over: a match that is played here ends as its scores are now and"
            " brings the result; in person the result is entered as it stands. `ended` of the table"
            " is `time_limit`."
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
        help="Move its end, and give its match as much more on its clocks.",
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
        help="As a player at the table: the staff sees it at once. A table asks once at a time.",
        label=_("Call a judge"),
        done=_("A judge has been called."),
    ),
    TournamentEndpoint(
        id="answer-call",
        path="tables/<uuid:table_id>/judge/answer",
        service=calls.answer,
        role=SCOREKEEPER,
        summary="Note that a judge has been at a table.",
        help="The call is over, and the table may call again.",
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
        help="Its players get what a bye brings, and have not met.",
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
        summary="Have a table played again.",
        help="Open a new match in the round that is live; the old one counts no more.",
        label=_("Replay table"),
        done=_("The table is being replayed."),
        about=_("The result no longer counts; if matches are played here, a new one opens."),
        previews=True,
    ),
)
