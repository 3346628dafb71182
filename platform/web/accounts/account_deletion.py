"""Erasing an account: its tables first, then the person."""

from accounts import services
from accounts.models import Account
from analyses import services as analyses
from deals import sightings as deal_sightings
from matches import departing, sharing
from matches.services import personal_invitations, talking
from moderation.services import erasing
from notifications import erasing as notifications
from puzzles import services as puzzles
from ratings.services import sightings as ladder_sightings
from studies import services as studies
from tournaments import rolls
from web.accounts import data_file_steps


def delete_account(account: Account) -> str:
    """Take an account off all its tables and erase it; return the name that stays.

    Running matches are given up and ended ones stay as they are. Broken off in the middle it may
    be asked for again: what has been left is left.
    """
    departing.leave_all(account)
    sharing.erase(account_id=account.pk)
    rolls.erase(account_id=account.pk)
    talking.erase(account_id=account.pk)
    personal_invitations.erase(account_id=account.pk)
    erasing.erase(account_id=account.pk)
    studies.erase(account_id=account.pk)
    analyses.erase(account_id=account.pk)
    puzzles.erase(account_id=account.pk)
    deal_sightings.erase(account_id=account.pk)
    ladder_sightings.erase(account_id=account.pk)
    notifications.erase(account_id=account.pk)
    data_file_steps.forget(account.pk)
    return services.erase(account_id=account.pk)
