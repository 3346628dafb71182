"""What an account has to itself, in the API of matches."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import idempotency, shapes
from accounts.api import View
from accounts.api_shapes import AccountShown, BotContact
from accounts.authentication import identity
from accounts.openapi import documented
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
