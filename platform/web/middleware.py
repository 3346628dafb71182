"""The manner of pages: their language, and refusals as pages."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from api import exception_handlers
from api.middleware import Next
from api.problems import Problem
from web.views import errors


class PageLocaleMiddleware(LocaleMiddleware):
    """Django's choice of a language, for pages alone: programs are answered in English."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the cookie, or else the one that the browser asks for."""
        if exception_handlers.wants_json(request):
            translation.activate("en")
            request.LANGUAGE_CODE = "en"
            return
        super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Name the language of a page."""
        if exception_handlers.wants_json(request):
            return response
        return super().process_response(request, response)


class ProblemPageMiddleware:
    """Answers what a service refuses with a page, and keeps pages out of caches."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; a page is its reader's own, and stale once something has moved."""
        response = self.get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Return the page of a refusal; None for an error that is none."""
        if isinstance(error, Problem) and not exception_handlers.wants_json(request):
            return errors.refusal(request, error)
        return None
