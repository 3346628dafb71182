"""What is done to the ways in: invitations and conditions."""

from django.utils.translation import gettext_lazy as _

from tournaments.api import requests
from tournaments.api.endpoints import ORGANISER, Object, TournamentEndpoint, fields
from tournaments.services import conditions, invitations
from tournaments.unit_of_work import Principal


def conditions_of(asked: requests.Conditions, who: Principal, slug: str) -> Object:
    """Return the conditions in one piece."""
    return {"asked": fields(asked, who, slug)}


INVITATIONS = (
    TournamentEndpoint(
        id="invite",
        path="invitations",
        service=invitations.invite,
        role=ORGANISER,
        request=requests.Invitation,
        summary="Create an invitation.",
        help="Create a link with which people enter or get a role; `GET …/invitations/links` "
        "returns its code.",
        label=_("Create link"),
        done=_("The link is ready to be handed out."),
    ),
    TournamentEndpoint(
        id="set-conditions",
        path="conditions",
        service=conditions.set_conditions,
        role=ORGANISER,
        request=requests.Conditions,
        takes=conditions_of,
        summary="Set the entry conditions.",
        help="Set the entry conditions; entrants stay, and the staff may enter others with a "
        "reason.",
        label=_("Conditions of entry"),
        done=_("The conditions of entry are set."),
        about=_(
            "They apply to people who enter themselves. You can make exceptions by hand, with a "
            "reason."
        ),
    ),
    TournamentEndpoint(
        id="end-invitation",
        path="invitations/<int:invitation>/end",
        service=invitations.end,
        role=ORGANISER,
        summary="End an invitation.",
        help="Stop accepting an invitation; those who have used it stay.",
        label=_("End the link"),
        done=_("The link has ended."),
    ),
)
