"""The Content-Security-Policy of pages; JSON gets its own from `api.middleware`."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase

ADMIN = "/admin/"
ADMIN_POLICY = {
    # django-unfold is built on Alpine, which evaluates the expressions in its attributes.
    "script-src": ["'self'", "'unsafe-eval'"],
    "style-src": ["'self'", "'unsafe-inline'"],
}
DOCS_POLICY = {"style-src": ["'self'", "'unsafe-inline'"]}
"""Swagger UI sets styles as it draws."""


class PolicyMiddleware(CSPMiddleware):
    """django-csp, with a wider policy for the admin's pages and no work for JSON."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response with its policy."""
        if response.headers.get("Content-Type", "").startswith("text/html"):
            return super().process_response(request, response)
        return response

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Return the policy's parts for a page."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(ADMIN):
            parts.update = ADMIN_POLICY
        return parts
