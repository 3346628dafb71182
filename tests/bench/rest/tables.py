"""Matches on the platform whose players are API accounts, ready for their first move."""

import secrets
from hashlib import sha256
from typing import Any
from uuid import UUID

from accounts import services as accounts
from accounts.models import Account
from games import registry
from matches import dealer
from matches.actors import Player
from matches.aggregate import CACHE
from matches.services import opening, seating
from tests.bench.rest.plays import Table

SCOPES = ("play",)


class Person:
    """An account with a token."""

    def __init__(self, name: str) -> None:
        account = Account(username=name)
        account.set_unusable_password()
        account.save(force_insert=True)
        issued = accounts.issue_token(account=account, name="bench", scopes=SCOPES)
        self.authorization = f"Bearer {issued.secret}"
        self.player = Player(account.id, account.username)


def people(number: int) -> list[Person]:
    """Return new accounts."""
    group = secrets.token_hex(4)
    return [Person(f"bench-{group}-{index}") for index in range(number)]


def table(
    game: str,
    seated: list[Person],
    clock: dict[str, int] | None = None,
    options: dict[str, Any] | None = None,
) -> Table:
    """Return a new match of a game that has started with these players."""
    rules, options = registry.current_rules(game), options or {}
    request = opening.Request(game=game, seats=len(seated), options=options, clock=clock)
    match_id, _ = opening.open_match(player=seated[0].player, request=request, **command())
    client_seeds = {}
    for seat, person in enumerate(seated):
        client_seeds[seat] = sit_down(match_id, person, seat)
    return Table(
        path=f"/api/v1/matches/{match_id}/moves",
        match_id=str(match_id),
        rules=rules.id,
        options=rules.check_options(len(seated), options),
        version=2 + len(seated),
        seed=dealer.read_seed(match_id),
        client_seeds=client_seeds,
        authorizations=[person.authorization for person in seated],
    )


def with_one_seat_left(game: str, seated: list[Person], clock: dict[str, int] | None) -> UUID:
    """Return a new match in which all of these players but the last sit."""
    request = opening.Request(game=game, seats=len(seated), options={}, clock=clock)
    match_id, _ = opening.open_match(player=seated[0].player, request=request, **command())
    for seat, person in enumerate(seated[:-1]):
        sit_down(match_id, person, seat)
    return match_id


def against_bots(game: str, person: Person, bots: int) -> UUID:
    """Return a new match of a player against so many greedy bots, which has started."""
    request = opening.Request(game=game, seats=bots + 1, options={})
    match_id, _ = opening.open_match(player=person.player, request=request, **command())
    sit_down(match_id, person, 0)
    for _ in range(bots):
        seating.seat_bot(match_id=match_id, player=person.player, bot="greedy", **command())
    return match_id


def sit_down(match_id: UUID, person: Person, seat: int) -> str:
    """Have a player take a seat, and return its client seed; the last one starts the match."""
    client_seed = f"seed-{seat}"
    seating.take_seat(
        match_id=match_id,
        player=person.player,
        seat=seat,
        client_seed=client_seed,
        **command(),
    )
    return client_seed


def free_states() -> None:
    """Let go of the states that this process holds of the matches it has opened."""
    CACHE.clear()


def command() -> dict[str, Any]:
    """Return a key of its own for a command."""
    key = secrets.token_urlsafe(24)
    return {"key": key, "fingerprint": sha256(key.encode()).digest()}
