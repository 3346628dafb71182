"""The API as a whole: its addresses, its description and the page that shows it."""

from functools import cache

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularSwaggerSplitView

from api import exception_handlers, json_body
from cutpurse.policy import DOCS_POLICY


@cache
def description() -> bytes:
    """Return the OpenAPI description of every view, made once a process."""
    return json_body.encode(SchemaGenerator().get_schema(request=None, public=True))


@exception_handlers.safe_methods_only
def openapi(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature.
    """Answer the API's description."""
    response = HttpResponse(description(), content_type="application/json")
    response["Cache-Control"] = "public, max-age=60"
    return response


docs = csp_update(DOCS_POLICY)(
    SpectacularSwaggerSplitView.as_view(url_name="openapi", template_name="web/api_docs.html")
)

urlpatterns = [
    path("v1/openapi.json", openapi, name="openapi"),
    path("docs", docs, name="docs"),
    path("v1/", include("accounts.urls")),
    path("v1/", include("matches.urls")),
    path("v1/", include("analyses.urls")),
    path("v1/", include("ratings.urls")),
    path("v1/", include("studies.urls")),
    path("v1/", include("puzzles.urls")),
    path("v1/", include("deals.urls")),
    path("v1/", include("partiality.urls")),
    path("v1/", include("tournaments.urls")),
    path("v1/", include("moderation.urls")),
    path("v1/", include("notifications.urls")),
    re_path("", exception_handlers.api_not_found),
]
