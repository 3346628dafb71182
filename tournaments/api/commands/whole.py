"""What is done to a whole tournament, and who helps to run it."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.commands import arguments
from tournaments.api.endpoints import DOORKEEPER, JUDGE, ORGANISER, TournamentEndpoint
from tournaments.services import lifecycle, notices, pictures, repeating, seasons, taking_back

WHOLE = (
    TournamentEndpoint(
        id="open",
        path="open",
        service=partial(lifecycle.change_phase, step="open"),
        role=ORGANISER,
        summary="Open entry.",
        help="Open entry for players.",
        label=_("Open entry"),
        done=_("Entry is open."),
    ),
    TournamentEndpoint(
        id="close-entry",
        path="close-entry",
        service=partial(lifecycle.change_phase, step="close-entry"),
        role=ORGANISER,
        summary="Close entry.",
        help="Close entry; afterwards only the staff can enter players, if late entry is allowed.",
        label=_("Close entry"),
        done=_("Entry is closed."),
    ),
    TournamentEndpoint(
        id="open-checkin",
        path="open-checkin",
        service=partial(lifecycle.change_phase, step="open-checkin"),
        role=ORGANISER,
        summary="Open check-in.",
        help=(
            "Let entrants confirm that they are present; those who do not are absent at the start."
        ),
        label=_("Open check-in"),
        done=_("Check-in is open."),
    ),
    TournamentEndpoint(
        id="seed",
        path="seeds",
        service=lifecycle.seed,
        role=ORGANISER,
        request=requests.Seeding,
        summary="Seed the entrants.",
        help=(
            "Seed the entrants by rating, at random from a recorded random seed, in a given order, "
            "or by the current standings of a series, which are recorded."
        ),
        label=_("Seed entrants"),
        done=_("The entrants are seeded."),
    ),
    TournamentEndpoint(
        id="repeat",
        path="repetition",
        service=repeating.set_repetition,
        role=ORGANISER,
        request=requests.Repetition,
        summary="Repeat the event.",
        help="Create the next event and open its entry when this one starts, one at a time.",
        label=_("Repeat"),
        done=_("Saved."),
        about=_(
            "When this event begins, the next one is created with the same settings and staff, and"
            " its entry opens. It is repeated until you stop it."
        ),
    ),
    TournamentEndpoint(
        id="start",
        path="start",
        service=lifecycle.start,
        role=ORGANISER,
        summary="Start the tournament.",
        help="Start the tournament; entry and check-in end, and the first round can be paired.",
        label=_("Start tournament"),
        done=_("The tournament has started."),
    ),
    TournamentEndpoint(
        id="pause",
        path="pause",
        service=lifecycle.pause,
        role=JUDGE,
        summary="Pause the tournament.",
        help=(
            "Stop pairing and publishing until the tournament is resumed; matches in progress "
            "continue."
        ),
        label=_("Pause"),
        done=_("The tournament is paused."),
    ),
    TournamentEndpoint(
        id="resume",
        path="resume",
        service=lifecycle.resume,
        role=JUDGE,
        summary="Resume the tournament.",
        help="Resume the tournament, so that rounds can be paired and published again.",
        label=_("Resume"),
        done=_("The tournament has resumed."),
    ),
    TournamentEndpoint(
        id="notice",
        path="notice",
        service=notices.put,
        role=JUDGE,
        request=requests.Notice,
        summary="Set the notice.",
        help="Show one line on all pages of the tournament and on the wall display; an empty text "
        "removes it.",
        label=_("Put up a notice"),
        done=_("The notice has been changed."),
        about=_("One line on all pages of the tournament and on the wall."),
    ),
    TournamentEndpoint(
        id="finish",
        path="finish",
        service=lifecycle.finish,
        role=ORGANISER,
        summary="Finish the tournament.",
        help="Record the final ranking; all rounds must be closed.",
        label=_("Finish tournament"),
        done=_("The tournament is finished."),
    ),
    TournamentEndpoint(
        id="reopen",
        path="reopen",
        service=lifecycle.reopen,
        role=ORGANISER,
        summary="Reopen the tournament.",
        help="Reopen the tournament: the final ranking is withdrawn; rounds and results are kept.",
        label=_("Reopen"),
        done=_("The tournament is open again."),
        about=_("The final ranking is withdrawn; rounds and results stay."),
        previews=True,
    ),
    TournamentEndpoint(
        id="next-season",
        path="season",
        service=seasons.make_next,
        role=ORGANISER,
        request=requests.NextSeason,
        takes=arguments.season_of,
        summary="Create the next season of a league.",
        help=(
            "Create the next season with the remaining entrants in their new divisions; others "
            "enter as usual."
        ),
        label=_("Create next season"),
        done=_("The next season has been created: you can find it among your tournaments."),
        about=_("Remaining players move to the next season, in the divisions they have reached."),
    ),
    TournamentEndpoint(
        id="cancel",
        path="cancel",
        service=lifecycle.cancel,
        role=ORGANISER,
        summary="Cancel the tournament.",
        help="Cancel the tournament; matches in progress are called off.",
        label=_("Call off the tournament"),
        done=_("The tournament is called off."),
        about=_("Its matches in progress are called off too."),
        previews=True,
        is_dangerous=True,
    ),
    TournamentEndpoint(
        id="rollback",
        path="rollback",
        service=lifecycle.roll_back,
        role=ORGANISER,
        request=requests.Rollback,
        summary="Return to an earlier version.",
        help="Return to an earlier version; later events stay in the audit log but no longer "
        "count.",
        label=_("Roll back"),
        done=_("The tournament is back in its earlier state."),
        about=_("Later entries stay in the log but no longer count."),
        previews=True,
        is_dangerous=True,
    ),
    TournamentEndpoint(
        id="picture",
        path="picture",
        method="put",
        service=pictures.change,
        role=ORGANISER,
        request=requests.PictureAsked,
        takes=arguments.picture_of,
        summary="Set the picture.",
        help="Set the picture of the event, at any time; null removes it. `GET "
        "/tournaments/{slug}` returns its path.",
        label=_("Picture"),
        done=_("The picture has been changed."),
        about=_(
            "The picture is re-encoded; anything hidden in the file, such as its location, "
            "is removed."
        ),
    ),
    TournamentEndpoint(
        id="take-back",
        path="take-back",
        service=taking_back.take_back,
        role=DOORKEEPER,
        request=requests.TakingBack,
        summary="Undo a bulk command.",
        help=(
            "Undo the entries, check-ins, payments, drops, publication or confirmations of one "
            "command, unless later steps depend on them (`built_on`)."
        ),
        label=_("Undo"),
        done=_("It has been undone."),
    ),
    TournamentEndpoint(
        id="give-role",
        path="roles",
        service=lifecycle.give_role,
        role=ORGANISER,
        request=requests.RoleAsked,
        takes=arguments.role_of,
        summary="Grant or revoke a role.",
        help=(
            "Grant or revoke a role. Organisers can do everything, judges everything except "
            "planning and pairing; scorekeepers report results."
        ),
        label=_("Give a role"),
        done=_("The role has been given."),
    ),
    TournamentEndpoint(
        id="settings",
        path="settings",
        service=lifecycle.edit,
        role=ORGANISER,
        request=requests.Settings,
        takes=arguments.settings_of,
        summary="Change the settings.",
        help="Replace the settings before the start; the slug cannot be changed.",
    ),
    TournamentEndpoint(
        id="details",
        path="details",
        service=lifecycle.describe,
        role=ORGANISER,
        request=requests.Details,
        takes=arguments.details_of,
        summary="Change the event details.",
        help="Change the date, venue, description and other details at any time; they have no "
        "influence on play.",
    ),
)
