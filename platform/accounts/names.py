"""What may be a name: one rule for accounts, entrants, tournaments, ladders, seasons and imports.

A name can be seen, passes for no other, and is neither the house's, nor a bot's, nor that of
somebody who has been erased. What was named before the rule stays and can be read.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache

from django.utils.crypto import salted_hmac

from accounts import characters
from accounts.characters import canonical, key
from accounts.models import GONE, ErasedName
from games.messages import Message

__all__ = ["GONE", "canonical", "key"]

HOUSE = frozenset(
    {
        *("admin", "administrator", "admins", "anonymous", "api", "bot", "cutpurse", "erased"),
        *("guest", "house", "me", "mod", "moderator", "moderators", "nobody", "official"),
        *("operator", "organiser", "organizer", "owner", "root", "server", "staff", "support"),
        *("sysadmin", "sysop", "system", "webmaster"),
    }
)
"""Names that would pass for the house; operators may still make accounts of them."""
PREFIXES = ("account:", "bot:", "guest:")
"""What tells kinds of players apart on ladders."""
GUEST = "Guest-"
"""What the names of guests begin with (`accounts.guests`); nobody else is called so."""
GUEST_NAME = re.compile(r"guest-[0-9]+")
GONE_NAME = re.compile(r"gone-[0-9a-f]{10}")

LOOKALIKES = str.maketrans(
    "013457@$|l\u0131"
    # Cyrillic, and an Armenian n.
    "\u0430\u0501\u0435\u04bb\u0456\u0458\u04cf\u0578\u043e\u0440\u051b\u0455\u0442\u0443\u0475"
    "\u0461\u0445\u0441\u043c\u043a\u0432"
    # Greek.
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "oieastasiiiadehijinopqstyvwxcmkbabeikvoptux",
)
"""Characters that pass for Latin letters; l and what looks like it or like i is an i."""

RESERVED = Message("This name is reserved; choose another one.")

_bots: set[str] = set()


def reserve_bots(ids: Iterable[str]) -> None:
    """Keep the names of built-in bots for them; called by whoever wires the platform."""
    _bots.update(map(_unnumbered, ids))


def fault(name: str, *, bot: str = "") -> Message | None:
    """Return why a canonical name cannot be had, in a sentence; None when it can.

    A built-in bot may have a name like its own.
    """
    return faults([name], bot=bot).get(name)


def faults(names: Collection[str], *, bot: str = "") -> Mapping[str, Message]:
    """Return why some of the names cannot be had; one query for all of them."""
    shapes = {name: characters.fault(name) for name in names}
    digests = {name: digest(name) for name, text in shapes.items() if not text}
    erased = ErasedName.objects.filter(digest__in=digests.values())
    taken = {bytes(each) for each in erased.values_list("digest", flat=True)}
    found = {name: text for name, text in shapes.items() if text}
    for name, mark in digests.items():
        if mark in taken or _is_reserved(name, _unnumbered(bot)):
            found[name] = RESERVED
    return found


def digest(name: str) -> bytes:
    """Return what is kept of the name of somebody who was erased.

    Nobody without the site's secret key can try names against it.
    """
    return salted_hmac("accounts.names.digest", key(name), algorithm="sha256").digest()


def _is_reserved(name: str, own: str) -> bool:
    folded = key(name)
    if folded.startswith(PREFIXES) or GONE_NAME.fullmatch(folded) or GUEST_NAME.fullmatch(folded):
        return True
    unnumbered = _unnumbered(name)
    return skeleton(name) in _house() or (unnumbered in _bots and unnumbered != own)


@cache
def _house() -> frozenset[str]:
    return frozenset(map(skeleton, HOUSE))


def _unnumbered(name: str) -> str:
    """Return the letters of a name without a number at its end: greedy of `Greedy 2`."""
    return _letters(key(name)).rstrip("0123456789")


def skeleton(name: str) -> str:
    """Return a name as it looks at a glance: Latin letters without accents and what divides them.

    >>> skeleton("_Adm1n_"), skeleton("R00t")
    ('admin', 'root')
    """
    return _letters(_letters(key(name)).translate(LOOKALIKES))


def _letters(text: str) -> str:
    """Return the letters and digits, without accents."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(each for each in parts if each.isalnum() or each in "@$|")
