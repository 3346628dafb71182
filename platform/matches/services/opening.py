"""Open a match."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from django.conf import settings
from msgspec import UNSET, UnsetType

from accounts.models import Account
from api.ids import uuid7
from beacons import source
from eventstore import leadership, streams
from eventstore.canonical import format_timestamp
from eventstore.command_handler import handle
from games import beacons, fair_draws, registry
from games.core import AnyRules, OptionsError, UnknownGameError
from games.json_types import JsonMapping
from games.messages import Message, either
from matches import dealer, deals, refusals
from matches import time_control as clocks
from matches.actors import Player
from matches.aggregate import MATCH, UnitOfWork
from matches.commit import CommandContext
from matches.events import (
    BOTS,
    GATHER_S,
    ON_TIMEOUT,
    BeaconDrawn,
    Bots,
    Chance,
    MatchOpened,
    TimeoutPolicy,
)
from matches.models import Match
from matches.services import guests
from matches.state import FOLLOWERS, MatchState, Status
from matches.stream_refusals import key_reused
from matches.time_control import TimeControlError
from matches.verification import columns


class DrawRoll(NamedTuple):
    """Who has added chance to the draw that a deal hangs on."""

    on: int
    present: int
    seats: Sequence[int]
    """Of the match, whose players are among them."""


class Dealt(NamedTuple):
    """What a match is dealt from (fair/2)."""

    name: str
    secret: bytes
    bind: bytes = fair_draws.NO_BIND
    beacon: BeaconDrawn | None = None
    """What it was drawn with already, where many play the same deal."""
    draw_roll: DrawRoll | None = None
    """None where nobody has added chance to a draw."""


class Request(NamedTuple):
    """What a match is asked to be."""

    game: str
    seats: int
    options: JsonMapping
    dataset: str | None = None
    clock: object = None
    on_timeout: str | None = None
    """None: `auto`."""
    visibility: str = Match.Visibility.PUBLIC
    start: str = Match.Start.FULL
    bots: str = "allowed"
    vacations: bool = True
    """Whether days off may stop a clock, if the match is slow."""
    gather: int = GATHER_S
    """Seconds for which the full table waits for its players' promises."""
    chance: Chance = "offered"
    """`required` where nobody keeps a seat who adds no chance to the deal."""
    beacon: bool = False
    """Whether the deal waits for a public beacon, if the site takes one from anywhere."""
    rules: str | None = None
    """The id of rules that were asked for, or that who follows the match has pinned; by default the
    game's current ones."""
    until: datetime | None = None
    """When the time of every seat is up, however much its clock has."""


def open_match(  # noqa: PLR0913 - the parts of a request
    *,
    player: Player,
    request: Request,
    key: str,
    fingerprint: bytes,
    belongs_to: Mapping[str, UUID] | None = None,
    dealt: Dealt | None = None,
) -> tuple[UUID, bool]:
    """Open a match and return its id, and whether the same request had opened it before.

    `belongs_to` names by `ladder`, `table` and `deal` who follows the match; the caller answers for
    it, since here nobody asks whether there is such a one, and whether it takes the match.
    What it is `dealt` from is a secret of its own, unless its follower has one for it.

    Raises Problem when the game cannot be played like that, or the key belongs to another request.
    """
    guests.require_private(player.account, request.visibility)
    wanted = complete(request)
    match_id = uuid7()
    deal = dealt if dealt is not None else Dealt(str(match_id), dealer.new_seed())
    seed = deal.secret
    opened = _opened(wanted, belongs_to or {}, deal)

    def decide(_state: MatchState, work: UnitOfWork) -> None:
        work.add(opened)
        if not player.is_installation:
            work.also.append(lambda: _require_room(player))
        work.also.append(lambda: _insert(work.state, request, player, work.at))
        work.also.append(lambda: dealer.store_seed(match_id, seed))

    context = CommandContext.of(player, key, fingerprint)
    result = handle(MATCH, match_id, context, decide, expected_version=0)
    return result.state.id, result.is_replayed


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
    """Return the match that the same request has opened before; raises idempotency_key_reused.

    What is answered from the history is for no database that has lost its place to another.
    """
    command = streams.find_opening(player.actor, key)
    leadership.prove()
    if command is None:
        return None
    if command.fingerprint != fingerprint:
        raise key_reused()
    return command.stream_id


