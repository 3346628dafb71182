"""What an account has to itself, in the API of matches."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import idempotency, selectors, shapes
from accounts.api import View
from accounts.api_shapes import AccountShown, BotContact
from accounts.authentication import identity
from accounts.openapi import Text, documented
from accounts.problems import Problem
from matches import decisions
from matches.api.shapes import (
    DecisionShown,
    Diagnostics,
    DiagnosticsQuery,
    Latency,
    MomentQuery,
    RefusalShown,
)
from matches.api.views import PLAY
from matches.services import programs

TAGS = ("programs",)


class MyBot(View):
    """The account as a bot's."""

    access: ClassVar = {"POST": PLAY}

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
        contact = shapes.body(request, BotContact).contact
        account = programs.become_bot(account_id=identity(request).account_id, contact=contact)
        return Response(
            AccountShown(account.pk, account.username, account.is_bot, account.date_joined)
        )


class MyDiagnostics(View):
    """How an account decides, for whoever runs it."""

    @documented(
        "See how your program does.", query=DiagnosticsQuery, answers={200: Diagnostics}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """Return how long each decision of your matches took, and what a program was refused.

        Refusals of moves are kept for the accounts of bots, the latest 500, for a week.
        """
        query = shapes.query(request, DiagnosticsQuery)
        account = identity(request).account_id
        made = decisions.latest(account, match_id=query.match, count=query.matches)
        taken = sorted(decision["milliseconds"] for decision in made)
        refused = selectors.refusals(account_id=account, match_id=query.match)[: query.limit]
        return Response(
            Diagnostics(
                latency=Latency(
                    len(taken),
                    decisions.quantile(taken, 0.5),
                    decisions.quantile(taken, 0.9),
                    taken[-1] if taken else None,
                ),
                decisions=[DecisionShown(**decision) for decision in made],
                refusals=[
                    RefusalShown(
                        each.at, each.subject, each.code, each.detail, each.request_id, each.sent
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
        answers={200: Text(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - Its form.
        """Send your turns, and the begins and ends of your matches.

        Server-sent events, or NDJSON if you accept `application/x-ndjson`. First every turn that
        waits, then `ready`; from then on `your_turn` (with view, legal moves and deadline),
        `match_started` and `match_finished` as they come. With `since` or `Last-Event-ID` also
        what has begun or ended since then.
        """
        raise Problem("unavailable", "This server has no streams; start it by cutpurse.asgi.")
