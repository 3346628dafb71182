"""Account endpoints, in the API of matches."""

from datetime import timedelta
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
from eventstore.canonical import format_timestamp
from games.messages import Message
from matches import decisions
from matches.answers import VacationShown
from matches.api.request_context import PLAY, player
from matches.api.requests import DiagnosticsQuery, MomentQuery, TakeVacation
from matches.diagnostic_answers import Diagnostics, Latency, RefusalShown
from matches.services import programs, vacations

TAGS = ("programs",)


class MyBot(View):
    """The account as a bot's."""

    access: ClassVar = {"POST": needs("bot", "account")}

    @documented(
        "Become a bot.",
        request=BotContact,
        answers={200: AccountShown},
        problems=("permission_denied",),
        key="accepted",
        tags=TAGS,
    )
    @idempotency.idempotent
    def post(self, request: Request) -> Response:
        """Turn an account that has never sat down into a bot's, for good, with a badge."""
        contact = validation.parse_body(request, BotContact).contact
        account = programs.become_bot(account_id=identity(request).account_id, contact=contact)
        return Response(
            AccountShown(str(account.pk), account.username, account.is_bot, account.date_joined)
        )


class MyVacation(View):
    """Days off from slow matches."""

    access: ClassVar = {"POST": PLAY, "DELETE": PLAY}

    @documented("See your vacation.", answers={200: VacationShown}, tags=("matches",))
    def get(self, request: Request) -> Response:
        """Return until when you are away, and how many days are left this year."""
        return Response(serialise_vacation(vacations.vacation_status(identity(request).account_id)))

    @documented(
        "Take a vacation.",
        request=TakeVacation,
        answers={201: VacationShown},
        problems=("version_conflict",),
        key="accepted",
        tags=("matches",),
    )
    @idempotency.idempotent
    def post(self, request: Request) -> Response:
        """Stop your clocks in all matches that give a day or more for a move."""
        days = validation.parse_body(request, TakeVacation).days
        return Response(serialise_vacation(vacations.take(player=player(request), days=days)), 201)

    @documented(
        "Come back early.",
        answers={200: VacationShown},
        problems=("not_found", "version_conflict"),
        tags=("matches",),
    )
    def delete(self, request: Request) -> Response:
        """Have your clocks run on; what you have not used is left for later."""
        return Response(serialise_vacation(vacations.end(player=player(request))))


def serialise_vacation(standing: vacations.VacationStatus) -> VacationShown:
    """Return how the API shows it."""
    present = standing.present
    return VacationShown(
        begins_at=None if present is None else format_timestamp(present.begin),
        ends_at=None if present is None else format_timestamp(present.end),
        days_left=round(standing.left / timedelta(days=1), 3),
    )


class MyDiagnostics(View):
    """How an account decides, for whoever runs it."""

    @documented(
        "See how your program does.",
        query=DiagnosticsQuery,
        answers={200: Diagnostics},
        problems=("not_found",),
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """Return how long each decision of your matches took, and what a program was refused.

        Refusals of moves are kept for the accounts of bots, the latest 500, for a week.
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
        "Follow your matches live.",
        query=MomentQuery,
        answers={200: TextResponse(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - Its form.
        """Send your turns, and the begins and ends of your matches.

        Server-sent events, or NDJSON if you accept `application/x-ndjson`. First every turn that
        waits, then `ready`; from then on `your_turn` (with view, legal moves and deadline),
        `match_started` and `match_finished` as they come, and what asks for a share of chance:
        `chance` of a deal, `draw_chance` of a draw. With `since` or `Last-Event-ID` also
        what has begun or ended since then.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )
