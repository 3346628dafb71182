"""The commands of the staff on an account; nothing that it has done is ever removed."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from accounts import services
from accounts.admin_access import (
    Appoint,
    ChangeRights,
    Dismiss,
    EndSecondStep,
    Rename,
    SetEmail,
    SetPassword,
)
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm
from accounts.models import Account, Session, Token
from api.formats import REASON_MAX
from api.problems import Problem
from games.messages import Message


class EndAccess(CommandForm):
    """Whoever holds a token or a session is out."""

    title = _("Revoke tokens and end sessions")
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """End them, or say how many there are."""
        if order.dry_run:
            text, ended = gettext("To be ended: %(access)s. The password stays."), standing(target)
        else:
            text, ended = gettext("Ended: %(access)s."), services.end_access(account_id=target.pk)
        return CommandOutcome(text % {"access": counted(*ended)})


class Close(CommandForm):
    """Nobody gets in as this account."""

    title = _("Deactivate")
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Close it, or say what that means."""
        if target.pk == order.account:
            raise Problem(
                "invalid", Message("This is your own account; ask another member of the staff.")
            )
        ended = standing(target) if order.dry_run else services.deactivate(account_id=target.pk)
        text = gettext(
            "%(name)s can no longer sign in. This also ends: %(access)s. Matches in progress "
            "continue without the player; all history is kept."
        )
        return CommandOutcome(text % {"name": target, "access": counted(*ended)})


class Reopen(CommandForm):
    """The account lets somebody in again."""

    title = _("Reactivate")
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Open it, or say what that means."""
        if not order.dry_run:
            services.reactivate(account_id=target.pk)
        text = gettext("%(name)s can sign in with the old password; it needs new tokens.")
        return CommandOutcome(text % {"name": target})


def standing(account: Account) -> tuple[int, int]:
    """Return how many tokens and sessions an account has."""
    tokens = Token.objects.filter(account=account, revoked_at=None).count()
    return tokens, Session.objects.filter(account=account).count()


def counted(tokens: int, sessions: int) -> str:
    """Return tokens and sessions in words."""
    of_programs = ngettext("%(count)s token", "%(count)s tokens", tokens) % {"count": tokens}
    of_browsers = ngettext("%(count)s session", "%(count)s sessions", sessions)
    return f"{of_programs}, {of_browsers % {'count': sessions}}"


class Revoke(CommandForm):
    """A token that somebody should not have."""

    title = _("Revoke")
    is_sensitive = True

    def run(self, target: Token, order: AdminCommand) -> CommandOutcome:
        """End it, or say what that means."""
        if not order.dry_run:
            services.revoke_token(account_id=target.account_id, token_id=target.pk)
        text = gettext("Programs that use %(token)s of %(name)s lose access.")
        return CommandOutcome(text % {"token": target, "name": target.account})


class NewAccount(forms.ModelForm):  # type: ignore[type-arg] # Not generic at run time.
    """An account that somebody of the staff makes, without any rights."""

    # Not `password`: Django would write what is typed there into the row.
    first_password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=256,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_MAX, widget=UnfoldAdminTextInputWidget
    )

    class Meta:
        """What it begins with."""

        model = Account
        fields = ("username",)

    def clean(self) -> dict[str, object]:
        """Refuse what nobody could register."""
        said = self.cleaned_data
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
    "second-step": EndSecondStep,
    "email": SetEmail,
    "rename": Rename,
    "appoint": Appoint,
    "dismiss": Dismiss,
    "rights": ChangeRights,
}
