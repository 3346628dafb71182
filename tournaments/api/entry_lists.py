"""Entering a list: the answer says what was understood of it."""

from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api import dry_runs
from api.access import viewer
from tournaments import selectors
from tournaments.api.endpoints import TournamentEndpoint, principal
from tournaments.services import entry_lists
from tournaments.unit_of_work import Permission


@dataclass(frozen=True, kw_only=True)
class EntryListEndpoint(TournamentEndpoint):
    """The command that enters a list."""

    def respond(self, request: Request, asked: Any, **address: Any) -> Response:
        """Enter the list, or try it, and tell of each line what it was taken for."""
        who = principal(request)
        done = entry_lists.enter(
            who=who,
            permission=Permission(self.role),
            reason=asked.reason,
            expected_version=asked.expected_version,
            dry_run=dry_runs.is_dry(request),
            **self.takes(asked, who, address["slug"]),
            **address,
        )
        return Response(selectors.after_list(done.result, done.understood, viewer(request)))
