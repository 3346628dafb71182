"""Who plays on ladders, by key: `account:<uuid>`, `bot:<id>` or `guest:<name>`."""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import QuerySet

from accounts import erased, guests
from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from ratings import refusals
from ratings.ladder.settings import parsed
from ratings.models import Ladder, Standing

NamedT = TypeVar("NamedT", bound=Any)
"""A row with a player's key and name."""


class PlayerRef(NamedTuple):
    """A player by key, and by the name that is shown."""

    key: str
    name: str


def of_account(account_id: UUID, name: str) -> PlayerRef:
    """Return the player that an account is."""
    return PlayerRef(f"account:{account_id}", name)


def of_bot(bot: str) -> PlayerRef:
    """Return the player that a built-in bot is; accounts can't have such a name."""
    return PlayerRef(f"bot:{bot}", f"bot:{bot}")


def of_guest(name: str) -> PlayerRef:
    """Return the player that a name without an account is."""
    return PlayerRef(f"guest:{name}", f"guest:{name}")


def account_id(key: str) -> UUID | None:
    """Return the account behind a key, if it is one."""
    kind, _, name = key.partition(":")
    return UUID(name) if kind == "account" else None


def bot_id(key: str) -> str | None:
    """Return the built-in bot behind a key, if it is one."""
    kind, _, name = key.partition(":")
    return name if kind == "bot" else None


def by_name(ladder: Ladder, name: str) -> PlayerRef:
    """Return who has a name, on the ladder or among the accounts; raises not_found."""
    standing = on_ladder(ladder, name)
    if standing is not None:
        return PlayerRef(standing.player, standing.name)
    account = Account.objects.named(name).first()
    if account is None:
        raise refusals.not_found(Message("No player has that name."))
    return of_account(account.pk, account.username)


def on_ladder(ladder: Ladder, name: str) -> Standing | None:
    """Return the standing of whoever has a name, in any case of letters."""
    found: Standing | None = ladder.standings.filter(name__iexact=name).first()
    return found


def require_standing(ladder: Ladder, name: str) -> Standing:
    """Return the standing of whoever has a name; raises not_found."""
    standing = on_ladder(ladder, name)
    if standing is None:
        raise refusals.no_such_player()
    return standing


def closed_refusal(ladder: Ladder) -> Problem | None:
    """Return why no new match may begin on a ladder; None when one may."""
    if ladder.is_paused:
        return refusals.paused(ladder.name)
    return None if parsed(ladder.settings).has_clock() else refusals.without_clock(ladder.name)


def entry_refusal(ladder: Ladder, key: str) -> Problem | None:
    """Return why a player may not play on a ladder; None when they may."""
    account = account_id(key)
    if account is not None and guests.is_guest(account):
        return refusals.guests_not_allowed()
    entry = ladder.settings["entry"]
    is_bot = bot_id(key) is not None or bool(programs([key]))
    if entry == "people" and is_bot:
        return refusals.not_eligible(
            "bots_not_allowed", Message("%(ladder)s is for people.", ladder=ladder.name)
        )
    if entry == "bots" and not is_bot:
        return refusals.not_eligible(
            "people_not_allowed", Message("%(ladder)s is for bots.", ladder=ladder.name)
        )
    return None


def hide_erased(rows: Iterable[NamedT]) -> list[NamedT]:
    """Return rows of players; who was erased goes by the neutral name, not by the one of then."""
    found = list(rows)
    gone = erased.names_of(account_id(row.player) for row in found)
    for row in found:
        account = account_id(row.player)
        if account in gone:
            row.name = gone[account]
    return found


def names(rows: QuerySet[Standing]) -> dict[str, str]:
    """Return the names of players by key, as they may be shown."""
    return {row.player: row.name for row in hide_erased(rows.only("player", "name"))}


def programs(keys: Iterable[str]) -> int:
    """Return how many of some players are accounts of programs."""
    accounts = [account for account in map(account_id, keys) if account is not None]
    return Account.objects.filter(pk__in=accounts, is_bot=True).count()
