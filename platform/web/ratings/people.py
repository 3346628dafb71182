"""Who stands on ladders: by the names that they go by now, and by the addresses of their pages."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Account
from ratings import players, refusals
from ratings.models import Ladder, Standing

BADGES: dict[str, Promise] = {"bot": _("bot"), "guest": _("guest")}


class Person(NamedTuple):
    """Somebody on a ladder."""

    key: str
    address: str
    """What the addresses of pages have for the player."""
    name: str
    """Without what tells the kind of player."""
    badge: Promise | str = ""


def people(keys: Iterable[str]) -> dict[str, Person]:
    """Return who players are, by key; an account goes by its name of today."""
    wanted = set(keys)
    ids = [account for account in map(players.account_id, wanted) if account is not None]
    accounts = {f"account:{each.pk}": each for each in Account.objects.filter(pk__in=ids)}
    return {key: _person(key, accounts.get(key)) for key in wanted}


def _person(key: str, account: Account | None) -> Person:
    if account is not None:
        badge = BADGES["bot"] if account.is_bot else ""
        return Person(key, account.username, account.username, badge)
    kind, name = key.split(":", 1)
    return Person(key, key, name, BADGES.get(kind, ""))


def standing_called(ladder: Ladder, address: str) -> Standing:
    """Return the standing at a player's address; raises not_found."""
    account = Account.objects.named(address).first()
    key = address if account is None else players.of_account(account.pk, address).key
    found: Standing | None = ladder.standings.filter(player=ladder.merged.get(key, key)).first()
    if found is None:
        raise refusals.no_such_player()
    return found
