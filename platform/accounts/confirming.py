"""Who somebody is, asked again before the staff does something sensitive; good for ten minutes.

Whoever sits down at a desk that somebody has left, or has stolen a session, gets no further.
"""

import time

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminPasswordWidget

from accounts import entrance, rights

VALID_S = 600
CONFIRMED_AT = "confirmed_at"
"""Where a session keeps when its owner has last given the password for this."""
TEMPLATE = "admin/confirm.html"
PAGE = "accounts_account_confirm"


class Confirm(forms.Form):
    """The password of whoever is signed in."""

    password = forms.CharField(
        label=_("Your own password"),
        strip=False,
        max_length=256,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "current-password"}),
    )


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether somebody has shown again who they are not long ago, here or on their pages."""
    confirmed_at: int = request.session.get(CONFIRMED_AT, 0)
    if 0 <= time.time() - confirmed_at < VALID_S:
        return True
    return not is_reauthentication_required(request, app="accounts")


def ask(request: HttpRequest) -> HttpResponse:
    """Lead to the page that asks for the password, and from there back to where one is.

    Who has none is asked for a passkey or a code, or signs in again.
    """
    query = urlencode({"next": request.path})
    user = rights.of_staff(request)
    if user.has_usable_password():
        return HttpResponseRedirect(f"{reverse(f'admin:{PAGE}')}?{query}")
    first, *_others = get_adapter().get_reauthentication_methods(user)
    return HttpResponseRedirect(f"{first['url']}?{query}")


@sensitive_post_parameters()
@never_cache
def page(request: HttpRequest, section: ModelAdmin) -> HttpResponse:
    """Ask for the password, and lead back; raises `rate_limited` after many wrong ones."""
    form = Confirm(request.POST or None)
    wanted = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, None)
    onwards = wanted if is_ours else reverse("admin:index")
    if request.method == "POST" and form.is_valid():
        user = rights.of_staff(request)
        if entrance.is_own_password(request, user, form.cleaned_data["password"]):
            request.session[CONFIRMED_AT] = int(time.time())
            return HttpResponseRedirect(onwards)
        form.add_error("password", gettext("That is not your current password."))
    context = {
        **section.admin_site.each_context(request),
        "opts": section.opts,
        "title": gettext("Your password, once more"),
        "form": form,
        "minutes": VALID_S // 60,
    }
    status = 400 if form.errors else 200
    return TemplateResponse(request, TEMPLATE, context, status=status)
