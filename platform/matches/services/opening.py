"""Open a match."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts.models import Account
from api.ids import uuid7
from eventstore import streams
from eventstore.canonical import encode, truncate_to_ms
from eventstore.errors import DuplicateKeyError
from eventstore.events import NewEvent, StoredEvent
from games import chance, registry
from games.core import OptionsError, Rules, UnknownGameError
from matches import dealer, house, kinds, refusals
from matches import time_control as clocks
from matches.actors import Player
from matches.kinds import BOTS, ON_TIMEOUT
from matches.models import Match
from matches.state import FOLLOWERS, KIND, MatchState, Status
from matches.time_control import TimeControlError


class Request(NamedTuple):
    """What a match is asked to be."""

    game: str
    seats: int
    options: Mapping[str, Any]
    dataset: str | None = None
    clock: object = None
    on_timeout: str | None = None
    """None: `auto`."""
    visibility: str = Match.Visibility.PUBLIC
    start: str = Match.Start.FULL
    bots: str = "allowed"
    vacations: bool = True
    """Whether days off may stop a clock, if the match is slow."""
    rules: str | None = None
    """The rules id that who follows the match has pinned; by default the game's current one."""


def open_match(
    *,
    player: Player,
    request: Request,
    key: str,
    fingerprint: bytes,
    belongs_to: Mapping[str, UUID] | None = None,
) -> tuple[UUID, bool]:
    """Open a match and return its id, and whether the same request had opened it before.

    `belongs_to` names by `ladder` and `table` who follows the match; the caller answers for it,
    since here nobody asks whether there is such a ladder or table, and whether it takes the match.

    Raises Problem when the game cannot be played like that, or the key belongs to another request.
    """
    data = _opening_data(complete(request), belongs_to or {})
    match_id = uuid7()
    seed = dealer.new_seed()
    data["commitment"] = chance.commitment(seed, str(match_id)).hex()
    kinds.read("match_opened", data)
    try:
        with transaction.atomic():
            (event,) = streams.append(
                KIND,
                match_id,
                0,
                [NewEvent("match_opened", encode(data))],
                actor=player.actor,
                key=key,
                fingerprint=fingerprint,
                at=truncate_to_ms(datetime.now(UTC)),
            )
            if player.username != house.NAME:
                _require_room(player)
            _insert(match_id, event, request, player)
            dealer.store_seed(match_id, seed)
    except DuplicateKeyError as error:
        earlier = find_repeated(player, key, fingerprint)
        if earlier is None:
            raise refusals.key_reused() from error
        return earlier, True
    return match_id, False


def _require_room(player: Player) -> None:
    """Raise too_many_open_matches when as many of the opener's matches wait as may.

    After the event, which a repeated request does not get past; the account's row is locked, so
    that of requests at once none slips through.
    """
    Account.objects.select_for_update(no_key=True).get(pk=player.account)
    limit: int = settings.OPEN_MATCHES_PER_ACCOUNT
    waiting = Match.objects.filter(opened_by=player.account, status=Status.OPEN.value)
    if waiting.count() >= limit:
        raise refusals.too_many_open(limit)


def find_repeated(player: Player, key: str, fingerprint: bytes) -> UUID | None:
    """Return the match that the same request has opened before; raises idempotency_key_reused."""
    command = streams.find_command(player.actor, key)
    if command is None:
        return None
    if command.fingerprint != fingerprint:
        raise refusals.key_reused()
    return command.stream_id


def _rules(request: Request) -> Rules[Any, Any, Any]:
    return (
        registry.current_rules(request.game)
        if request.rules is None
        else registry.rules(request.rules)
    )


def complete(request: Request) -> Request:
    """Return a request with what it leaves out, but for on_timeout; raises Problem.

    It is refused where no match can be played like that.
    """
    try:
        rules = _rules(request)
    except UnknownGameError as error:
        if request.rules is not None:
            raise refusals.rules_unknown(request.rules) from error
        known = ", ".join(sorted({rules.game for rules in registry.all_rules()}))
        text = f"must be one of {known}, not {request.game}"
        raise refusals.invalid_options([("game", text)]) from error
    errors: list[tuple[str, str]] = []
    options: dict[str, object] = {}
    clock = None
    try:
        options = rules.check_options(request.seats, request.options, request.dataset)
    except OptionsError as error:
        errors += error.errors
    try:
        clock = clocks.parse(request.clock)
    except TimeControlError as error:
        errors.append(("clock", str(error)))
    if request.on_timeout is not None and request.on_timeout not in ON_TIMEOUT:
        errors.append(("on_timeout", f"must be {' or '.join(ON_TIMEOUT)}"))
    if request.bots not in BOTS:
        errors.append(("bots", f"must be {' or '.join(BOTS)}"))
    if errors:
        raise refusals.invalid_options(errors)
    return request._replace(
        game=rules.game,
        rules=rules.id,
        dataset=request.dataset or rules.datasets[0],
        options=options,
        clock=None if clock is None else clock.as_data(),
    )


def _opening_data(request: Request, belongs_to: Mapping[str, UUID]) -> dict[str, Any]:
    """Return the data of the opening event of a complete request, but for the commitment."""
    return {
        "game": request.game,
        "rules": request.rules,
        "dataset": request.dataset,
        "options": request.options,
        "seats": request.seats,
        "clock": request.clock,
        "on_timeout": request.on_timeout or ON_TIMEOUT[0],
        "bots": request.bots,
        **({} if request.vacations else {"vacations": False}),
        **{field: _named(belongs_to.get(who)) for who, field in FOLLOWERS.items()},
    }


def _named(follower: UUID | None) -> str | None:
    return None if follower is None else str(follower)


def _insert(match_id: UUID, event: StoredEvent, request: Request, player: Player) -> None:
    state = MatchState(match_id).fold([event])
    Match.objects.create(
        id=match_id,
        game=state.rules.game,
        rules=state.rules.id,
        dataset=state.dataset,
        options=state.options,
        seats_max=state.seats,
        clock=None if state.clock is None else state.clock.as_data(),
        on_timeout=state.on_timeout,
        commitment=state.commitment,
        ladder_id=state.belongs_to.get("ladder"),
        table_id=state.belongs_to.get("table"),
        status=state.status,
        version=state.version,
        head_hash=state.hash,
        opened_at=event.at,
        updated_at=event.at,
        visibility=request.visibility,
        start=request.start,
        opened_by_id=player.account,
    )


def new_key() -> str:
    """Return a key for a command that came without one."""
    return secrets.token_urlsafe(24)
