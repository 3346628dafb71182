"""The wells of tournaments: secrets that the server is bound to before anybody enters.

A well gives the links of the tournament's draws, one after another, and the secrets of its deals.
Nothing else reads it, and no admin shows it.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings

from api.problems import Problem
from games import fair_draws
from games.fair_draws import Links
from games.messages import Message
from tournaments.models import Well
from tournaments.state import TournamentState
from tournaments.state.draws import Chain

SECRET_BYTES = 32
REMEMBERED = 64
"""Chains that a process keeps, with every 256th link of each (8 kB)."""


class Held(NamedTuple):
    """A well with its secret."""

    secret: bytes
    well: str
    anchor: str
    """Empty of one that was read, where the events have it."""
    links: int


def new(tournament: UUID) -> Held:
    """Return a fresh well for a tournament, which nothing keeps yet."""
    secret, length = secrets.token_bytes(SECRET_BYTES), settings.CHAIN_LINKS
    stream = str(tournament)
    anchor = _links(secret, stream, length).anchor
    return Held(secret, fair_draws.well(secret, stream).hex(), anchor.hex(), length)


def keep(tournament: UUID, found: Held) -> None:
    """Keep a well, in the transaction of the event that binds the server to it."""
    Well.objects.create(
        tournament=tournament, well=found.well, secret=found.secret, links=found.links
    )


def newest(state: TournamentState, fresh: Sequence[Held] = ()) -> Held:
    """Return the newest well, which may be one of those that a command has made and not yet kept.

    Raises Problem where its secret is lost, or another one stands in its place.
    """
    chain = state.draws.chain
    assert chain is not None  # noqa: S101 - Nobody asks without a chain.
    for each in fresh:
        if each.well == chain.well:
            return each
    row = Well.objects.filter(tournament=state.id, well=chain.well).first()
    secret = b"" if row is None else bytes(row.secret)
    if row is None or fair_draws.well(secret, str(state.id)).hex() != chain.well:
        raise _lost(state, chain)
    return Held(secret, chain.well, "", row.links)


def _lost(state: TournamentState, chain: Chain) -> Problem:
    text = Message(
        "The secret that the draws of %(name)s come from is missing or not the one that was "
        "published. The operator of the site can restore it from a backup, or replace it in "
        "public: manage.py renew_wells.",
        name=state.settings["name"],
    )
    return Problem("server_error", text, params={"well": chain.well})


def next_link(state: TournamentState, held: Held) -> bytes:
    """Return the link that the next draw shows."""
    return _links(held.secret, str(state.id), held.links)[_used(state) + 1]


def is_spent(state: TournamentState, held: Held) -> bool:
    """Tell whether all links of the chain are known, but for the one that would end it."""
    return _used(state) + 1 >= held.links


def _used(state: TournamentState) -> int:
    assert state.draws.chain is not None  # noqa: S101 - Nobody asks without a chain.
    return state.draws.count - state.draws.chain.after


def slot_secret(state: TournamentState, slot: str) -> bytes:
    """Return the secret of a deal."""
    return fair_draws.slot_secret(newest(state).secret, str(state.id), slot)


@lru_cache(maxsize=REMEMBERED)
def _links(secret: bytes, stream: str, length: int) -> Links:
    return Links(secret, stream, length)
