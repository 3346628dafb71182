"""The site itself in the admin: what it says of itself, and invitations."""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import invitations
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_admin import CommandAdmin, ReadOnlyAdmin
from accounts.command_forms import CommandForm
from accounts.models import SignUpInvitation
from site_profile import selectors, services
from site_profile.models import SiteProfile
from web.backoffice import site_forms


@admin.register(SiteProfile)
class SiteAdmin(ReadOnlyAdmin, CommandAdmin):
    """The one row, changed by commands with a preview."""

    commands = site_forms.COMMANDS
    readonly_fields = fields = (
        "command_links",
        *("name", "accent_light", "accent_dark", "shown_logo"),
        *("address", "contact", "imprint", "privacy", "terms"),
        *("banner_en", "banner_nl", "banner_fr", "banner_de"),
        *("sign_up", "talk", "restored_on"),
    )

    def changelist_view(self, _request: HttpRequest, _extra: object = None) -> HttpResponse:
        """Lead to the row: there is no list."""
        row = services.row()
        return HttpResponseRedirect(reverse("admin:site_profile_siteprofile_change", args=[row.pk]))

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> SiteProfile | None:
        """Return the row, made where nothing has been said of the site yet."""
        if object_id == str(SiteProfile.ONLY):
            services.row()
        found: SiteProfile | None = super().get_object(request, object_id, from_field)
        return found

    def shown_logo(self, target: SiteProfile) -> str:
        """Return the logo as pages show it."""
        if not target.logo:
            return gettext("the site's own mark")
        address = reverse("web:logo", args=[selectors.mark(bytes(target.logo))])
        return format_html("<img src='{}' alt='' height='48'>", address)

    shown_logo.short_description = _("logo")  # type: ignore[attr-defined] # As Django has it.


class EndInvitation(CommandForm):
    """Nobody signs up by it any more."""

    title = _("End the invitation")

    def run(self, target: SignUpInvitation, order: AdminCommand) -> CommandOutcome:
        """End it, or say what that means."""
        if not order.dry_run:
            invitations.end(invitation_id=target.pk)
        return CommandOutcome(
            gettext("Nobody can sign up with it any more; existing accounts stay.")
        )


@admin.register(SignUpInvitation)
class InvitationAdmin(ReadOnlyAdmin, CommandAdmin):
    """Invitations; their codes are not known any more."""

    list_display = ("__str__", "uses_left", "expires_at", "made_at")
    ordering = ("-id",)
    commands: ClassVar = {"end": EndInvitation}
    readonly_fields = fields = ("command_links", "note", "uses_left", "expires_at", "made_at")

    def lookup_allowed(self, lookup: str, value: object, request: object = None) -> bool:  # noqa: ARG002
        """Return False: lists are searched, and not asked about digests."""
        return False
