"""The API of accounts and tokens."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import entrance, firsts, guests, organisers, second_step, selectors, services
from accounts.answers import AccountShown, GuestMade, Me, ProblemKind, TokenIssued, TokenShown
from accounts.models import Account, Token
from accounts.requests import NewAccount, NewToken
from api import addresses, idempotency, limits, validation
from api.access import identity, needs
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.problem_advice import ADVICE
from api.problem_codes import KINDS
from api.problems import Problem
from api.views import TokenIgnored, TokenOptional, View
from games.messages import Message

VARY = {"Vary": "Accept"}


class Accounts(View):
    """Registration."""

    access: ClassVar = {"POST": TokenIgnored}
    buckets: ClassVar = {"POST": "register"}

    @documented(
        "Register an account.",
        request=NewAccount,
        answers={201: AccountShown},
        problems=["permission_denied"],
        key="accepted",
        tags=["accounts"],
    )
    def post(self, request: Request) -> HttpResponse:
        """Create an account. Names that differ only in upper and lower case are the same."""
        wanted = validation.parse_body(request, NewAccount)
        return idempotency.response(firsts.register(request, wanted))


class Guests(View):
    """Accounts without a password."""

    access: ClassVar = {"POST": TokenIgnored}
    buckets: ClassVar = {"POST": ""}

    @documented(
        "Create a guest account.",
        answers={201: GuestMade},
        problems=["guests_not_allowed", "permission_denied"],
        tags=["accounts"],
    )
    def post(self, request: Request) -> Response:
        """Return a new guest account with a token that can play. Two requests create two guests.

        Guests can play with bots and in private matches, never for a rating. A guest account that
        has not been used for 30 days is erased. `POST /me/sign-up` gives it a name and a password.
        """
        account = guests.make(request)
        token, secret = guests.issue_token(account)
        made = GuestMade(
            id=str(account.pk),
            username=account.username,
            token=secret,
            scopes=token.scopes,
            expires_at=token.expires_at,
        )
        return Response(made, status=201)


class MySignUp(View):
    """A guest's own account."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Sign up as a guest.",
        request=NewAccount,
        answers={200: AccountShown},
        problems=["permission_denied"],
        tags=["accounts"],
    )
    def post(self, request: Request) -> Response:
        """Set a name and password for the guest account; seats, matches and token are kept."""
        wanted = validation.parse_body(request, NewAccount)
        limits.spend("register", f"address:{addresses.site(request)}")
        account = guests.sign_up(
            account_id=identity(request).account_id,
            username=wanted.username,
            password=wanted.password,
            email=wanted.email,
            invitation=wanted.invitation,
        )
        return Response(
            AccountShown(str(account.pk), account.username, account.is_bot, account.date_joined)
        )


class Tokens(View):
    """The tokens of an account."""

    access: ClassVar = {"POST": TokenIgnored}
    buckets: ClassVar = {"POST": ""}

    @documented(
        "List your tokens.", query=PageQuery, answers={200: Page[TokenShown]}, tags=["accounts"]
    )
    def get(self, request: Request) -> Response:
        """Return active tokens, newest first; a third-party program sees only its own."""
        query = validation.parse_query(request, PageQuery)
        caller = identity(request)
        standing = selectors.standing_tokens(account_id=caller.account_id)
        if caller.is_program:
            standing = standing.filter(pk=caller.token_id)
        return Response(page(request, query, standing, serialise_token))

    @documented(
        "Create a token.",
        request=NewToken,
        answers={201: TokenIssued},
        problems=["not_authenticated", "permission_denied"],
        key="accepted",
        tags=["accounts"],
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a token from a user name and password; only this response contains it."""
        wanted = validation.parse_body(request, NewToken)
        account = entrance.entered(request, username=wanted.username, password=wanted.password)
        if account is None:
            raise Problem("not_authenticated", Message("The name or the password is wrong."))
        require_second_step(request, account, wanted.code)
        return idempotency.response(firsts.issue(request, wanted, account))


def require_second_step(request: Request, account: Account, code: str) -> None:
    """Raise a problem for an account that has a second step unless its code is right."""
    if not second_step.is_on(account.pk):
        return
    if not code:
        text = Message(
            "The account has a second step: send its code as `code`, or make a token on the page "
            "“Tokens” of the account."
        )
        raise Problem("permission_denied", text)
    if not second_step.is_code(request, account, code):
        raise Problem("not_authenticated", Message("That code is wrong, or has been used."))


class TokenDetail(View):
    """One token of an account."""

    @documented(
        "Revoke a token.", answers={204: None}, problems=["scope_missing"], tags=["accounts"]
    )
    def delete(self, request: Request, token: UUID) -> Response:
        """Revoke a token. A token can revoke itself; revoking another one takes `account`."""
        caller = identity(request)
        if token != caller.token_id:
            needs("account")().has_permission(request, self)
        services.revoke_token(account_id=caller.account_id, token_id=token)
        return Response(status=204)


class MyAccount(View):
    """The account of the token."""

    @documented("Get your account.", answers={200: Me}, tags=["accounts"])
    def get(self, request: Request) -> Response:
        """Return the account of the token and the token's permissions."""
        caller = identity(request)
        account = selectors.account(account_id=caller.account_id)
        return Response(
            Me(
                id=str(account.pk),
                username=account.username,
                # Programs of others are told the address by OpenID Connect, if they may know it.
                email="" if caller.is_program else account.email,
                is_bot=account.is_bot,
                bot_contact="" if caller.is_program else account.bot_contact,
                is_staff=caller.is_staff,
                date_joined=account.date_joined,
                scopes=sorted(caller.scopes),
                token_id=str(caller.token_id),
                token_expires_at=caller.expires_at,
                is_guest=account.is_guest,
                may_organise=organisers.may_organise(account, as_staff=caller.is_staff),
            )
        )


class Problems(View):
    """The codes of refusals."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("List problem codes.", answers={200: list[ProblemKind]}, tags=["manners"])
    def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return every code that a problem can have."""
        return Response([ProblemKind(code, *KINDS[code], ADVICE[code]) for code in KINDS])


class ProblemDetail(View):
    """One code."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("Explain a problem code.", answers={200: ProblemKind, 303: None}, tags=["manners"])
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Return what a problem code means and what to do about it.

        The `type` of every problem links here. Browsers are redirected to a page with the same text
        in the reader's language.
        """
        if code not in KINDS:
            raise Problem("not_found", Message("No problem has this code."))
        if wants_page(request):
            return HttpResponseRedirect(f"/problems/{code}", status=303, headers=VARY)
        return Response(ProblemKind(code, *KINDS[code], ADVICE[code]), headers=VARY)


def wants_page(request: Request) -> bool:
    """Return whether a browser asks, which names HTML before all else."""
    return str(request.META.get("HTTP_ACCEPT", "")).startswith("text/html")


def serialise_token(token: Token) -> TokenShown:
    """Return a token as its owner sees it."""
    return TokenShown(
        id=str(token.pk),
        name=token.name,
        prefix=token.prefix,
        scopes=token.scopes,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
    )
