"""Signing in by a link in a mail: it leads to a button, since programs follow links too."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from accounts import entrance, selectors, sign_in_proofs
from api import addresses, limits
from web import mails, requests, site
from web.accounts import entering
from web.accounts.account_forms import PasswordResetForm


@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Send a link to an address, and say the same whether anybody has it or not."""
    if not site.is_known():
        return render(request, "web/accounts/no_mails.html", status=503)
    form = PasswordResetForm(request.POST or None)
    back_to = requests.address_to_return_to(request)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
        wanted = selectors.reached_at(email) if mails.may_be_sent(email) else []
        with transaction.atomic():
            for account in wanted:
                mails.schedule_sign_in_link(
                    account=account, language=get_language() or "en", back_to=back_to
                )
        return render(request, "web/accounts/link_sent.html", {"email": email})
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    status = 400 if form.errors else 200
    return render(request, "web/accounts/sign_in_link.html", context, status=status)


@never_cache
def follow(request: HttpRequest, given: str) -> HttpResponse:
    """Ask whoever has followed a link, and sign them in once they say so."""
    account = sign_in_proofs.account_of(given)
    if account is None:
        return render(request, "web/accounts/sign_in_link_gone.html", status=404)
    if request.method == "POST":
        entering.record(request, account, "code")
        return entering.enter(request, account, redirect_url=requests.address_to_return_to(request))
    context = {"account": account, "next": request.GET.get("next", "")}
    return render(request, "web/accounts/follow_sign_in_link.html", context)


@never_cache
def again(request: HttpRequest) -> HttpResponse:
    """Offer what signs somebody in anew who has neither a password nor a key to be asked for."""
    if not request.user.is_authenticated:
        return redirect("web:sign-in")
    me = requests.member(request)
    context = {
        "next": request.GET.get("next", ""),
        "email": me.email,
        **entering.ways_in_here(request),
    }
    return render(request, "web/accounts/sign_in_again.html", context)
