"""Pages for what goes wrong; programs get problems in JSON (`api.exception_handlers`)."""

import sys

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts import entrance
from api import exception_handlers, problems
from api.problems import Problem
from site_profile import selectors as site_profile
from web.matches import refusals as table_refusals
from web.messages import localise


def page(request: HttpRequest, status: int, title: str, words: str) -> HttpResponse:
    """Return a page that says what is wrong and leads on."""
    context = {"status": status, "title": title, "words": words}
    return render(request, "web/error.html", context, status=status)


def refusal(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the page of a refusal."""
    if problem.code == "not_found":
        response = missing(request)
    elif problem.params.get("bucket") == entrance.BUCKET:
        response = render(request, "web/locked_out.html", problem.params, status=problem.status)
    elif problem.code == "rate_limited":
        words = _("Too many requests. Please try again in %(seconds)s seconds.")
        response = page(request, problem.status, _("Too many requests"), words % problem.params)
    elif problem.code == "too_many_open_matches":
        words = _(
            "You have %(limit)s open matches that have not started, which is the limit. Fill "
            "one or call it off before you open another."
        )
        response = page(request, problem.status, _("Enough open seats"), words % problem.params)
    elif problem.code == "rules_unknown":
        words = str(table_refusals.words(problem))
        response = page(request, problem.status, _("That did not work"), words)
    else:
        response = page(request, problem.status, _("That did not work"), localise(problem.detail))
    for name, value in problem.headers.items():
        response[name] = value
    return response


def missing(request: HttpRequest) -> HttpResponse:
    """Return the page for an address without a page."""
    words = _("This page does not exist, or you do not have access to it.")
    return page(request, 404, _("Page not found"), words)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a request that Django itself refuses (`handler400`)."""
    if exception_handlers.wants_json(request):
        return exception_handlers.problem_response(exception, request)
    words = _("We could not read that request. Go back, reload the page and try again.")
    return page(request, 400, _("That did not work"), words)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer what somebody may not do (`handler403`)."""
    if exception_handlers.wants_json(request):
        return exception_handlers.problem_response(exception, request)
    words = _("You do not have permission to do this. If you should, sign in with another account.")
    return page(request, 403, _("Not allowed"), words)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Answer a form that was not ours, or too old (CSRF_FAILURE_VIEW)."""
    if exception_handlers.wants_json(request):
        return exception_handlers.problem_response(PermissionDenied(), request)
    words = _("This form has expired. Go back, reload the page and submit it again.")
    if reason == REASON_NO_CSRF_COOKIE:
        words = _(
            "Your browser is not accepting cookies. Allow them for this site, then reload the form."
        )
    return page(request, 403, _("Please submit it again"), words)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer an unknown address (`handler404`)."""
    if exception_handlers.wants_json(request):
        return exception_handlers.problem_response(exception, request)
    return missing(request)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer an error outside of every view (`handler500`); Django has logged it.

    A database that is away, or has no room, is an outage and no bug: 503, try again. The page needs
    no database and no account: one of them may be what fails.
    """
    outage = _outage()
    if exception_handlers.wants_json(request):
        if outage is not None:
            return problems.answer(outage, request)
        return exception_handlers.server_error(request)
    title = _("Something went wrong")
    words = _("Something went wrong on our side. It has been logged, and your data is safe.")
    status = 500
    if outage is not None:
        title = _("Please try again in a moment")
        words = _(
            "The server is unavailable right now: its database is not responding or is full. "
            "Everything saved so far is safe; reload this page in a moment."
        )
        status = outage.status
    context: dict[str, object] = {"status": status, "title": title, "words": words}
    context["branding"] = {"name": site_profile.current().name}
    context["request_id"] = getattr(request, "request_id", "")
    response = HttpResponse(render_to_string("web/error.html", context), status=status)
    if outage is not None:
        response["Retry-After"] = "1"
    return response


def _outage() -> Problem | None:
    """Return the refusal for the error that is being answered, where it is none of our bugs."""
    error = sys.exc_info()[1]
    problem = exception_handlers.as_problem(error) if isinstance(error, Exception) else None
    return problem if problem is not None and problem.code == "unavailable" else None
