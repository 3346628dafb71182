"""Who may do what with accounts of the staff: only a superuser, so that rights raise no rights.

Whoever could change the password or the address of somebody with more rights would have them.
"""

from collections.abc import Collection
from uuid import UUID

from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpRequest

from accounts import tokens
from accounts.models import Account, Token
from api.problems import Problem
from api.scopes import STAFF_SCOPES
from games.messages import Message

SUPERUSERS_ONLY = Message("Only a superuser may do this.")


def of_staff(request: HttpRequest) -> Account:
    """Return who asks for a page of the admin, which lets nobody in who is not signed in."""
    assert request.user.is_authenticated  # noqa: S101 - The admin has looked.
    return request.user


def may_touch(actor: Account, target: Account) -> bool:
    """Return whether somebody of the staff may do anything to an account."""
    return actor.is_superuser or not (
        target.is_staff or target.is_superuser or target.user_permissions.exists()
    )


@transaction.atomic
def change(
    *,
    by: UUID,
    account_id: UUID,
    is_staff: bool,
    is_superuser: bool,
    permissions: Collection[Permission],
) -> None:
    """Give an account its rights; raises permission_denied for anybody but a superuser.

    Tokens that act for the staff end where a right is taken away.
    """
    actor = Account.objects.get(pk=by)
    if not (actor.is_superuser and actor.is_active):
        raise Problem("permission_denied", SUPERUSERS_ONLY)
    if by == account_id and not (is_superuser and is_staff):
        raise Problem("invalid", Message("These are your own rights; ask another superuser."))
    account = Account.objects.select_for_update().get(pk=account_id)
    loses = (account.is_staff and not is_staff) or (account.is_superuser and not is_superuser)
    account.is_staff, account.is_superuser = is_staff, is_superuser
    account.save(update_fields=["is_staff", "is_superuser"])
    account.user_permissions.set(permissions)
    if loses:
        _end_tokens_of_staff(account)


def _end_tokens_of_staff(account: Account) -> None:
    standing = Token.objects.filter(
        account=account, revoked_at=None, scopes__overlap=sorted(STAFF_SCOPES)
    )
    for token in standing:
        tokens.forget(bytes(token.digest))
    standing.update(revoked_at=Now())
