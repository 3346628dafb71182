"""Dumps of finished public matches: which there are, and their files."""

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dumps import publishing

TYPES = {".json": "application/json", ".gz": "application/gzip"}
"""What files are sent as, by how their names end; the others are bytes."""


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """List the dumps, the newest first."""
    is_published = settings.DUMPS != "off"
    context = {
        "dumps": list(publishing.published(publishing.folder())) if is_published else [],
        "own_files": (publishing.MANIFEST, publishing.DICTIONARY, publishing.SUMS),
        "is_published": is_published,
        "licence": settings.DATA_LICENCE,
    }
    return render(request, "web/data.html", context)


@require_safe
def file(request: HttpRequest, period: str, name: str) -> HttpResponseBase:  # noqa: ARG001 - Django's signature.
    """Send a file of a dump; none where they are off, since erasures are carried out no more."""
    if settings.DUMPS == "off":
        raise Http404
    found = publishing.file_of(publishing.folder(), period, name)
    if found is None:
        raise Http404
    try:
        content = found.open("rb")
    except FileNotFoundError:
        # It was replaced in this moment.
        raise Http404 from None
    kind = TYPES.get(found.suffix, "application/octet-stream")
    answer = FileResponse(content, as_attachment=True, filename=name, content_type=kind)
    answer["Cache-Control"] = "no-cache"
    return answer
