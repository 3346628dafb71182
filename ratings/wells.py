"""The wells of ladders: secrets that the server is bound to before anybody searches.

A well gives the secrets of the deals of a season, slot by slot. Nothing else reads it, and no admin
shows it.
"""

import secrets
from collections.abc import Collection
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef

from api.problems import Problem
from games import fair_draws
from games.messages import Message
from ratings.aggregate import Work
from ratings.ladder.events import WellRevealed
from ratings.models import Ladder, LadderWell, MadeMatch, RatedMatch

SECRET_BYTES = 32


class Slot(NamedTuple):
    """What the next match of a ladder is dealt from."""

    number: int
    deal: str
    secret: bytes


def fresh(work: Work, ladder_id: UUID) -> str:
    """Return what binds the server to a fresh well, which is kept once the command is written."""
    secret = secrets.token_bytes(SECRET_BYTES)
    well = fair_draws.well(secret, str(ladder_id)).hex()
    work.also.append(partial(LadderWell.objects.create, well=well, ladder=ladder_id, secret=secret))
    return well


def next_slot(ladder: Ladder) -> Slot | None:
    """Return what the next match of a locked ladder is dealt from; None in a season without a well.

    Raises Problem where the secret is lost, or another one stands in its place.
    """
    if not ladder.well:
        return None
    secret = _secret(ladder.id, ladder.well)
    if secret is None:
        raise _lost(ladder)
    number, stream = ladder.slots + 1, str(ladder.id)
    name = str(number)
    deal = fair_draws.deal_of(stream, name)
    return Slot(number, deal, fair_draws.slot_secret(secret, stream, name))


def revealed(ladder_id: UUID, well: str, *, ended: Collection[UUID] = ()) -> list[WellRevealed]:
    """Return the event that shows a well from which nothing more is dealt, when it may be shown.

    That is once no match that was dealt from it is played any more, but for those that have just
    ended. A secret that is lost is not shown, and holds nobody up.
    """
    over = RatedMatch.objects.filter(ladder=ladder_id, match=OuterRef("match"))
    dealt = MadeMatch.objects.filter(ladder=ladder_id, well=well).exclude(match__in=ended)
    if not well or dealt.exclude(Exists(over)).exists():
        return []
    secret = _secret(ladder_id, well)
    return [] if secret is None else [WellRevealed(well=well, secret=secret.hex())]


def revealed_by(ladder: Ladder, match_id: UUID) -> list[WellRevealed]:
    """Return the event that the end of a match allows: it was the last of a well of before."""
    well = MadeMatch.objects.filter(ladder=ladder, match=match_id).values_list("well", flat=True)
    found = well.first()
    if found is None or found == ladder.well:
        return []
    return revealed(ladder.id, found, ended=[match_id])


def _secret(ladder_id: UUID, well: str) -> bytes | None:
    """Return the secret of a well; None where it is lost, or another one stands in its place."""
    row = LadderWell.objects.filter(ladder=ladder_id, well=well).first()
    secret = b"" if row is None else bytes(row.secret)
    return secret if fair_draws.well(secret, str(ladder_id)).hex() == well else None


def _lost(ladder: Ladder) -> Problem:
    text = Message(
        "The secret that the deals of %(name)s come from is missing or not the one that was"
        " published. The operator of the site can restore it from a backup, or replace it in"
        " public: manage.py renew_wells.",
        name=ladder.name,
    )
    return Problem("server_error", text, params={"well": ladder.well})
