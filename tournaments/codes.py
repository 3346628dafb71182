"""Codes of entrants: what stands behind the link and the QR code that each of them is given.

A code is made from the site's secret key, who it is for, and the version at which it was made. So a
slip can be printed again though nothing but a digest is stored. 100 bits: nobody guesses it.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.core import signing

from tournaments.state import EntrantState, TournamentState

LENGTH = 20
"""Characters of a code: 5 bits each."""
BYTES = LENGTH * 5 // 8 + 1
OFFER = "tournaments.codes.offer"
OFFERED_S = 24 * 3600
"""How long an offer is good."""


def make(tournament: UUID, entrant: int, serial: int) -> str:
    """Return the code of an entrant that is made at a version of the tournament."""
    text = f"entrant-code:{tournament}:{entrant}:{serial}"
    mac = hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256")
    return base64.b32encode(mac).decode().lower()[:LENGTH]


def draw() -> str:
    """Return a code that follows from nothing, for an entrant who keeps it from everyone else."""
    return base64.b32encode(secrets.token_bytes(BYTES)).decode().lower()[:LENGTH]


def offer(tournament: UUID) -> str:
    """Return a code that was drawn, sealed for the browser of an entrant who may take it.

    The browser holds it before it is taken: nobody is locked out by an answer that was lost.
    """
    return signing.dumps(draw(), salt=f"{OFFER}:{tournament}")


def offered(tournament: UUID, sealed: str) -> str:
    """Return the code that was offered in this tournament; empty for what is none of ours."""
    try:
        found: str = signing.loads(sealed, salt=f"{OFFER}:{tournament}", max_age=OFFERED_S)
    except signing.BadSignature:
        return ""
    return found


def digest(code: str) -> str:
    """Return what is stored of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def current(state: TournamentState, entrant: EntrantState) -> str:
    """Return an entrant's code, for whoever hands it out; empty where none can be told.

    There is none before one was made, none that the entrant keeps, and none can be told when the
    site has another secret key since: those that are printed are still good, and new ones can be
    made.
    """
    code = make(state.id, entrant.number, entrant.code_serial)
    return code if hmac.compare_digest(digest(code), entrant.code_digest) else ""


def holder(state: TournamentState, code: str) -> EntrantState | None:
    """Return whose code this is; None for one that was replaced, or never was."""
    wanted = digest(code)
    found = None
    for each in state.entrants.values():
        if hmac.compare_digest(wanted, each.code_digest):
            found = each
    return found


def redacted(codes: Mapping[str, str]) -> list[int]:
    """Return what everyone may know of codes that were made: for whom."""
    return sorted(map(int, codes))
