"""Account endpoints, in the API of matches."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.answers import AccountShown
from accounts.requests import BotContact
from api import idempotency, validation
from api.access import identity, needs
from api.openapi import TextResponse, documented
from api.problems import Problem
from api.views import View
from games.messages import Message
from matches import decisions
from matches.answers import VacationShown
from matches.api.player_commands import PLAYER_COMMANDS, vacation
from matches.api.request_context import PLAY
from matches.api.requests import DiagnosticsQuery, MomentQuery
from matches.diagnostic_answers import Diagnostics, Latency, RefusalShown
from matches.services import programs, vacations

TAGS = ("programs",)


class MyBot(View):
    """The account as a bot's."""

    access: ClassVar = {"POST": needs("bot", "account")}

    @documented(
        "Become a bot account.",
        request=BotContact,
        answers={200: AccountShown},
        problems=("permission_denied",),
        key="accepted",
        tags=TAGS,
    )
    @idempotency.idempotent
    def post(self, request: Request) -> Response:
        """Permanently mark the account as a bot; only before it has ever taken a seat."""
        contact = validation.parse_body(request, BotContact).contact
        account = programs.become_bot(account_id=identity(request).account_id, contact=contact)
        return Response(
            AccountShown(str(account.pk), account.username, account.is_bot, account.date_joined)
        )


class MyVacation(View):
    """Days off from slow matches."""

    access: ClassVar = {"POST": PLAY, "DELETE": PLAY}

    @documented("Get your vacation.", answers={200: VacationShown}, tags=("matches",))
    def get(self, request: Request) -> Response:
        """Return the end of your current vacation and the days left this year."""
        return Response(vacation(vacations.vacation_status(identity(request).account_id)))

    post = PLAYER_COMMANDS["take-vacation"].as_method()
    delete = PLAYER_COMMANDS["end-vacation"].as_method()


class MyDiagnostics(View):
    """How an account decides, for whoever runs it."""

    @documented(
        "Get diagnostics of your program.",
        query=DiagnosticsQuery,
        answers={200: Diagnostics},
        problems=("not_found",),
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """Return how long your decisions took and which moves were refused.

        Refused moves are recorded for bot accounts only: the latest 500, for a week.
        """
        query = validation.parse_query(request, DiagnosticsQuery)
        account = identity(request).account_id
        made = decisions.latest(account, match_id=query.match, count=query.matches)
        taken = sorted(decision.milliseconds for decision in made)
        refused = selectors.refusals(account_id=account, match_id=query.match)[: query.limit]
        return Response(
            Diagnostics(
                latency=Latency(
                    len(taken),
                    decisions.quantile(taken, 0.5),
                    decisions.quantile(taken, 0.9),
                    taken[-1] if taken else None,
                ),
                decisions=made,
                refusals=[
                    RefusalShown(
                        at=each.at,
                        match=None if each.subject is None else str(each.subject),
                        code=each.code,
                        detail=each.detail,
                        request_id=each.request_id,
                        sent=each.sent,
                    )
                    for each in refused
                ],
            )
        )


class MyStream(View):
    """An account's own stream, described here and served by `cutpurse.asgi`."""

    buckets: ClassVar = {"GET": "stream"}

    @documented(
        "Follow your account live.",
        query=MomentQuery,
        answers={200: TextResponse(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - Its form.
        """Stream your turns and the starts and ends of your matches.

        The stream is server-sent events, or NDJSON if you accept `application/x-ndjson`. It sends
        every pending turn, then `ready`; after that `your_turn` (with view, legal moves and
        deadline), `match_started` and `match_finished` as they happen, and requests for a share of
        the randomness: `chance` for a deal, `draw_chance` for a draw. With `since` or
        `Last-Event-ID` it also sends what has started or ended since then.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )
