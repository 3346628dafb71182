"""A page that other sites may frame: it acts on nothing, and knows nobody."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from site_profile import selectors as site
from web import branding
from web.themes import THEMES

POLICY = {"frame-ancestors": ["*"], "form-action": ["'none'"]}
OVERLAY = "overlay"
"""The form for streams: larger, and nothing behind it."""
LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)
FRESH_S = 2
"""How long a cache may answer with what was."""

View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let other sites frame a page, in the language that its address names or the reader's."""

    @wraps(view)
    def speaking(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        wanted = request.GET.get("lang", "")
        language = wanted if wanted in LANGUAGES else translation.get_language() or "en"
        with translation.override(language):
            response = view(request, *args, **kwargs)
        response.headers.setdefault("Cache-Control", f"public, max-age={FRESH_S}")
        if wanted not in LANGUAGES:
            # A cookie may name the reader's language.
            patch_vary_headers(response, ["Cookie"])
        return response

    return cast("View", require_safe(xframe_options_exempt(csp_replace(POLICY)(speaking))))


def page(request: HttpRequest, template: str, context: Mapping[str, object]) -> HttpResponse:
    """Render a framed page; without the request, so that no template can ask who reads it."""
    is_overlay = request.GET.get("form") == OVERLAY
    # What a stream shows is mostly dark.
    theme = request.GET.get("theme", "dark" if is_overlay else "")
    profile = site.current()
    whole = {
        "site": profile.name,
        "look": site.mark(branding.look(profile).encode()) if profile.has_look else "",
        "language": translation.get_language(),
        "theme": theme if theme in THEMES else "",
        "is_overlay": is_overlay,
        **context,
    }
    return HttpResponse(render_to_string(f"web/embeds/{template}.html", whole))
