"""The commands of the staff on how somebody gets in: password, address, name, rights."""

from collections.abc import Iterable
from typing import ClassVar

from django import forms
from django.contrib.auth.models import Permission
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminEmailInputWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from accounts import email_changes, organisers, rights, second_step, services, telling
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm
from accounts.models import Account

LIST = "bg-white border border-base-200 dark:bg-base-900 dark:border-base-700 p-2 rounded-default"


class SetPassword(CommandForm):
    """Somebody gets in again who cannot be mailed."""

    title = _("Set a password")
    is_sensitive = True
    password = forms.CharField(
        label=_("New password"),
        strip=False,
        max_length=256,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}, render_value=True),
    )

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Set it, or say what that means."""
        password = self.cleaned_data["password"]
        services.require_strong_password(password, target)
        if not order.dry_run:
            services.set_password(account_id=target.pk, password=password)
        return CommandOutcome(
            gettext("The old password of %(name)s stops working, and all tokens and sessions end.")
            % {"name": target}
        )


class EndSecondStep(CommandForm):
    """Somebody gets in again who has lost the device and the codes."""

    title = _("Remove the second step")
    is_sensitive = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Take it away, or say what that means."""
        if not order.dry_run:
            second_step.end(target.pk)
            telling.tell(target, "step_ended")
        return CommandOutcome(
            gettext(
                "%(name)s will sign in with the password alone: the app, passkeys and recovery "
                "codes are removed."
            )
            % {"name": target}
        )


class SetEmail(CommandForm):
    """Where somebody is reached who cannot change it."""

    title = _("Change the e-mail address")
    is_sensitive = True
    email = forms.EmailField(
        label=_("New address, or nothing"), required=False, widget=UnfoldAdminEmailInputWidget
    )

    @classmethod
    def initial_values(cls, target: Account) -> dict[str, object]:
        """Begin with the address that there is."""
        return {"email": target.email}

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Change it, or say what that means."""
        if not order.dry_run:
            email_changes.set_address(account_id=target.pk, email=self.cleaned_data["email"])
        return CommandOutcome(
            gettext(
                "Anyone who reads mail there can take over %(name)s. The old address is notified."
            )
            % {"name": target}
        )


class Rename(CommandForm):
    """A name that cannot stay."""

    title = _("Rename")
    is_sensitive = True
    username = forms.CharField(
        label=_("New name"), max_length=30, widget=UnfoldAdminTextInputWidget
    )

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Rename it, or say what that means."""
        before, wanted = target.username, self.cleaned_data["username"]
        services.rename(account_id=target.pk, username=wanted, dry_run=order.dry_run)
        return CommandOutcome(
            gettext("%(before)s becomes %(after)s; logs keep the name that was played under.")
            % {"before": before, "after": wanted}
        )


class Appoint(CommandForm):
    """Who may make tournaments, and see nothing of the admin."""

    title = _("Make an organiser")
    is_organiser: ClassVar[bool] = True

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Give the right or take it away, or say what that means."""
        if not order.dry_run:
            organisers.appoint(account_id=target.pk, is_organiser=self.is_organiser)
        if self.is_organiser:
            text = gettext("%(name)s may create tournaments, and sees nothing of the admin.")
        else:
            text = gettext("%(name)s cannot create new tournaments, and keeps the existing ones.")
        return CommandOutcome(text % {"name": target})


class Dismiss(Appoint):
    """Who is an organiser no more."""

    title = _("Remove the right to organise")
    is_organiser = False


DEEDS = {
    "view": _("look at"),
    "change": _("give commands on"),
    "add": _("make"),
    "delete": _("delete"),
}


def wording(right: Permission) -> str:
    """Return a right in words, such as `Ladders: give commands on`."""
    deed, _, _ = right.codename.partition("_")
    model = right.content_type.model_class()
    section = right.content_type.name if model is None else str(model._meta.verbose_name_plural)  # noqa: SLF001 - As Django has it.
    return f"{section.capitalize()}: {DEEDS.get(deed, right.name)}"


class RightsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg] # Not generic at run time.
    """Rights in words."""

    def label_from_instance(self, obj: Permission) -> str:
        """Return a right in words."""
        return wording(obj)


class ChangeRights(CommandForm):
    """Who belongs to the staff, and what they may do."""

    title = _("Change rights")
    is_sensitive = True
    for_superusers: ClassVar[bool] = True
    is_staff = forms.BooleanField(
        label=_("Staff: may use these pages"), required=False, widget=UnfoldBooleanWidget
    )
    is_superuser = forms.BooleanField(
        label=_("Superuser: may do everything, and change rights"),
        required=False,
        widget=UnfoldBooleanWidget,
    )
    user_permissions = RightsField(
        label=_("Rights"),
        required=False,
        queryset=Permission.objects.select_related("content_type"),
        help_text=_("Hold Ctrl to choose several, or to leave one out."),
        widget=forms.SelectMultiple(attrs={"size": 12, "class": LIST}),
    )

    @classmethod
    def initial_values(cls, target: Account) -> dict[str, object]:
        """Begin with the rights that there are."""
        return {
            "is_staff": target.is_staff,
            "is_superuser": target.is_superuser,
            "user_permissions": target.user_permissions.all(),
        }

    def run(self, target: Account, order: AdminCommand) -> CommandOutcome:
        """Change them, or say what would change."""
        said = self.cleaned_data
        before = rights_text(target.is_staff, target.is_superuser, target.user_permissions.all())
        after = rights_text(said["is_staff"], said["is_superuser"], said["user_permissions"])
        if not order.dry_run:
            rights.change(
                by=order.account,
                account_id=target.pk,
                is_staff=said["is_staff"],
                is_superuser=said["is_superuser"],
                permissions=said["user_permissions"],
            )
        text = gettext("%(name)s: %(before)s becomes %(after)s.")
        return CommandOutcome(text % {"name": target, "before": before, "after": after})


def rights_text(is_staff: bool, is_superuser: bool, permissions: Iterable[Permission]) -> str:
    """Return rights in words."""
    words = [gettext("staff")] if is_staff else []
    words += [gettext("superuser")] if is_superuser else []
    return ", ".join([*words, *sorted(map(wording, permissions))]) or gettext("no rights")
