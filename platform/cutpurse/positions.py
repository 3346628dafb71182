"""From where on a stream goes: `?since=` or `Last-Event-ID`, as its address declares them."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qs

import msgspec

from api import validation
from api.openapi import query_of
from api.problems import invalid
from games.messages import Message
from matches.api import history_views, me_views
from tournaments.api import views as tournament_views

VERSION_MAX = 2**31 - 1
MOMENT_MAX = 2**43
"""Milliseconds since 1970, until the year 2248."""


class Since(NamedTuple):
    """How a stream is told from where on."""

    most: int
    """The largest position."""
    query: type[msgspec.Struct] | None = None
    """The parameters that the API declares; those of pages are not looked at."""


OF_MATCH = Since(VERSION_MAX, query_of(history_views.Stream.get))
OF_TOURNAMENT = Since(VERSION_MAX, query_of(tournament_views.Stream.get))
OF_ACCOUNT = Since(MOMENT_MAX, query_of(me_views.MyStream.get))
OF_PAGE = Since(VERSION_MAX)


def asked(headers: Mapping[str, str], query: str, position: Since) -> int | None:
    """Return the position to go on after; raises Problem for what is none, or not declared."""
    parameters = parse_qs(query, keep_blank_values=True)
    if position.query is not None:
        validation.refuse_unknown_parameters(parameters, position.query)
    given = headers.get("last-event-id") or parameters.get("since", [""])[-1]
    if not given:
        return None
    most = position.most
    is_number = given.isascii() and given.isdigit() and len(given) <= len(str(most))
    if not (is_number and int(given) <= most):
        raise invalid(
            "since",
            Message("must be the id of a line, a whole number from 0 to %(most)s", most=most),
        )
    return int(given)
