"""Sit down at a match, put bots on its seats, get up again, and start it."""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from msgspec import UNSET, structs

from accounts.models import Account
from bots import registry as bots
from games.messages import Message
from matches import match_lists, refusals, rolls, seating_refusals, selectors, sharing
from matches.actors import Player
from matches.aggregate import UnitOfWork
from matches.command_handler import CommandResult
from matches.events import SeatLeft, SeatTaken
from matches.house import house
from matches.models import Match, Seat
from matches.services import company, gathering, guests, programs, settled
from matches.services.answers import handle_for_player
from matches.services.moving import now
from matches.state import MatchState, Status

CLIENT_SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a client seed may be (fair/1, step 2)."""
CLIENT_SEED_BYTES = 12
"""Give 16 characters of base 64."""


def take_seat(  # noqa: PLR0913 - the parts of a request
    *,
    match_id: UUID,
    player: Player,
    key: str,
    fingerprint: bytes,
    client_seed: str | None = None,
    shares: bool = False,
    seat: int | None = None,
    lot: str | None = None,
    is_invited: bool = False,
    is_assigned: bool = False,
) -> CommandResult:
    """Sit a player down, on the seat asked for or the first free one.

    Whoever comes with a lot asks for no seat: it is drawn by that. The
    match starts when that was the last free seat and it starts by itself. Who is assigned a seat
    by the installation has chosen no company, so nobody's block is asked.
    Raises Problem: over or started, full, seat taken, already seated, a client seed out of form,
    a guest whom nobody has invited, somebody there from whom a block keeps the player.
    """
    if client_seed is not None and not CLIENT_SEED.fullmatch(client_seed):
        raise refusals.invalid(
            "client_seed", Message("must be 1 to 64 characters out of A-Z a-z 0-9 _ -")
        )

    def decide(state: MatchState, work: UnitOfWork) -> None:
        # Nobody has the id of a shared deal's match as an invitation.
        is_invitation = is_assigned or "deal" not in state.belongs_to
        selectors.require_visible(state, player.account, joining=is_invitation)
        chosen = _free_seat(state, seat, _order(state, seat, lot))
        if state.seat_of(player.account) is not None:
            raise seating_refusals.seat_taken(Message("You already have a seat at this match."))
        if "ladder" in state.belongs_to and player.account in state.got_up:
            raise seating_refusals.got_up()
        is_program = programs.is_program(player.account)
        programs.require_admissible(state, is_bot=is_program)
        guests.require_admissible(state, player.account, is_invited=is_invited)
        if not is_assigned:
            if "table" in state.belongs_to:
                raise seating_refusals.no_seat_for_you()
            company.require_admissible(state, player.account)
        gathering.require_unsealed(state)
        adds = _adds(state, player, says_so=shares, is_assigned=is_assigned)
        # Whatever was added here would make another deal of it than that of the other tables.
        may_add = "deal" not in state.belongs_to
        seated = SeatTaken(
            seat=chosen,
            player=player.username,
            bot=None,
            client_seed=client_seed if may_add else None,
            program=True if is_program else UNSET,
            shares=True if adds else UNSET,
        )
        work.add(_with_seed(state, seated))
        work.also.append(lambda: _insert(match_id, work, chosen, player.account))
        work.also.append(lambda: programs.recheck_admissible(player.account, is_program=is_program))
        _start_when_full(work)

    return handle_for_player(match_id, player, key, fingerprint, decide)


def seat_bot(  # noqa: PLR0913 - the parts of a request
    *,
    match_id: UUID,
    player: Player,
    bot: str,
    key: str,
    fingerprint: bytes,
    seat: int | None = None,
    lot: str | None = None,
) -> CommandResult:
    """Put a built-in bot on a seat, for the account that opened the match.

    By the opener's lot it gets the seat that the opener would draw last, so that the opener's own
    does not depend on who sits down first.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        _require_opener(state.id, player)
        game = state.rules.game
        if bot not in [each.id for each in bots.bots_for(game)]:
            offered = " or ".join([each.id for each in bots.bots_offered(game)])
            message = Message("must be %(bots)s, not %(bot)s", bots=offered, bot=bot)
            raise refusals.invalid("bot", message)
        programs.require_admissible(state, is_bot=True)
        if not player.is_installation and state.deal is not None and state.deal.is_required:
            raise refusals.shares_needed(Message("A bot adds nothing to the chance."))
        order = _order(state, seat, lot)
        chosen = _free_seat(state, seat, order if lot is None else order[::-1])
        gathering.require_unsealed(state)
        seated = SeatTaken(seat=chosen, player=bot, bot=bot, client_seed=None)
        work.add(_with_seed(state, seated))
        work.also.append(lambda: _insert(match_id, work, chosen, None))
        _start_when_full(work)

    return handle_for_player(match_id, player, key, fingerprint, decide)


