"""Accounts and tokens on the admin's pages; nobody sees a digest there, or asks for its letters."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from django.contrib import admin
from django.contrib.auth.models import Group
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts import confirming, rights, second_step
from accounts.admin_access import rights_text
from accounts.admin_forms import COMMANDS, NewAccount, Revoke
from accounts.command_admin import CommandAdmin, ReadOnlyAdmin
from accounts.models import Account, Session, Token

Fieldsets = Sequence[tuple[object, Mapping[str, object]]]
"""The parts of a form: their title, and what is in them."""

admin.site.unregister(Group)


@admin.register(Account)
class AccountAdmin(CommandAdmin):
    """Accounts: made, looked at, and changed by commands; those of the staff by superusers."""

    list_display = (
        "username",
        "what_it_is",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_bot", "is_guest", "is_organiser", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-id",)
    commands = COMMANDS
    fieldsets = (
        (None, {"fields": ("command_links", "id", "username", "email", "is_guest", "is_active")}),
        (_("Bot"), {"fields": ("is_bot", "bot_contact")}),
        (_("Rights"), {"fields": ("is_organiser", "rights_in_words")}),
        (_("Times"), {"fields": ("date_joined", "last_login")}),
    )
    readonly_fields = ("command_links", "id", "date_joined", "last_login", "rights_in_words")

    @admin.display(description=_("what it is"), ordering="username")
    def what_it_is(self, account: Account) -> str:
        """Return what is special about an account, in words."""
        words = (
            (gettext("bot"), account.is_bot),
            (gettext("guest"), account.is_guest),
            (gettext("organiser"), account.is_organiser),
            (gettext("superuser"), account.is_superuser),
            (gettext("staff"), account.is_staff and not account.is_superuser),
            (gettext("closed"), not account.is_active),
        )
        return ", ".join(word for word, applies in words if applies) or gettext("player")

    @admin.display(description=_("rights in the admin"))
    def rights_in_words(self, account: Account) -> str:
        """Return what somebody of the staff may do."""
        rights_ = account.user_permissions.select_related("content_type")
        return rights_text(account.is_staff, account.is_superuser, rights_)

    def available_commands(self, target: Account) -> Iterable[str]:
        """Return what can be done to an account as it stands."""
        door = ("end", "close") if target.is_active else ("reopen",)
        right = "dismiss" if target.is_organiser else "appoint"
        step = ("second-step",) if second_step.is_on(target.pk) else ()
        return (*door, "password", *step, "email", "rename", right, "rights")

    def may_touch(self, request: HttpRequest, target: Account) -> bool:
        """Return False for accounts of the staff, but for superusers."""
        return rights.may_touch(rights.of_staff(request), target)

    def get_urls(self) -> list[URLPattern]:
        """Return the page that asks for the password before the usual ones."""
        view = self.admin_site.admin_view(partial(confirming.page, section=self))
        return [path("confirm/", view, name=self.page_name("confirm")), *super().get_urls()]

    def get_fieldsets(self, request: HttpRequest, obj: Account | None = None) -> Fieldsets:
        """Return what a new account begins with, or all that there is."""
        if obj is None:
            return ((None, {"fields": ("username", "first_password", "reason")}),)
        fieldsets: Fieldsets = super().get_fieldsets(request, obj)
        return fieldsets

    def get_form(
        self, request: HttpRequest, obj: Account | None = None, **kwargs: object
    ) -> "type[ModelForm[Account]]":
        """Return the form of a new account: there is no other."""
        form: type[ModelForm[Account]] = super().get_form(
            request, obj, **({**kwargs, "form": NewAccount} if not obj else kwargs)
        )
        return form

    def construct_change_message(
        self, request: HttpRequest, form: "ModelForm[Account]", formsets: object, add: bool = False
    ) -> str:
        """Return what the history says of a new account."""
        return gettext("Made: %(reason)s") % {"reason": form.cleaned_data["reason"]}

    def has_change_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        """Return False: commands change accounts, each with a reason."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        """Return False: matches name their players for ever."""
        return False

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Return False for passwords, whose hashes nobody may ask for letter by letter."""
        is_hidden = lookup.startswith("password")
        return not is_hidden and bool(super().lookup_allowed(lookup, value, request))


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin, CommandAdmin):
    """Tokens: to be seen and revoked, never made or changed."""

    list_display = ("prefix", "account", "name", "scopes", "created_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("account__username", "name", "prefix")
    ordering = ("-id",)
    commands = {"revoke": Revoke}  # noqa: RUF012 - As Django has it.
    readonly_fields = fields = (
        "command_links",
        "id",
        "account",
        "name",
        "prefix",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )

    def available_commands(self, target: Token) -> Iterable[str]:
        """Return the end of a token that stands."""
        return () if target.revoked_at else ("revoke",)

    def may_touch(self, request: HttpRequest, target: Token) -> bool:
        """Return False for tokens of the staff, but for superusers."""
        return rights.may_touch(rights.of_staff(request), target.account)

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Return False: lists are searched, and not asked about digests."""
        return False


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin, ModelAdmin):
    """Browsers in which somebody is signed in; nobody sees a key, which would let them in."""

    list_display = ("account", "browser", "created_at", "expire_date")
    list_display_links = None
    list_select_related = ("account",)
    search_fields = ("account__username",)
    ordering = ("-created_at",)
    fields = readonly_fields = ("account", "browser", "created_at", "expire_date")

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        """Return False: a key that is asked for letter by letter would let somebody in."""
        return False
