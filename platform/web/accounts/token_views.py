"""The API tokens of one's account."""

import hashlib
from uuid import UUID

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import selectors, services
from accounts.models import Account
from accounts.tokens import actor_of
from api import idempotency
from web import requests
from web.accounts.account_forms import TokenForm


@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens that stand; make a new one, whose secret this answer alone shows."""
    me = requests.member(request)
    if request.method == "POST":
        raise_if_reauthentication_required(request, app="accounts")
    form = TokenForm(me, request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        secret = _issue(me, form, requests.form_key(request))
        form = TokenForm(me)
    context = {
        "section": "account",
        "form": form,
        "secret": secret,
        "tokens": selectors.standing_tokens(account_id=me.pk).filter(program="").order_by("-id"),
    }
    status = 201 if secret else 400 if form.errors else 200
    return render(request, "web/accounts/tokens.html", context, status=status)


def _issue(account: Account, form: TokenForm, key: str) -> str:
    """Return the secret of a new token; the same form sent again gets the same token."""
    said = form.cleaned_data
    wanted = (said["name"], *sorted(said["scopes"]), str(said["expires_in"]))

    def work() -> tuple[int, bytes]:
        issued = services.issue_token(
            account=account,
            name=said["name"],
            scopes=said["scopes"],
            expires_in=said["expires_in"],
            key=key,
        )
        return 201, issued.token.pk.bytes

    mark = hashlib.sha256("\n".join(wanted).encode()).digest()
    answer = idempotency.run_once(actor=actor_of(account.pk), key=key, fingerprint=mark, work=work)
    return services.reissued_secret(
        account_id=account.pk, token_id=UUID(bytes=answer.body), key=key
    )


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """End a token."""
    services.revoke_token(account_id=requests.member(request).pk, token_id=token_id)
    messages.success(request, _("The token has been revoked."))
    return redirect("web:tokens")
