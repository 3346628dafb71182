"""The commands of the staff on an account; nothing that it has done is ever removed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from accounts import services
from accounts.admin_access import Appoint, ChangeRights, Dismiss, Rename, SetEmail, SetPassword
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import REASON_MAX, CommandForm
from accounts.models import Account, Session, Token
from api.problems import Problem
from games.messages import Message


class EndAccess(CommandForm):
    """Whoever holds a token or a session is out."""

    title = "Revoke tokens and end sessions"
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """End them, or say how many there are."""
        if order.dry_run:
            return CommandOutcome(f"{counted(*standing(target))} would end; the password stays.")
        return CommandOutcome(f"{counted(*services.end_access(account_id=target.pk))} have ended.")


class Close(CommandForm):
    """Nobody gets in as this account."""

    title = "Deactivate"
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Close it, or say what that means."""
        if target.pk == order.account:
            raise Problem(
                "invalid", Message("This is your own account; ask another member of the staff.")
            )
        text = "Matches in progress continue without the player; all history is kept."
        if order.dry_run:
            told = f"{target} could not sign in any more; {counted(*standing(target))} would end."
            return CommandOutcome(f"{told} {text}")
        ended = services.deactivate(account_id=target.pk)
        return CommandOutcome(f"{target} is closed; {counted(*ended)} have ended. {text}")


class Reopen(CommandForm):
    """The account lets somebody in again."""

    title = "Reactivate"
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Open it, or say what that means."""
        if not order.dry_run:
            services.reactivate(account_id=target.pk)
        return CommandOutcome(f"{target} can sign in with the old password; it needs new tokens.")


def standing(account: Account) -> tuple[int, int]:
    """Return how many tokens and sessions an account has."""
    tokens = Token.objects.filter(account=account, revoked_at=None).count()
    return tokens, Session.objects.filter(account=account).count()


def counted(tokens: int, sessions: int) -> str:
    """Return tokens and sessions in words."""
    return f"{tokens} tokens and {sessions} sessions"


class Revoke(CommandForm):
    """A token that somebody should not have."""

    title = "Revoke"
    is_sensitive = True

    def run(self, target: Token, order: AdminCommand) -> CommandOutcome:
        """End it, or say what that means."""
        if not order.dry_run:
            services.revoke_token(account_id=target.account_id, token_id=target.pk)
        return CommandOutcome(f"Programs that use {target} of {target.account} lose access.")


class NewAccount(forms.ModelForm):  # type: ignore[type-arg] # Not generic at run time.
    """An account that somebody of the staff makes, without any rights."""

    # Not `password`: Django would write what is typed there into the row.
    first_password = forms.CharField(
        label="Password",
        strip=False,
        max_length=256,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}),
    )
    reason = forms.CharField(
        label="Reason", max_length=REASON_MAX, widget=UnfoldAdminTextInputWidget
    )

    class Meta:
        """What it begins with."""

        model = Account
        fields = ("username",)

    def clean(self) -> dict[str, object]:
        """Refuse what nobody could register."""
        said: dict[str, Any] = self.cleaned_data
        if "username" in said and "first_password" in said:
            try:
                self.instance = services.unsaved_account(
                    username=said["username"], password=said["first_password"]
                )
            except Problem as problem:
                for error in problem.errors:
                    field = "first_password" if error.field == "password" else error.field
                    self.add_error(field, error.message)
        return said


COMMANDS: Mapping[str, type[CommandForm]] = {
    "end": EndAccess,
    "close": Close,
    "reopen": Reopen,
    "password": SetPassword,
    "email": SetEmail,
    "rename": Rename,
    "appoint": Appoint,
    "dismiss": Dismiss,
    "rights": ChangeRights,
}
