"""The account that opens matches for the installation itself."""

from accounts.models import Account
from matches.actors import Player

NAME = "house"


def house() -> Player:
    """Return the account that opens matches for the installation; nobody can log in to it."""
    account, _ = Account.objects.get_or_create(username=NAME)
    return Player(account.pk, account.username, is_installation=True)
