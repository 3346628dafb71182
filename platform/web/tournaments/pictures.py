"""The picture of an event, to whoever may know of the event."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse

from api.problems import Problem
from tournaments import picture_addresses, visibility
from tournaments.models import Tournament
from tournaments.services import pictures
from tournaments.state import TournamentState
from web import requests

KEPT_S = 7 * 24 * 60 * 60
"""How long browsers keep a picture; another one has another address."""


class ShownPicture(NamedTuple):
    """A picture on a page."""

    address: str
    width: int
    height: int


def of(state: TournamentState) -> ShownPicture | None:
    """Return the picture of an event; None without one."""
    found = state.picture
    if found is None:
        return None
    address = picture_addresses.address(state.settings["slug"], found.digest)
    return ShownPicture(address, found.width, found.height)


def in_list(row: Tournament) -> str:
    """Return the address of the picture of an event in small; empty without one."""
    return picture_addresses.address(row.slug, row.picture, small=True)


def picture(request: HttpRequest, slug: str, kind: str, mark: str) -> HttpResponse:
    """Answer a picture as JPEG; Http404 where the event shows another, or none."""
    try:
        row = visibility.find(slug, requests.account_id(request))
    except Problem as problem:
        raise Http404 from problem
    is_asked_for = len(mark) == picture_addresses.MARK and row.picture.startswith(mark)
    body = pictures.shown(row, small=kind == "small") if is_asked_for else b""
    if not body:
        raise Http404
    response = HttpResponse(body, content_type="image/jpeg")
    response["Cache-Control"] = f"private, max-age={KEPT_S}, immutable"
    return response
