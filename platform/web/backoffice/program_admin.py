"""Programs of members in the admin: looked at, and ended.

What `allauth` would show there is taken away: its own sections would let the staff read and write
keys, codes and tokens.
"""

from collections.abc import Iterable

import allauth.account.admin
import allauth.idp.oidc.admin
import allauth.mfa.admin
import allauth.socialaccount.admin  # noqa: F401 - All four register sections as they load.
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as Grant
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from accounts import programs
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_admin import CommandAdmin, ReadOnlyAdmin
from accounts.command_forms import CommandForm

for section in (
    Authenticator,
    Client,
    EmailAddress,
    EmailConfirmation,
    Grant,
    SocialAccount,
    SocialApp,
    SocialToken,
):
    if admin.site.is_registered(section):
        admin.site.unregister(section)


class EndProgram(CommandForm):
    """A program that misuses what people have allowed it."""

    title = gettext_lazy("End the program")
    is_sensitive = True

    def run(self, target: Client, order: AdminCommand) -> CommandOutcome:
        """End it, or say what that means."""
        held = Grant.objects.filter(client=target.pk).values("user").distinct().count()
        if not order.dry_run:
            programs.delete(target)
        return CommandOutcome(
            gettext("%(name)s stops working for everyone: %(people)s people have allowed it.")
            % {"name": target.name, "people": held}
        )


@admin.register(Client)
class ProgramAdmin(ReadOnlyAdmin, CommandAdmin):
    """Programs that members have registered; nobody sees the digest of a secret."""

    list_display = ("name", "owner", "type", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "id", "owner__username")
    ordering = ("-created_at",)
    commands = {"end": EndProgram}  # noqa: RUF012 - As Django has it.
    fields = readonly_fields = (
        "command_links",
        "id",
        "name",
        "owner",
        "type",
        "scopes",
        "redirect_uris",
        "created_at",
    )

    def available_commands(self, target: Client) -> Iterable[str]:  # noqa: ARG002 - Its base's signature.
        """Return what can be done to a program."""
        return ("end",)

    def lookup_allowed(
        self,
        lookup: str,  # noqa: ARG002
        value: object,  # noqa: ARG002
        request: HttpRequest | None = None,  # noqa: ARG002
    ) -> bool:
        """Return False: lists are searched, and not asked about secrets."""
        return False
