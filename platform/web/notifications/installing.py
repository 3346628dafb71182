"""What lets the site be installed: the service worker, the manifest, a page without network."""

from pathlib import Path

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from site_profile import selectors as site_profile

PARTS = (
    "web/tournaments/offline/queue.js",
    "web/tournaments/offline/worker.js",
    "web/notifications/worker.js",
)
"""The one worker of the site: the console without network first, then what is for all pages."""
PAPER, ACCENT = "#faf7f1", "#1d6150"


@never_cache
@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker of the whole site."""
    found = [finders.find(part) for part in PARTS]
    text = "\n".join(Path(path).read_text(encoding="utf-8") for path in found if path)
    return HttpResponse(text, content_type="text/javascript")


@never_cache
@require_safe
def former_worker(_request: HttpRequest) -> HttpResponse:
    """Return a worker that leaves: the console's own of earlier releases, which `worker` replaces.

    Pages that it has kept stay; the worker of the site finds them.
    """
    text = (
        'self.addEventListener("install", () => self.skipWaiting());\n'
        'self.addEventListener("activate", (event) =>'
        " event.waitUntil(self.registration.unregister()));\n"
    )
    return HttpResponse(text, content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return what a phone asks before it installs the site."""
    name = site_profile.current().name
    icons = [
        {"src": static("web/icon.svg"), "type": "image/svg+xml", "sizes": "any"},
        *(
            {"src": static(f"web/icons/icon-{size}.png"), "type": "image/png", "sizes": both}
            for size, both in ((192, "192x192"), (512, "512x512"))
        ),
        {
            "src": static("web/icons/maskable-512.png"),
            "type": "image/png",
            "sizes": "512x512",
            "purpose": "maskable",
        },
    ]
    content = {
        "id": "/",
        "name": name,
        "short_name": name[:12],
        "description": _("Card and tile games with hidden hands, dealt fairly."),
        "lang": get_language() or "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": icons,
        "shortcuts": [
            {"name": _("Your turn"), "url": reverse("web:next-turn")},
            {"name": _("Tournaments"), "url": reverse("web:tournaments")},
        ],
    }
    answer = JsonResponse(content, content_type="application/manifest+json")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what stands in for a page while there is no network.

    It is kept for whoever sits there then: it names no account, by which pages that are kept for
    another one would be dropped.
    """
    nobody = {"request": None, "user": AnonymousUser()}
    return render(request, "web/notifications/offline.html", nobody)
