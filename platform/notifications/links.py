"""The one address of the site, to which all links of notifications lead."""

from django.conf import settings


def absolute(path: str) -> str:
    """Return the full address of a page; the path alone where the site does not know its own."""
    return f"{settings.SITE_URL}{path}"
