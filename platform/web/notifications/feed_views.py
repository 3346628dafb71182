"""Calendars and the feed, for programs."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from notifications import calendars, feeds
from site_profile import selectors as site_profile
from tournaments import visibility
from web import requests

ICS = "text/calendar; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def my_calendar(request: HttpRequest, account_id: UUID, code: str) -> HttpResponse:  # noqa: ARG001
    """Answer somebody's own calendar to whoever has its address, as calendar programs do."""
    account = calendars.opened(account_id, code)
    if account is None:
        raise Http404
    with translation.override(account.language or "en"):
        content = calendars.of_account(account, timezone.now())
    answer = HttpResponse(content, content_type=ICS)
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the calendar of one tournament that the reader may know of."""
    row = visibility.find(slug, requests.account_id(request))
    answer = HttpResponse(calendars.of_tournament(row, timezone.now()), content_type=ICS)
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}.ics"'
    return answer


@require_safe
@cache_control(public=True, max_age=300)
def tournaments_calendar(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's.
    """Answer the calendar of all public tournaments."""
    return HttpResponse(calendars.of_all(timezone.now()), content_type=ICS)


@require_safe
@cache_control(public=True, max_age=300)
def tournaments_feed(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's.
    """Answer the tournaments that are over, as Atom."""
    title = _("%(site)s: finished tournaments") % {"site": site_profile.current().name}
    return HttpResponse(feeds.finished(title), content_type=ATOM)
