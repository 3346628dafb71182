"""What changes a site's profile. Who asks, and why, is kept by the admin's log."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from api.problems import invalid
from games.messages import Message
from site_profile import colours, selectors
from site_profile.logos import Logo
from site_profile.models import SiteProfile

THEMES = ("light", "dark")


def row() -> SiteProfile:
    """Return the one row, made where it was missing."""
    return SiteProfile.objects.get_or_create(pk=SiteProfile.ONLY)[0]


@transaction.atomic
def change(**fields: object) -> None:
    """Write some fields; the caller has checked them as the fields of the model say."""
    row()
    SiteProfile.objects.filter(pk=SiteProfile.ONLY).update(**fields, version=F("version") + 1)
    selectors.forget()
    transaction.on_commit(selectors.forget)


def change_logo(logo: Logo | None) -> None:
    """Show a picture beside the name, or the house's own mark again."""
    found = logo or Logo(b"", 0, 0)
    change(logo=found.png, logo_width=found.width, logo_height=found.height)


def check_accents(accents: Mapping[str, str]) -> None:
    """Raise `invalid` for a colour that is none, or that could not be read; by theme."""
    for theme in THEMES:
        if accent := accents[theme]:
            _check_accent(f"accent_{theme}", accent, theme)


def _check_accent(field: str, accent: str, theme: str) -> None:
    if not colours.HEX.fullmatch(accent):
        raise invalid(field, Message("must be a colour such as #1d6150"))
    found = colours.least_contrast(accent, theme)
    if found < colours.CONTRAST_MIN:
        raise invalid(
            field,
            Message(
                "has a contrast of %(found)s with its background; legible text needs at least "
                "%(least)s: choose a darker colour for light pages, a brighter one for dark "
                "pages",
                found=f"{found:.1f}",
                least=str(colours.CONTRAST_MIN),
            ),
        )
