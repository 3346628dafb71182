"""What the agenda sets off in a match: time that runs out, and the turns of built-in bots."""

from datetime import datetime, timedelta
from time import monotonic
from typing import cast
from uuid import UUID

from agenda import sql as agenda
from api.problems import Problem
from bots import registry as bots
from bots.chance import RandomChance
from games.observation import Observation
from matches import dealer
from matches.actors import SYSTEM, bot_actor
from matches.aggregate import CACHE
from matches.command_handler import handle
from matches.commit import BOT_TURN, CLOCK, CommandContext
from matches.refusals import RULES_RETRY_S
from matches.services.answers import VersionReached, version_alone
from matches.services.expiry import NotDueError, run_out
from matches.services.moving import bot_move, now
from matches.state import Data

BOT_MOVES_MAX = 64
"""Moves that one run makes before it lets other matches have their turn."""

THINKING_S = 2.0
"""Seconds after which it does so in any case: far from its lease's end, whatever the bots."""


def expire_clock(match_id: UUID, version: int, due_at: datetime) -> None:
    """Do what the match's policy says for every seat whose time has run out at version.

    Safe late, twice or never: at a later version the seat has moved in time and nothing happens.
    due_at is when the agenda, by the database's clock, said that the time would be up; it counts
    even where this machine's clock is behind.
    """
    moment = max(now(), due_at)
    try:
        handle(
            match_id,
            CommandContext(SYSTEM, f"{match_id}:clock:{version}", is_of_version=True),
            run_out(moment),
            version_alone,
            expected_version=version,
            not_before=moment,
        )
    except NotDueError as early:
        if early.alarm is not None:
            # Somebody made the row due before its time; it is needed still.
            agenda.schedule(kind=CLOCK, subject=match_id, due_at=early.alarm, version=version)
    except Problem as problem:
        if problem.code == "rules_unknown":
            _leave_alone(CLOCK, match_id, version)
        elif problem.code not in ("version_conflict", "not_found"):
            raise


def _leave_alone(kind: str, match_id: UUID, version: int) -> None:
    """Have a row due again later, without counting as failed: a newer release will run it."""
    later = now() + timedelta(seconds=RULES_RETRY_S)
    agenda.schedule(kind=kind, subject=match_id, due_at=later, version=version)


def play_bots(match_id: UUID, version: int) -> int:
    """Play the turns of built-in bots from version on, until a person has to decide.

    Return how many moves that took.

    Safe late, twice or never: when the match has moved on, whoever moved it has entered what is
    due now.
    """
    try:
        return _play_bots(match_id, version)
    except Problem as problem:
        if problem.code != "rules_unknown":
            raise
        _leave_alone(BOT_TURN, match_id, version)
        return 0


def _play_bots(match_id: UUID, version: int) -> int:
    ends = monotonic() + THINKING_S
    goes_on, made = True, 0
    while goes_on:
        turn = _next_turn(match_id, version)
        if turn is None:
            return made
        seat, move = turn
        # The last move of a run makes the next one due, in the statement that writes the move.
        goes_on = made + 1 < BOT_MOVES_MAX and monotonic() < ends
        command = CommandContext(
            bot_actor(match_id, seat), f"{match_id}:v{version}", runs_bots=goes_on
        )
        try:
            answer = handle(
                match_id, command, bot_move(seat, move), version_alone, expected_version=version
            )
        except Problem as problem:
            if problem.code == "version_conflict":
                return made
            raise
        if answer.replayed:
            return made
        version = cast("VersionReached", answer.body).version
        made += 1
    return made


def _next_turn(match_id: UUID, version: int) -> tuple[int, Data] | None:
    """Return the first bot's seat and its choice at version; None when no bot is to act there."""
    entry = CACHE.entry(match_id)
    with entry.lock:
        state = entry.current()
        seats = state.bots_to_act()
        if state.version != version or not seats:
            return None
        seat = seats[0]
        bot = bots.bot(state.seat_states[seat].bot or "")
        rng = dealer.whim(state, seat)
        seen = Observation(state.rules, state.game, seat, RandomChance(rng))
    # Thinking happens outside the lock, on what the seat knows alone.
    return seat, bot.choose(seen, rng)
