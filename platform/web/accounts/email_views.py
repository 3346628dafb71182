"""The own e-mail address: asked for with the password, confirmed from the new mailbox."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import email_changes, ways_in
from accounts.models import Account
from api import limits
from api.problems import Problem
from web import mails, requests
from web.accounts.account_forms import NewEmail
from web.accounts.account_views import SECTION


@sensitive_post_parameters()
@never_cache
@login_required
def email(request: HttpRequest) -> HttpResponse:
    """Show where one is reached, and begin to change it."""
    me = requests.member(request)
    form = NewEmail(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        messages.success(request, _change(me, form.cleaned_data["email"]))
        return redirect("web:email")
    context = {"form": form, "pending": email_changes.pending(account_id=me.pk), **SECTION}
    status = 400 if form.errors else 200
    return render(request, "web/accounts/email.html", context, status=status)


def _change(me: Account, address: str) -> str:
    """Forget the address, or send a link to a new one; return what to say. Raises rate_limited."""
    if not address:
        email_changes.set_address(account_id=me.pk, email="")
        return _("Your e-mail address has been removed.")
    limits.spend("mail", f"account {me.pk}")
    mails.spend_link(address)
    with transaction.atomic():
        change = email_changes.ask(account_id=me.pk, email=address)
        mails.ask_for_email_link(change=change, language=get_language() or "en")
    return _("Check your e-mail: follow the link there to confirm the new address.")


@require_POST
@login_required
def confirm_own(request: HttpRequest) -> HttpResponse:
    """Send a link to the address that there is, with which it is confirmed."""
    me = requests.member(request)
    if me.email and not ways_in.is_confirmed(me):
        messages.success(request, _change(me, me.email))
    return redirect("web:security")


@require_POST
@login_required
def forget(request: HttpRequest) -> HttpResponse:
    """Wait for no new address any more."""
    email_changes.forget(account_id=requests.member(request).pk)
    messages.success(request, _("Your e-mail address stays the same."))
    return redirect("web:email")


@never_cache
def confirm(request: HttpRequest, change_id: UUID, proof: str) -> HttpResponse:
    """Make an address an account's; a program that looks at links in mails does not do it."""
    context: dict[str, object] = {}
    status = 200
    try:
        if request.method == "POST":
            account = email_changes.confirm(change_id=change_id, proof_given=proof)
            context = {"account": account, "is_done": True}
        else:
            change = email_changes.wanted(change_id=change_id, proof_given=proof)
            context = {"account": change.account, "email": change.email}
    except Problem as problem:
        status = problem.status
    return render(request, "web/accounts/confirm_email.html", context, status=status)
