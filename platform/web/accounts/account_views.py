"""What people see and change of their own account."""

from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import devices, entrance, hashing, selectors, services
from accounts.models import Account
from api import limits
from web import requests
from web.accounts import account_deletion, data_file_steps
from web.accounts.account_forms import OwnPassword

SECTION = {"section": "account"}


@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show one's own account, and how one is reached."""
    me = requests.member(request)
    if me.is_guest:
        return render(request, "web/accounts/guest.html", SECTION)
    return render(request, "web/accounts/account.html", SECTION)


class NewPassword(PasswordChangeForm):
    """The old password and a new one."""

    def __init__(
        self, request: HttpRequest, user: Account, *args: object, **kwargs: object
    ) -> None:
        super().__init__(user, *args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """Refuse a wrong password; raises `rate_limited` after many."""
        given = str(self.cleaned_data["old_password"])
        if not entrance.is_own_password(self.request, self.user, given):
            code = "password_incorrect"
            raise forms.ValidationError(self.error_messages[code], code=code)
        return given


class PasswordPage(PasswordChangeView):
    """Change one's password: all tokens and all other sessions end."""

    form_class = NewPassword
    template_name = "web/accounts/password.html"
    success_url = reverse_lazy("web:account")
    extra_context = SECTION

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Lead who has no password to where one is set."""
        if request.user.is_authenticated and not request.user.has_usable_password():
            return redirect("web:first-password")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, object]:
        """Give the form its request."""
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Save it, and say what has ended."""
        with hashing.known():
            answer = super().form_valid(form)
        devices.remember(self.request, requests.member(self.request))
        services.end_other_sessions(
            account_id=requests.member(self.request).pk, kept=self.request.session.session_key
        )
        words = _(
            "Your password has been changed, your tokens revoked and your other sessions ended."
        )
        messages.success(self.request, words)
        return answer


@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """List the browsers in which one is signed in."""
    me = requests.member(request)
    found = selectors.sessions(account_id=me.pk)
    context = {"sessions": found, "own_key": request.session.session_key, **SECTION}
    return render(request, "web/accounts/sessions.html", context)


@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Show how far one's own data file has come, and have one written."""
    me = requests.member(request)
    row = data_file_steps.find(me.pk)
    is_being_written = data_file_steps.is_being_written(row)
    if request.method == "POST":
        if not is_being_written:
            limits.spend(data_file_steps.KIND, f"account:{me.pk}")
            data_file_steps.ask(me.pk)
        return redirect("web:data-file")
    context = {"file": row, "is_being_written": is_being_written, **SECTION}
    return render(request, "web/accounts/data_file.html", context)


@never_cache
@login_required
def data_content(request: HttpRequest) -> HttpResponseBase:
    """Answer everything that the site keeps about who is signed in, while the file lasts."""
    me = requests.member(request)
    row = data_file_steps.find(me.pk)
    if row is None or row.size is None:
        return redirect("web:data-file")
    answer = StreamingHttpResponse(data_file_steps.content(row), content_type="application/zip")
    answer["Content-Length"] = row.size
    answer["Content-Disposition"] = f'attachment; filename="{me.username}.zip"'
    return answer


@require_POST
@login_required
def end_session(request: HttpRequest, session_id: UUID) -> HttpResponse:
    """Sign one browser out, which receives no more notifications."""
    me = requests.member(request)
    services.end_session(account_id=me.pk, session_id=session_id)
    messages.success(request, _("That session is signed out."))
    return redirect("web:security")


@require_POST
@login_required
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign all browsers out but this one; they receive no more notifications."""
    me = requests.member(request)
    services.end_other_sessions(account_id=me.pk, kept=request.session.session_key)
    messages.success(request, _("Signed out everywhere else."))
    return redirect("web:security")


@sensitive_post_parameters()
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Erase the person behind the account, once the password has been given again."""
    me = requests.member(request)
    form = OwnPassword(request, request.POST or None)
    if request.method == "POST" and form.is_valid() and not me.is_staff:
        account_deletion.delete_account(me)
        logout(request)
        response = render(request, "web/accounts/gone.html")
        response.delete_cookie(settings.CSRF_COOKIE_NAME)
        return response
    context = {"form": form, **SECTION}
    status = 400 if form.errors else 200
    return render(request, "web/accounts/delete.html", context, status=status)
