"""What the frame of every page says of the site, and the files and pages that belong to it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from site_profile import colours
from site_profile import selectors as site
from site_profile.models import SignUp
from web import prose, requests

CLOSED_COOKIE = "banner"
"""Holds the mark of the announcement that a reader has closed."""
MONTH_S = 30 * 24 * 3600
FOREVER = "public, max-age=31536000, immutable"
TITLES = {"imprint": _("Imprint"), "privacy": _("Privacy"), "terms": _("Terms of use")}


class Branding:
    """A site's profile as templates ask for it."""

    def __init__(self, request: HttpRequest) -> None:
        profile = site.current()
        self.name = profile.name
        self.address = profile.address
        self.look = site.mark(look(profile).encode()) if profile.has_look else ""
        self.logo = site.mark(profile.logo) if profile.logo else ""
        # Drawn at twice the size at which it is shown.
        self.logo_width, self.logo_height = (each // 2 for each in profile.logo_size)
        self.pages = [(page, TITLES[page]) for page in site.PAGES if profile.page(page)]
        self.contact = contact_address(profile.contact)
        self.may_sign_up = profile.sign_up != SignUp.CLOSED
        words = profile.banner(get_language() or "en")
        own = site.mark("\n".join(profile.banners).encode())
        self.banner = "" if request.COOKIES.get(CLOSED_COOKIE) == own else words
        self.banner_mark = own


def branding(request: HttpRequest) -> dict[str, object]:
    """Return what templates ask for as `branding` (a context processor)."""
    return {"branding": SimpleLazyObject(lambda: Branding(request))}


def contact_address(contact: str) -> str:
    """Return where a link to whoever runs the site leads; empty where it is not said."""
    is_mail = "@" in contact and not contact.startswith("https://")
    return f"mailto:{contact}" if is_mail else contact


def look(profile: site.Profile) -> str:
    """Return the style sheet of a site's own colours."""
    rules = []
    for theme, accent in zip(("light", "dark"), profile.accents, strict=True):
        if accent:
            shades = colours.shades_of(accent, theme)
            values = (
                f"--accent: {shades.accent}; --accent-strong: {shades.strong}; "
                f"--accent-soft: {shades.soft}; --on-accent: {shades.on};"
            )
            rules.append(f':root[data-theme="{theme}"] {{ {values} }}')
            rules.append(
                f"@media (prefers-color-scheme: {theme}) {{ "
                f":root:not([data-theme]) {{ {values} }} }}"
            )
    return "\n".join(rules) + "\n"


def look_file(_request: HttpRequest, mark: str) -> HttpResponse:
    """Answer the style sheet of the site's colours; its address changes with it."""
    profile = site.current()
    sheet = look(profile) if profile.has_look else ""
    return _file(sheet.encode(), "text/css; charset=utf-8", mark)


def logo_file(_request: HttpRequest, mark: str) -> HttpResponse:
    """Answer the site's logo; its address changes with it."""
    return _file(site.current().logo, "image/png", mark)


def _file(content: bytes, kind: str, mark: str) -> HttpResponse:
    if not content:
        raise Http404
    response = HttpResponse(content, content_type=kind)
    is_asked_for = site.mark(content) == mark
    response["Cache-Control"] = FOREVER if is_asked_for else "no-cache"
    return response


def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a legal page, where the site has one."""
    text = site.current().page(name)
    if not text:
        raise Http404
    context = {"title": TITLES[name], "text": prose.page(text, titled=True)}
    return render(request, "web/site_page.html", context)


@require_POST
def close_banner(request: HttpRequest) -> HttpResponse:
    """Show this announcement no more in this browser; the next one is shown again."""
    response = redirect(requests.address_to_return_to(request))
    mark = site.mark("\n".join(site.current().banners).encode())
    response.set_cookie(
        CLOSED_COOKIE,
        mark,
        max_age=MONTH_S,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    return response
