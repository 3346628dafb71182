"""One page on which somebody says what reaches them, how, and when not."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import programs, services
from accounts.models import Account
from notifications import (
    calendars,
    digest,
    links,
    preferences,
    push,
    subscribing,
    unsubscribing,
    webhooks,
)
from notifications.kinds import CHOOSABLE, KINDS, Kind
from notifications.models import Delivery, Preferences
from notifications.subscribing import BrowserKeys
from web import requests, site
from web.notifications import labels
from web.notifications.forms import QuietHoursForm, quiet_fields

SECTION = {"section": "account"}
LATEST = 10


@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """Show and keep what reaches somebody."""
    me = requests.member(request)
    row = preferences.of(me.pk)
    form = QuietHoursForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        _save(request, me, row, form)
        messages.success(request, _("Saved."))
        return redirect("web:notifications")
    if request.method != "POST":
        form = QuietHoursForm(initial=quiet_fields(row))
    status = 400 if form.errors else 200
    return render(request, "web/notifications/page.html", _context(me, row, form), status=status)


@transaction.atomic
def _save(request: HttpRequest, me: Account, row: Preferences, form: QuietHoursForm) -> None:
    choices: dict[Kind, list[str]] = {}
    for kind in CHOOSABLE:
        possible: Sequence[str] = KINDS[kind].channels
        wanted = [each for each in request.POST.getlist(kind) if each in possible]
        if not _is_mailed(me):
            # Its box could not be ticked; what was chosen before holds when there is an address.
            wanted += [each for each in preferences.channels(row, kind) if each == "email"]
        choices[kind] = wanted
    preferences.choose(account_id=me.pk, choices=choices)
    preferences.set_quiet_hours(
        account_id=me.pk,
        zone=form.cleaned_data["zone"],
        begin=form.minutes("quiet_from"),
        end=form.minutes("quiet_until"),
    )
    services.set_language(account_id=me.pk, language=get_language() or "en")
    digest.plan(me.pk)


def _is_mailed(me: Account) -> bool:
    return bool(me.email) and site.is_known()


def _context(me: Account, row: Preferences, form: QuietHoursForm) -> dict[str, object]:
    lines = []
    for kind in CHOOSABLE:
        name, about = labels.KINDS[kind]
        chosen = preferences.channels(row, kind)
        lines.append(
            {
                "kind": kind,
                "name": name,
                "about": about,
                "email": "email" in chosen,
                "push": "push" in chosen,
                "can_push": "push" in KINDS[kind].channels,
            }
        )
    latest = Delivery.objects.filter(account=me.pk).exclude(channel="webhook")
    return {
        **SECTION,
        "form": form,
        "lines": lines,
        "is_mailed": _is_mailed(me),
        "site_is_known": site.is_known(),
        "push_key": push.public_key(),
        "browsers": subscribing.browsers(me.pk).annotate(by=programs.name_by("program")),
        "webhooks": webhooks.of_account(me.pk).annotate(by=programs.name_by("program")),
        "followed": subscribing.followed(me.pk),
        "calendar": links.absolute(calendars.path_of(row)),
        "latest": [
            shown(each) for each in latest.select_related("notification").order_by("-id")[:LATEST]
        ],
    }


def shown(row: Delivery) -> dict[str, object]:
    """Return a line of a log."""
    kind = cast("Kind", row.notification.kind)
    return {
        "row": row,
        "kind": labels.KINDS[kind][0],
        "state": labels.STATES[row.state],
        "reason": labels.REASONS.get(row.reason, row.reason),
        "colour": {"sent": "good", "failed": "bad"}.get(row.state, ""),
    }


@require_POST
@login_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Have the browser that asks be told; its script sends what the browser says.

    With `renew` only where it was told before, so that nobody is subscribed who has not asked.
    """
    me = requests.member(request)
    endpoint = request.POST.get("endpoint", "")
    if "renew" in request.POST and not subscribing.is_subscribed(
        account_id=me.pk, endpoint=endpoint
    ):
        return HttpResponse(status=404)
    keys = BrowserKeys(
        endpoint=endpoint,
        p256dh=request.POST.get("p256dh", ""),
        auth=request.POST.get("auth", ""),
        browser=request.headers.get("User-Agent", ""),
    )
    row = subscribing.subscribe(account_id=me.pk, keys=keys)
    request.session[subscribing.IN_SESSION] = str(row.pk)
    services.set_language(account_id=me.pk, language=get_language() or "en")
    return HttpResponse(status=204)


@require_POST
@login_required
def unsubscribe_browser(request: HttpRequest, subscription_id: UUID) -> HttpResponse:
    """Tell a browser nothing more."""
    me = requests.member(request)
    subscribing.unsubscribe(account_id=me.pk, subscription_id=subscription_id)
    messages.success(request, _("That browser no longer receives notifications."))
    return redirect("web:notifications")


@require_POST
@login_required
def test_browser(request: HttpRequest, subscription_id: UUID) -> HttpResponse:
    """Send a browser a test."""
    me = requests.member(request)
    subscribing.test(account_id=me.pk, subscription_id=subscription_id)
    messages.success(request, _("A test is on its way."))
    return redirect("web:notifications")


@require_POST
@login_required
def renew_calendar(request: HttpRequest) -> HttpResponse:
    """Give the calendar another address."""
    calendars.renew(account_id=requests.member(request).pk)
    messages.success(request, _("The calendar has a new address; the old one no longer works."))
    return redirect("web:notifications")


@require_POST
@login_required
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a tournament, or follow it no more."""
    me = requests.member(request)
    if request.POST.get("act") == "unfollow":
        subscribing.unfollow(account_id=me.pk, slug=slug)
        messages.success(request, _("You no longer follow this tournament."))
    else:
        subscribing.follow(account_id=me.pk, slug=slug)
        messages.success(
            request,
            _("You follow this tournament. Choose in your account what to be notified of."),
        )
    return redirect(requests.address_to_return_to(request))


@csrf_exempt
@never_cache
def unsubscribe(request: HttpRequest, proof: str) -> HttpResponse:
    """End mails of a kind: by one press of the mail program (RFC 8058), or of the page's button.

    Looking at the page ends nothing: programs that look at links do that too.
    """
    wish = unsubscribing.wish(proof)
    if wish is None:
        return render(request, "web/notifications/unsubscribe.html", status=404)
    is_asked = request.method == "POST"
    if is_asked:
        preferences.stop(account_id=wish.account, kind=wish.kind, channel="email")
    context = {"kind": labels.KINDS[wish.kind][0], "done": is_asked}
    return render(request, "web/notifications/unsubscribe.html", context)