def asked_rules(game: str, rules_id: str | None) -> str | None:
    """Return the rules that somebody asks for by their id; raises invalid_options."""
    known = [rules.id for rules in registry.versions(game)]
    if rules_id is None or not known:
        # Of a game that there is not, the game is wrong.
        return None
    if rules_id not in known:
        raise refusals.invalid_options(
            [
                (
                    "rules",
                    Message(
                        "must be %(choices)s, not %(given)s", choices=either(known), given=rules_id
                    ),
                )
            ]
        )
    return rules_id


def beacon_fault() -> Message | None:
    """Return why no deal here can wait for a public beacon, if so."""
    if source.of_site() is not None:
        return None
    return Message("must be false: this site takes no public beacon from anywhere")


def _rules(request: Request) -> AnyRules:
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
        known = sorted({rules.game for rules in registry.all_rules()})
        text = Message("must be one of %(known)s, not %(given)s", known=known, given=request.game)
        raise refusals.invalid_options([("game", text)]) from error
    errors: list[tuple[str, Message]] = []
    options: dict[str, object] = {}
    clock = None
    try:
        options = rules.check_options(request.seats, request.options, request.dataset)
    except OptionsError as error:
        errors += error.errors
    try:
        clock = clocks.parse(request.clock)
    except TimeControlError as error:
        errors.append(("clock", error.message))
    if request.on_timeout is not None and request.on_timeout not in ON_TIMEOUT:
        errors.append(("on_timeout", Message("must be %(choices)s", choices=either(ON_TIMEOUT))))
    if request.bots not in BOTS:
        errors.append(("bots", Message("must be %(choices)s", choices=either(BOTS))))
    if errors:
        raise refusals.invalid_options(errors)
    return request._replace(
        game=rules.game,
        rules=rules.id,
        dataset=request.dataset or rules.datasets[0],
        options=options,
        clock=None if clock is None else clock.as_data(),
    )


def _opened(request: Request, belongs_to: Mapping[str, UUID], deal: Dealt) -> MatchOpened:
    """Return the opening event of a complete request."""
    named = {FOLLOWERS[who]: belongs_to.get(who) for who in ("ladder", "table")}
    deal_of, roll = belongs_to.get("deal"), deal.draw_roll
    return MatchOpened(
        game=request.game,
        rules=cast("str", request.rules),
        dataset=cast("str", request.dataset),
        options=dict(request.options),
        seats=request.seats,
        clock=cast("dict[str, int] | None", request.clock),
        on_timeout=cast("TimeoutPolicy", request.on_timeout or ON_TIMEOUT[0]),
        commitment=deals.commitment(deal.secret, deal.name),
        bots=cast("Bots", request.bots),
        vacations=UNSET if request.vacations else False,
        breaks=UNSET if request.clock is None else _breaks(cast("str", request.rules)),
        scheme="fair/2",
        deal=deal.name,
        bind=deal.bind.hex(),
        gather=request.gather,
        beacon=_beacon() if request.beacon and deal_of is None else UNSET,
        beacon_drawn=UNSET if deal.beacon is None else deal.beacon,
        chance=UNSET if request.chance == "offered" else request.chance,
        shared_deal=UNSET if deal_of is None else str(deal_of),
        draw_roll=UNSET if roll is None else (roll.on, roll.present),
        draw_seats=UNSET if roll is None else list(roll.seats),
        until=UNSET if request.until is None else format_timestamp(request.until),
        **{field: None if follower is None else str(follower) for field, follower in named.items()},
    )


def _beacon() -> beacons.Source | UnsetType:
    """Return where the seals of a match name a beacon of; nothing where the site takes none."""
    taken = source.of_site()
    return UNSET if taken is None else taken.name


def _breaks(rules: str) -> dict[str, int] | UnsetType:
    """Return after which events no clock runs for a while; they stand in the match from now on."""
    return dict(registry.rules(rules).breaks) or UNSET


def _insert(state: MatchState, request: Request, player: Player, opened_at: datetime) -> None:
    Match.objects.create(
        id=state.id,
        opened_at=opened_at,
        visibility=request.visibility,
        start=request.start,
        opened_by_id=player.account,
        withheld=state.withheld,
        **columns(state),
    )
