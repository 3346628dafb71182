"""What a site says of itself, from this process's memory: every page asks for it."""

import time
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.db import DatabaseError

from site_profile.models import SignUp, SiteProfile, TalkForm

NAME = "Cutpurse"
"""What a site is called that has no name of its own."""
PAGES = ("imprint", "privacy", "terms")
LANGUAGES = ("en", "nl", "fr", "de")
FRESH_S = 5.0
"""How long another process may go on showing what was."""


class Profile(NamedTuple):
    """What pages show of a site."""

    name: str = NAME
    accents: tuple[str, str] = ("", "")
    """In light and in dark; empty for the house's own."""
    logo: bytes = b""
    logo_size: tuple[int, int] = (0, 0)
    address: str = ""
    contact: str = ""
    texts: tuple[str, ...] = ("",) * len(PAGES)
    banners: tuple[str, ...] = ("",) * len(LANGUAGES)
    sign_up: str = SignUp.OPEN.value
    talk: str = TalkForm.PHRASES.value

    @property
    def has_look(self) -> bool:
        """Whether the site has colours of its own."""
        return any(self.accents)

    def page(self, name: str) -> str:
        """Return the text of a legal page; empty where there is none."""
        return self.texts[PAGES.index(name)]

    def banner(self, language: str) -> str:
        """Return the announcement in a language, or else in the first that has one."""
        own = self.banners[LANGUAGES.index(language)] if language in LANGUAGES else ""
        return own or next(filter(None, self.banners), "")


def mark(content: bytes) -> str:
    """Return what the address of a file or a closed banner is told from others by."""
    return sha256(content).hexdigest()[:12]


def read() -> Profile:
    """Return what the database says."""
    row = SiteProfile.objects.filter(pk=SiteProfile.ONLY).first()
    if row is None:
        return Profile()
    return Profile(
        name=row.name or NAME,
        accents=(row.accent_light, row.accent_dark),
        logo=bytes(row.logo),
        logo_size=(row.logo_width, row.logo_height),
        address=row.address,
        contact=row.contact,
        texts=tuple(getattr(row, name) for name in PAGES),
        banners=tuple(getattr(row, f"banner_{language}") for language in LANGUAGES),
        sign_up=row.sign_up,
        talk=row.talk,
    )


_held: tuple[float, Profile] = (0.0, Profile())
_lock = Lock()


def current() -> Profile:
    """Return what the site says of itself, as it was up to FRESH_S ago.

    Without a database it is what was known last: the page that says so needs a name too.
    """
    global _held  # noqa: PLW0603 - The memory of this process.
    fresh_until, profile = _held
    if time.monotonic() < fresh_until:
        return profile
    with _lock:
        try:
            profile = read()
        except DatabaseError:
            return profile
        _held = (time.monotonic() + FRESH_S, profile)
    return profile


def forget() -> None:
    """Have the next question ask the database."""
    global _held  # noqa: PLW0603 - As above.
    _held = (0.0, _held[1])
