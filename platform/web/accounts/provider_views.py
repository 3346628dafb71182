"""Signing in and up by way of other sites, and which of them lead to one's account."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.socialaccount.internal.flows.signup import clear_pending_signup, get_pending_signup
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.openid_connect import views as openid_views
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from requests import RequestException

from accounts import entrance, invitations, telling, ways_in
from accounts.models import Account
from api import addresses, limits
from site_profile import selectors as site_profile
from site_profile.models import SignUp
from web import requests
from web.accounts import auth_views, entering, provider_settings
from web.accounts.auth_forms import ProviderSignUpForm

CONNECT = "connect"


@require_POST
@never_cache
def leave(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Lead to another site that says who somebody is.

    By a page and not by a redirection, since our forms may lead nowhere but here.
    """
    provider = provider_settings.named(provider_id)
    if provider is None:
        raise Http404
    limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
    if request.GET.get("process") == CONNECT:
        if not request.user.is_authenticated or request.user.is_guest:
            return redirect("web:sign-in")
        raise_if_reauthentication_required(request, app="accounts")
    try:
        answer: HttpResponse = openid_views.login(request, provider_id)
    except (RequestException, KeyError, ValueError):
        return _failed(request)
    where = answer.get("Location", "")
    if not where.startswith(("https://", "http://")):
        return _failed(request)
    return render(request, "web/accounts/leaving.html", {"where": where, "provider": provider})


@never_cache
def back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Take what the other site says, and go on as it says."""
    if provider_settings.named(provider_id) is None:
        raise Http404
    limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
    try:
        answer: HttpResponse = openid_views.callback(request, provider_id)
    except (RequestException, KeyError, ValueError):
        return _failed(request)
    return answer


def _failed(request: HttpRequest) -> HttpResponse:
    return render(request, "socialaccount/authentication_error.html", status=502)


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Have somebody whom another site has named choose a name here; a guest's own gets it."""
    found: SocialLogin | None = get_pending_signup(request)
    if found is None:
        return redirect("web:sign-in")
    userinfo = found.account.extra_data.get("userinfo", {})
    invitation = request.session.get(auth_views.INVITATION, "")
    initial = {
        "username": userinfo.get("preferred_username", ""),
        "email": userinfo.get("email", ""),
        "invitation": invitation,
    }
    form = ProviderSignUpForm(request.POST or None, initial=initial)
    if request.method == "POST":
        limits.spend("register", f"address:{addresses.site(request)}")
        try:
            account = _made(request, form, found) if form.is_valid() else None
        except IntegrityError:  # Another window was faster.
            clear_pending_signup(request)
            return redirect("web:sign-in")
        if account is not None:
            clear_pending_signup(request)
            entering.record(request, account, "socialaccount", provider=found.account.provider)
            return entering.enter(request, account, redirect_url=found.state.get("next") or "")
    profile = site_profile.current()
    context = {
        "form": form,
        "provider": provider_settings.named(found.account.provider),
        "may_sign_up": form.is_bound or invitations.opens(invitation),
        "is_closed": profile.sign_up == SignUp.CLOSED,
    }
    status = 400 if form.errors else 200
    return render(request, "web/accounts/provider_sign_up.html", context, status=status)


@transaction.atomic
def _made(request: HttpRequest, form: ProviderSignUpForm, found: SocialLogin) -> Account | None:
    """Return the new account with its one way in; None when it is refused after all."""
    account = form.register(guest=requests.account_id(request))
    if account is not None:
        found.account.user = account
        found.account.save()
    return account


@require_POST
@login_required
def unlink(request: HttpRequest, link_id: int) -> HttpResponse:
    """Have another site lead to one's account no more, unless nothing else does."""
    raise_if_reauthentication_required(request, app="accounts")
    me = requests.member(request)
    link = SocialAccount.objects.filter(user=me.pk, pk=link_id).first()
    if link is None:
        raise Http404
    if not ways_in.may_unlink(link):
        words = _("This is your only way to sign in. Set a password or add a passkey first.")
        messages.error(request, words)
        return redirect("web:security")
    link.delete()
    telling.tell(me, "provider_removed")
    messages.success(request, _("You can no longer sign in there."))
    return redirect(reverse("web:security"))
