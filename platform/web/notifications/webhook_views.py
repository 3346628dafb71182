"""The pages of webhooks: made, changed, tried, told again, with the log of what they were sent."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from api.problems import Problem
from notifications import webhooks
from notifications.models import Webhook
from notifications.webhooks import WebhookFields
from web import requests
from web.messages import localise
from web.notifications import labels
from web.notifications.forms import WebhookForm, webhook_fields
from web.notifications.views import shown

SECTION = {"section": "account"}
PAGE = 50
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)


@never_cache
@login_required
def make(request: HttpRequest) -> HttpResponse:
    """Make a webhook."""
    me = requests.member(request)
    form = WebhookForm(request.POST or None, initial={"kinds": ["my_table", "your_turn"]})
    if form.is_valid():
        try:
            row = webhooks.create(account_id=me.pk, fields=_fields(form))
        except Problem as problem:
            _refuse(form, problem)
        else:
            return redirect("web:webhook", row.pk)
    status = 400 if form.errors else 200
    context = {**SECTION, "form": form, "webhook": None}
    return render(request, "web/notifications/webhook.html", context, status=status)


def _fields(form: WebhookForm) -> WebhookFields:
    said = form.cleaned_data
    return WebhookFields(said["url"], said["form"], said["kinds"], said["tournament"])


def _refuse(form: WebhookForm, problem: Problem) -> None:
    """Say with the field what the service has refused."""
    if problem.errors:
        for each in problem.errors:
            name = each.field if each.field in form.fields else None
            form.add_error(name, localise(each.message))
    else:
        form.add_error(None, localise(problem.detail))


@never_cache
@login_required
def one(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    """Show a webhook with its log, and change it."""
    me = requests.member(request)
    row = _found(me.pk, webhook_id)
    form = WebhookForm(request.POST or None, initial=webhook_fields(row))
    if form.is_valid():
        try:
            webhooks.change(account_id=me.pk, webhook_id=row.pk, fields=_fields(form))
        except Problem as problem:
            _refuse(form, problem)
        else:
            messages.success(request, _("Saved."))
            return redirect("web:webhook", row.pk)
    pages = Paginator(webhooks.log(me.pk, row.pk), PAGE)
    log = pages.get_page(request.GET.get("page"))
    context = {
        **SECTION,
        "form": form,
        "webhook": row,
        "secret": webhooks.secret(row) if row.form == Webhook.Form.STANDARD else "",
        "off": labels.OFF.get(row.off_because, ""),
        "log": log,
        "lines": [shown(each) for each in log],
    }
    status = 400 if form.errors else 200
    return render(request, "web/notifications/webhook.html", context, status=status)


def _found(account: UUID, webhook_id: UUID) -> Webhook:
    try:
        return webhooks.find(account, webhook_id)
    except Problem as problem:
        raise Http404 from problem


@require_POST
@login_required
def act(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    """Do what the pressed button says."""
    me = requests.member(request).pk
    row = _found(me, webhook_id)
    wanted = request.POST.get("act", "")
    if wanted == "delete":
        webhooks.delete(account_id=me, webhook_id=row.pk)
        messages.success(request, _("The webhook has been removed."))
        return redirect("web:notifications")
    if wanted == "test":
        webhooks.test(account_id=me, webhook_id=row.pk)
        messages.success(request, _("A test is on its way; the log shows whether it arrived."))
    elif wanted == "off":
        webhooks.switch_off(account_id=me, webhook_id=row.pk)
        messages.success(request, _("The webhook is off."))
    elif wanted == "rotate":
        webhooks.rotate(account_id=me, webhook_id=row.pk)
        messages.success(request, _("There is a new secret; the old one is no longer valid."))
    elif wanted == "replay":
        count = webhooks.replay(
            account_id=me, webhook_id=row.pk, stream=None, after_version=0, since=BEGINNING
        )
        text = ngettext(
            "%(count)s message is sent again.", "%(count)s messages are sent again.", count
        )
        messages.success(request, text % {"count": count})
    return redirect("web:webhook", row.pk)


@require_POST
@login_required
def resend(request: HttpRequest, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
    """Send one message again."""
    me = requests.member(request).pk
    webhooks.resend(account_id=me, webhook_id=webhook_id, delivery_id=delivery_id)
    messages.success(request, _("It is sent again."))
    return redirect("web:webhook", webhook_id)
