"""Guests on pages: kept from what takes an account, erased at will."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from web import requests
from web.accounts.account_deletion import delete_account

View = Callable[..., HttpResponseBase]


def accounts_only(view: View) -> View:
    """Lead a guest from what needs a password to where one gets one, and a stranger to sign in."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if requests.member(request).is_guest:
            return redirect(f"{reverse('web:sign-up')}?{urlencode({'next': request.path})}")
        return view(request, *args, **kwargs)

    return guarded


@require_POST
@login_required
def forget(request: HttpRequest) -> HttpResponse:
    """Erase a guest: there is no password to be asked for."""
    me = requests.member(request)
    if not me.is_guest:
        return redirect("web:delete-account")
    delete_account(me)
    logout(request)
    return render(request, "web/accounts/gone.html")
