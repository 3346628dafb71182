"""ETag and If-Match: who changes settings says which ones have been seen (RFC 9110, 13.1.1)."""

import re
from hashlib import sha256

import msgspec
from rest_framework.request import Request

from api.problems import Problem, invalid
from games.json_types import JsonMapping, JsonObject
from games.messages import Message

HEADER = "If-Match"
TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]*"')
LIST = re.compile(rf"\s*(?:{TAG.pattern})(?:\s*,\s*(?:{TAG.pattern}))*\s*")
TAG_DIGITS = 32
SEPARATOR = "."
"""Between the two parts of the tag of an answer that shows settings."""

PARAMETER: JsonObject = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string"},
    "description": "The ETag of the settings that you read. If they have changed since then, the "
    "response is 412 and nothing changes.",
}


def tag_of(settings: JsonMapping) -> str:
    """Return the entity tag of settings, the same whenever they are the same."""
    return f'"{sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()[:TAG_DIGITS]}"'


def with_answer(settings_tag: str | None, digest: str) -> str:
    """Return the tag of an answer: of its settings, where they have a tag, and of all of it.

    >>> with_answer('"5d41"', "aa")
    '"5d41.aa"'
    """
    settings = "" if settings_tag is None else settings_tag.strip('"') + SEPARATOR
    return f'"{settings}{digest}"'


def seen_by(request: Request) -> frozenset[str] | None:
    """Return the settings' tags in If-Match; None without the header or for `*`. Raises invalid."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if LIST.fullmatch(header) is None:
        raise invalid(HEADER, Message('must be the ETag of an answer, such as "5d41402a", or *'))
    return frozenset(_of_settings(each) for each in TAG.findall(header))


def _of_settings(tag: str) -> str:
    """Return the tag of the settings in the tag of an answer that shows them."""
    settings, separator, _answer = tag.partition(SEPARATOR)
    return f'{settings}"' if separator else tag


def failed(*, version: int, tag: str) -> Problem:
    """Say that other settings hold by now, and which version has them."""
    return Problem(
        "precondition_failed",
        Message(
            "The settings have changed since you read them; they are at version %(version)s."
            " Read them again, and send the new ETag.",
            version=version,
        ),
        params={"current": version, "etag": tag},
        headers={"ETag": tag},
    )
