"""Sign up, in and out."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from api import addresses, limits
from web.accounts.auth_forms import SignInForm, SignUpForm
from web.views.frame import back

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInPage(LoginView):
    """Let somebody in (`accounts.entrance` says how often one may try)."""

    template_name = "web/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@sensitive_post_parameters()
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign it in."""
    if request.user.is_authenticated:
        return redirect("web:home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        limits.spend("register", f"address:{addresses.site(request)}")
        account = form.register() if form.is_valid() else None
        if account is not None:
            login(request, account, backend=BACKEND)
            return redirect(back(request))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "web/sign_up.html", context, status=400 if form.errors else 200)
