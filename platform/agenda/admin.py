"""The agenda as operators see it: what is due, what failed, and a way to try again."""

import structlog
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from agenda import rows
from agenda.models import DueListing

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


SHORT = 13
"""Characters of an id that a list shows: those of its time."""


class States(admin.SimpleListFilter):
    """Rows by how they fare."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return the states."""
        return [
            ("failing", gettext("failing")),
            ("late", gettext("late")),
            ("running", gettext("running")),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[DueListing]
    ) -> QuerySet[DueListing]:
        """Return the rows in the chosen state."""
        if self.value() == "failing":
            return queryset.filter(attempts__gt=0)
        free = Q(lease_until=None) | Q(lease_until__lte=Now())
        if self.value() == "late":
            return queryset.filter(free, due_at__lte=Now())
        return queryset.filter(lease_until__gt=Now()) if self.value() == "running" else queryset


@admin.register(DueListing)
class DueListingAdmin(ModelAdmin):
    """List the rows; commands alone write and remove them."""

    list_display = ("job", "about", "due_at", "lease_until", "attempts", "last_error")
    list_filter = (States, "kind")
    search_fields = ("subject", "last_error")
    ordering = ("due_at",)
    actions = ("retry_now",)

    @admin.display(description=_("job"), ordering="kind")
    def job(self, row: DueListing) -> str:
        """Return what is to be done, in words."""
        return row.kind.replace("_", " ").capitalize()

    @admin.display(description=_("about"), ordering="subject")
    def about(self, row: DueListing) -> str:
        """Return the beginning of what it is about, by which rows are told apart."""
        return str(row.subject)[:SHORT] if row.subject.int else gettext("the whole site")

    @admin.action(description=_("Retry now"), permissions=["retry"])
    def retry_now(self, request: HttpRequest, queryset: QuerySet[DueListing]) -> None:
        """Make the chosen rows due now, except those being worked on."""
        keys = list(queryset.values_list("kind", "subject"))
        done = rows.retry_now(keys)
        log.info("agenda_retried", by=str(request.user.pk), chosen=len(keys), done=done)
        text = gettext("%(done)s of %(all)s rows are due now; the rest are leased.")
        self.message_user(request, text % {"done": done, "all": len(keys)})

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Allow those who may change rows; the form for changing them is closed to all."""
        return bool(super().has_change_permission(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: DueListing | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: DueListing | None = None) -> bool:
        """Refuse."""
        return False
