"""The wells of tournaments: secrets that the server is bound to before anybody enters.

A well gives the links of the tournament's draws, one after another, and the secrets of its deals.
Nothing else reads it, and no admin shows it.
"""

import secrets
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings

from games import fair_draws
from games.fair_draws import KEPT_EVERY, Links
from tournaments.models import Well
from tournaments.state import TournamentState

SECRET_BYTES = 32
REMEMBERED = 64
"""Chains that a process keeps, with every 256th link of each (8 kB)."""


class New(NamedTuple):
    """A fresh well."""

    secret: bytes
    well: str
    anchor: str


def new(tournament: UUID) -> New:
    """Return a fresh well for a tournament, which nothing keeps yet."""
    secret = secrets.token_bytes(SECRET_BYTES)
    stream = str(tournament)
    anchor = _links(secret, stream, settings.CHAIN_LINKS).anchor
    return New(secret, fair_draws.well(secret, stream).hex(), anchor.hex())


def keep(tournament: UUID, found: New) -> None:
    """Keep a well, in the transaction of the event that binds the server to it."""
    Well.objects.create(
        tournament=tournament, well=found.well, secret=found.secret, links=settings.CHAIN_LINKS
    )


def secret_of(state: TournamentState) -> bytes:
    """Return the secret of the newest well, which may be shown when the tournament is over."""
    return bytes(_newest(state).secret)


def next_link(state: TournamentState) -> bytes:
    """Return the link that the next draw shows."""
    assert state.draws.chain is not None  # noqa: S101 - Nobody asks without a chain.
    row = _newest(state)
    links = _links(bytes(row.secret), str(state.id), row.links)
    return links[state.draws.count + 1 - state.draws.chain.after]


def is_spent(state: TournamentState) -> bool:
    """Tell whether all links of the chain are known, but for the one that would end it."""
    assert state.draws.chain is not None  # noqa: S101 - Nobody asks without a chain.
    used = state.draws.count - state.draws.chain.after
    return used + 1 >= KEPT_EVERY and used + 1 >= _newest(state).links


def slot_secret(state: TournamentState, slot: str) -> bytes:
    """Return the secret of a deal."""
    return fair_draws.slot_secret(secret_of(state), str(state.id), slot)


def _newest(state: TournamentState) -> Well:
    chain = state.draws.chain
    return Well.objects.get(tournament=state.id, well=chain.well if chain else "")


@lru_cache(maxsize=REMEMBERED)
def _links(secret: bytes, stream: str, length: int) -> Links:
    return Links(secret, stream, length)
