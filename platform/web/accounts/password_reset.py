"""A new password for who has forgotten the old one, by a link in a mail."""

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import entrance, selectors
from accounts.models import Account
from api import addresses, limits
from web import mails, site
from web.accounts.account_forms import PasswordResetForm


@never_cache
def request_reset(request: HttpRequest) -> HttpResponse:
    """Send a link to an address, and say the same whether anybody has it or not."""
    if not site.is_known():
        return render(request, "web/accounts/no_mails.html", status=503)
    form = PasswordResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
        wanted = selectors.with_email(email) if mails.may_be_sent(email) else []
        with transaction.atomic():
            for account in wanted:
                mails.schedule_password_mail(account=account, language=get_language() or "en")
        return render(request, "web/accounts/mail_sent.html", {"email": email})
    status = 400 if form.errors else 200
    return render(request, "web/accounts/forgotten.html", {"form": form}, status=status)


class NewPasswordPage(PasswordResetConfirmView):
    """Take a new password from who has followed the link."""

    template_name = "web/accounts/new_password.html"
    success_url = reverse_lazy("web:sign-in")

    def form_valid(self, form: "SetPasswordForm[Account]") -> HttpResponse:
        """Save it, and lead to the sign-in."""
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)
