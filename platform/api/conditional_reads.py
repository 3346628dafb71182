"""ETag and If-None-Match of what is read: what a reader has already is not sent again.

RFC 9110, 8.8.3 and 13.1.2. The tag is a digest of the answer's own bytes, so it says nothing but
whether they are the same, and misses no change.
"""

from functools import partial
from hashlib import blake2b

from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from api import preconditions
from games.json_types import JsonObject

HEADER = "If-None-Match"
TAG_BYTES = 12
DROPPED = ("Content-Type", "Content-Length")
"""Headers of a body, which a 304 has not."""

PARAMETER: JsonObject = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string"},
    "description": "The ETag of a response that you already have: you get 304 as long as it is "
    "current.",
}


def watch(request: Request, response: Response) -> None:
    """Have a read answered with an ETag, or by 304 when the reader has what would be sent."""
    response.add_post_render_callback(partial(_answer, request))


def _answer(request: Request, response: Response) -> HttpResponse | None:
    digest = blake2b(response.content, digest_size=TAG_BYTES).hexdigest()
    tag = preconditions.with_answer(response.headers.get("ETag"), digest)
    response.headers["ETag"] = tag
    if not is_known(request.META.get("HTTP_IF_NONE_MATCH"), tag):
        return None
    unchanged = HttpResponse(status=304)
    for name, value in response.headers.items():
        unchanged.headers[name] = value
    for name in DROPPED:
        del unchanged.headers[name]
    return unchanged


def is_known(header: str | None, tag: str) -> bool:
    """Return whether If-None-Match has a tag, by the weak comparison; `*` has all of them."""
    if not header:
        return False
    known = parse_etags(header)
    return "*" in known or tag in {each.removeprefix("W/") for each in known}
