"""Sign up, in and out."""

from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.hashers import check_password
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import hashing, invitations, sanctions
from accounts.models import Account
from api import addresses, limits
from site_profile import selectors as site_profile
from site_profile.models import SignUp
from web import requests
from web.accounts import entering, provider_settings
from web.accounts.auth_forms import SignInForm, SignUpForm
from web.accounts.case_views import BANNED
from web.guest_sessions import BACKEND

INVITATION = "invitation"
"""Where a session keeps by which invitation somebody came who signs up by way of another site."""


def _is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest


class SignInPage(LoginView):
    """Let somebody in (`accounts.entrance` says how often one may try)."""

    template_name = "web/sign_in.html"
    authentication_form = SignInForm

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Send on who is in already, but for guests: they may have an account after all."""
        self.redirect_authenticated_user = not _is_guest(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Go on to the second step where there is one, or let them in."""
        account: Account = form.get_user()
        entering.record(self.request, account, "password")
        return entering.enter(self.request, account, redirect_url=self.get_success_url())

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say by what else one signs in here."""
        return {**super().get_context_data(**kwargs), **entering.ways_in_here(self.request)}

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show who is banned, and knows the password, what was decided and how to appeal."""
        said = form.data
        found = Account.objects.named(said.get("username", "")).first()
        if found is not None and sanctions.is_banned(found.pk):
            with hashing.known():
                if check_password(said.get("password", ""), found.password):
                    self.request.session[BANNED] = str(found.pk)
                    return redirect("web:decisions")
        return super().form_invalid(form)


class AdminSignInPage(SignInPage):
    """The same at the admin's own address, also for members who are not of the staff."""

    next_page = "/admin/"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Send on the staff alone: others would be sent back."""
        if admin.site.has_permission(request):
            return redirect(self.get_success_url())
        self.redirect_authenticated_user = False
        return LoginView.dispatch(self, request, *args, **kwargs)


@sensitive_post_parameters()
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign it in; a guest's own gets its name, and keeps its matches."""
    if request.user.is_authenticated and not _is_guest(request):
        return redirect(requests.address_to_return_to(request))
    invitation = request.GET.get("invitation", "")[:64]
    may_sign_up = invitations.opens(invitation)
    if invitation and may_sign_up:
        request.session[INVITATION] = invitation
    form = SignUpForm(request.POST or None, initial={"invitation": invitation})
    if request.method == "POST":
        limits.spend("register", f"address:{addresses.site(request)}")
        account = form.register(guest=requests.account_id(request)) if form.is_valid() else None
        if account is not None:
            login(request, account, backend=BACKEND)
            entering.record(request, account, "password")
            return redirect(requests.address_to_return_to(request))
    context = {
        "form": form,
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "may_sign_up": form.is_bound or may_sign_up,
        "providers": provider_settings.all_of_them(),
        "is_closed": site_profile.current().sign_up == SignUp.CLOSED,
    }
    return render(request, "web/sign_up.html", context, status=400 if form.errors else 200)