def assign_seat(
    *, match_id: UUID, seat: int, key: str, bot: str | None, account: UUID | None
) -> None:
    """Put a built-in bot, or else an account that need not be there, on a seat chosen for it.

    At a match that the installation has opened.
    """
    if bot is not None:
        seat_bot(match_id=match_id, player=house(), bot=bot, key=key, fingerprint=b"", seat=seat)
        return
    assert account is not None  # noqa: S101 - Who plays a match is a bot or has an account.
    player = Player(account, Account.objects.values_list("username", flat=True).get(pk=account))
    take_seat(
        match_id=match_id,
        player=player,
        key=key,
        fingerprint=b"",
        seat=seat,
        shares=sharing.is_there(account),
        is_assigned=True,
    )


def give_seat_back(
    *, match_id: UUID, player: Player, key: str, fingerprint: bytes
) -> CommandResult:
    """Let a player get up before the start, from a match that nobody waits for.

    Raises Problem: no seat, started or sealed, settled (`matches.services.settled`).
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        seat = state.seat_of(player.account)
        if seat is None:
            raise selectors.no_seat(state, player.account)
        _require_open(state)
        gathering.require_unsealed(state)
        settled.require_unsettled(state)
        work.add(SeatLeft(seat))
        work.also.append(Seat.objects.filter(match=match_id, seat=seat).delete)
        work.also.append(lambda: gathering.forget(match_id, [seat]))

    return handle_for_player(match_id, player, key, fingerprint, decide)


def start(*, match_id: UUID, player: Player, key: str, fingerprint: bytes) -> CommandResult:
    """Start a match whose seats are all taken, for the account that opened it."""

    def decide(state: MatchState, work: UnitOfWork) -> None:
        _require_opener(state.id, player)
        _require_open(state)
        if len(state.seat_states) < state.seats:
            raise seating_refusals.seats_open(len(state.seat_states), state.seats)
        gathering.require_unsealed(state)
        gathering.require_awaited(work)
        gathering.deal_or_seal(work, now())

    return handle_for_player(match_id, player, key, fingerprint, decide)


def _adds(state: MatchState, player: Player, *, says_so: bool, is_assigned: bool) -> bool:
    """Return whether somebody who sits down takes part in the chance of the deal.

    Where it is required everybody has to, also who was seated and may yet come; raises Problem.
    """
    deal = state.deal
    if deal is None or deal.comes_with_draw or "deal" in state.belongs_to:
        return False
    if deal.is_required:
        if not is_assigned:
            sharing.require(player.account, says_so=says_so)
        return True
    return says_so and rolls.kept_off_until(player.account, now()) is None


def _require_open(state: MatchState) -> None:
    if state.over:
        raise refusals.match_over()
    if state.status is not Status.OPEN:
        raise refusals.match_started()


def _require_opener(match_id: UUID, player: Player) -> None:
    if Match.objects.filter(id=match_id, opened_by=player.account).exists():
        return
    if match_lists.visible(player.account).filter(id=match_id).exists():
        raise refusals.opener_only()
    raise refusals.not_found()


def _order(state: MatchState, wanted: int | None, lot: str | None) -> list[int]:
    """Return the seats of a match in the order in which someone takes them, unless they choose.

    With a lot the order is that of the SHA-256 of the lot and the seat's number, so that anyone can
    check it. Raises Problem for whoever has a lot and wants to choose.
    """
    seats = list(range(state.seats))
    if lot is None:
        return seats
    if wanted is not None:
        raise seating_refusals.seat_by_lot()
    return sorted(seats, key=lambda seat: sha256(f"{lot} {seat}".encode()).digest())


def _free_seat(state: MatchState, wanted: int | None, order: Sequence[int]) -> int:
    """Return the seat to sit on, the first that is free in the order; raises Problem for none."""
    _require_open(state)
    free = [seat for seat in order if seat not in state.seat_states]
    if not free:
        raise seating_refusals.match_full(state.seats)
    if wanted is None:
        return free[0]
    if not 0 <= wanted < state.seats:
        text = Message(
            "must be from %(first_seat)s to %(last_seat)s, not %(seat)s",
            first_seat=0,
            last_seat=state.seats - 1,
            seat=wanted,
        )
        raise refusals.invalid("seat", text)
    if wanted not in free:
        text = Message(
            "Seat %(seat)s is taken; free: %(free_seats)s.",
            seat=wanted,
            free_seats=sorted(free),
        )
        raise seating_refusals.seat_taken(text)
    return wanted


def _with_seed(state: MatchState, seated: SeatTaken) -> SeatTaken:
    """Return a seat's event with a client seed: at matches from before fair/2 everybody has one."""
    if state.deal is not None or seated.client_seed is not None:
        return seated
    return structs.replace(seated, client_seed=secrets.token_urlsafe(CLIENT_SEED_BYTES))


def _insert(match_id: UUID, work: UnitOfWork, seat: int, account: UUID | None) -> None:
    seat_state = work.state.seat_states[seat]
    Seat.objects.create(
        match_id=match_id,
        seat=seat,
        player=seat_state.player,
        account_id=account,
        bot=seat_state.bot or "",
        client_seed=seat_state.client_seed,
        shares=seat_state.shares,
    )


def _start_when_full(work: UnitOfWork) -> None:
    state = work.state
    if len(state.seat_states) < state.seats:
        return
    if Match.objects.values_list("start", flat=True).get(id=state.id) == Match.Start.FULL:
        gathering.begin(work, now())
