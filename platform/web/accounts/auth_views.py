"""Sign up, in and out."""

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from api import addresses, limits
from web import requests
from web.accounts.auth_forms import SignInForm, SignUpForm
from web.guest_sessions import BACKEND


def _is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest


class SignInPage(LoginView):
    """Let somebody in (`accounts.entrance` says how often one may try)."""

    template_name = "web/sign_in.html"
    authentication_form = SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send on who is in already, but for guests: they may have an account after all."""
        self.redirect_authenticated_user = not _is_guest(request)
        return super().dispatch(request, *args, **kwargs)


@sensitive_post_parameters()
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign it in; a guest's own gets its name, and keeps its matches."""
    if request.user.is_authenticated and not _is_guest(request):
        return redirect(requests.address_to_return_to(request))
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        limits.spend("register", f"address:{addresses.site(request)}")
        account = form.register(guest=requests.account_id(request)) if form.is_valid() else None
        if account is not None:
            login(request, account, backend=BACKEND)
            return redirect(requests.address_to_return_to(request))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "web/sign_up.html", context, status=400 if form.errors else 200)
