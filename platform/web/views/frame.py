"""What belongs to every page: how it looks, and the page of the design itself."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games import registry
from web import requests
from web.themes import THEME_COOKIE, THEMES

YEAR_S = 365 * 24 * 3600


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Keep the choice of light or dark in a cookie; anything else forgets it."""
    response = redirect(requests.address_to_return_to(request))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            theme,
            max_age=YEAR_S,
            samesite="Lax",
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every token and component."""
    return render(
        request, "web/styleguide.html", {"tokens": TOKENS, "games": registry.current_games()}
    )


TOKENS = {
    "colours": (
        *("paper", "surface", "sunk", "line", "ink", "ink-soft"),
        *("accent", "on-accent", "accent-soft", "good", "warn", "bad"),
    ),
    "space": ("1", "2", "3", "4", "5", "6"),
    "type": ("small", "body", "lead", "heading", "title"),
}
"""The names of the tokens, as `tokens.css` has them."""
