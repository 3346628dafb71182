"""Accounts and tokens on the admin's pages; nobody sees a digest there."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import tokens
from accounts.admin_forms import COMMANDS
from accounts.desk import Desk, LookOnly
from accounts.models import Account, Session, Token

admin.site.unregister(Group)


@admin.register(Account)
class AccountAdmin(UserAdmin, Desk):  # type: ignore[type-arg] # Not generic at run time.
    """Accounts: closing them instead of deleting, passwords, rights."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "is_bot", "is_staff", "is_active", "date_joined")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-id",)
    readonly_fields = ("what_to_do", "id", "is_active", "date_joined", "last_login")
    commands = COMMANDS
    fieldsets = (
        (None, {"fields": ("what_to_do", "id", "username", "password", "email", "is_active")}),
        ("Bot", {"fields": ("is_bot", "bot_contact")}),
        ("Rights", {"fields": ("is_staff", "is_superuser", "user_permissions")}),
        ("Times", {"fields": ("date_joined", "last_login")}),
    )
    filter_horizontal = ("user_permissions",)

    def offered(self, target: Account) -> Iterable[str]:
        """Return what can be done to an account as it stands."""
        return ("end", "close") if target.is_active else ("reopen",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: matches name their players for ever."""
        return False


@admin.register(Token)
class TokenAdmin(ModelAdmin):
    """Tokens: to be seen and revoked, never made or changed."""

    list_display = ("prefix", "account", "name", "scopes", "created_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("account__username", "name", "prefix")
    ordering = ("-id",)
    readonly_fields = fields = (
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
    actions = ("revoke",)

    @admin.action(description="Revoke the chosen tokens", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """End tokens at once."""
        standing = queryset.filter(revoked_at=None)
        for token in standing:
            tokens.forget(bytes(token.digest))
        number = standing.update(revoked_at=Now())
        self.message_user(request, f"{number} revoked.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: a token is shown once, to its owner."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: a revoked token stays, so that it is known that it was."""
        return False


@admin.register(Session)
class SessionAdmin(LookOnly, ModelAdmin):
    """Browsers in which somebody is signed in; nobody sees a key, which would let them in."""

    list_display = ("public_id", "account", "browser", "created_at", "expire_date")
    list_display_links = None
    list_select_related = ("account",)
    search_fields = ("account__username",)
    ordering = ("-created_at",)
    fields = readonly_fields = ("public_id", "account", "browser", "created_at", "expire_date")
