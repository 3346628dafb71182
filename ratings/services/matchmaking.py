"""Find a rated match: wait, be put together with others, or think better of it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from accounts import blocks
from accounts.models import Account
from agenda import sql as agenda
from api.ids import uuid7
from bots import registry as bots
from eventstore.canonical import format_timestamp
from games.messages import Message
from matches import sharing
from ratings import match_groups, players, refusals
from ratings.ladder.settings import parsed
from ratings.models import Call, Ladder, Seek
from ratings.playing_answers import SearchShown

SEARCH = "matchmaking"
"""The agenda's kind for looking who of a ladder's waiting players fit together."""
TABLE = "ladder_table"
"""The agenda's kind for opening the match of a table that has been put together."""
LOOK_AGAIN_S = 2


def start_search(
    *,
    ladder_id: UUID,
    account: Account,
    seats: int,
    per_move: int | None = None,
    shares: bool = False,
) -> tuple[Seek, bool]:
    """Wait for a match; return the search, and whether it is a new one. Raises Problem.

    Who waits already goes on waiting, with the wishes of the last time. The clock is the ladder's:
    who names another one is refused.
    """
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(id=ladder_id)
        rules = parsed(ladder.settings)
        refusal = players.closed_refusal(ladder)
        refusal = refusal or players.entry_refusal(ladder, f"account:{account.pk}")
        if refusal is not None:
            raise refusal
        if ladder.kind == "challenge":
            detail = Message("Matches of this ladder begin with a challenge.")
            raise refusals.not_eligible("challenge_ladder", detail)
        if rules.chance == "required":
            sharing.require(account.pk, says_so=shares)
        if not rules.players.min <= seats <= rules.players.max:
            text = Message(
                "must be from %(least)s to %(most)s, not %(given)s",
                least=rules.players.min,
                most=rules.players.max,
                given=seats,
            )
            raise refusals.invalid("seats", text)
        if per_move not in {None, rules.clock}:
            text = Message(
                "must be %(clock)s, the clock of the ladder, or left out; not %(given)s",
                clock=rules.clock,
                given=per_move,
            )
            raise refusals.invalid("per_move", text)
        wishes = {"seats": seats}
        fresh = {**wishes, "id": uuid7(), "made_at": datetime.now(UTC)}
        found, is_new = Seek.objects.update_or_create(
            ladder=ladder, account=account, defaults=wishes, create_defaults=fresh
        )
        agenda.schedule(kind=SEARCH, subject=ladder_id, version=0)
    return found, is_new


def cancel_search(*, ladder_id: UUID, account: Account) -> None:
    """Stop waiting; raises not_found when nobody waits, as when the match has begun."""
    gone, _ = Seek.objects.filter(ladder=ladder_id, account=account).delete()
    if not gone:
        raise refusals.not_found(Message("You are not searching for a match on this ladder."))


def form_matches(ladder_id: UUID, now: datetime | None = None) -> list[Call]:
    """Put waiting players of a ladder together, and look again soon while anybody waits.

    Runs in the caller's transaction; every table that is found has its match opened by the agenda.
    """
    ladder = Ladder.objects.select_for_update().filter(id=ladder_id).first()
    if ladder is None:
        return []
    now = now or datetime.now(UTC)
    seeks = {f"account:{each.account_id}": each for each in ladder.seeks.all()}
    calls = [] if players.closed_refusal(ladder) else _calls(ladder, seeks, now)
    taken = {key for call in calls for key in call.players}
    ladder.seeks.filter(id__in=[each.id for key, each in seeks.items() if key in taken]).delete()
    if set(seeks) - taken:
        due_at = now + timedelta(seconds=LOOK_AGAIN_S)
        agenda.schedule(kind=SEARCH, subject=ladder_id, due_at=due_at, version=0)
    return calls


def _calls(ladder: Ladder, seeks: dict[str, Seek], now: datetime) -> list[Call]:
    rules = parsed(ladder.settings)
    system = rules.rating_system()
    built_in = [players.of_bot(each.id).key for each in bots.bots_for(ladder.game)]
    rated = ladder.standings.filter(player__in=[*seeks, *built_in])
    ratings = dict(rated.values_list("player", "rating"))
    first = system.initial().rating
    found = match_groups.form_groups(
        [
            match_groups.QueuedPlayer(
                key,
                ratings.get(key, first),
                each.seats,
                (now - each.made_at).total_seconds(),
            )
            for key, each in seeks.items()
        ],
        spread=system.spread,
        bots_after_s=None if rules.entry == "people" else rules.bots_after,
        bots=len(built_in),
        apart=_apart(seeks.values()),
    )
    fillers = {key: ratings.get(key, first) for key in built_in}
    return [_call(ladder, group, fillers, now) for group in found]


def _apart(seeks: Iterable[Seek]) -> set[frozenset[str]]:
    """Return the keys of those who wait and of whom one has blocked the other, as pairs."""
    pairs = blocks.apart_among([each.account_id for each in seeks])
    return {frozenset(f"account:{each}" for each in pair) for pair in pairs}


def _call(
    ladder: Ladder, group: match_groups.Group, fillers: Mapping[str, int], now: datetime
) -> Call:
    keys = [each.key for each in group.players]
    keys += match_groups.nearest_bots(group, fillers)
    call_id = uuid7()
    # Nobody chooses a seat: the order follows from the call's id, and anybody can check it.
    keys.sort(key=lambda key: sha256(f"{call_id} {key}".encode()).digest())
    call = Call.objects.create(id=call_id, ladder=ladder, players=keys, made_at=now)
    agenda.schedule(kind=TABLE, subject=call_id, version=0)
    return call


def searching(account: UUID) -> list[SearchShown]:
    """Return where an account waits for a match."""
    rows = Seek.objects.filter(account=account).select_related("ladder")
    return [serialise_search(row) for row in rows]


def serialise_search(row: Seek) -> SearchShown:
    """Return a search as the API shows it."""
    return SearchShown(
        id=str(row.id),
        ladder=row.ladder.slug,
        seats=row.seats,
        per_move=row.ladder.settings["clock"],
        waiting_since=format_timestamp(row.made_at),
    )
