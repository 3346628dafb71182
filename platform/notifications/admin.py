"""The log of deliveries for operators: what was sent once, what is late, what never will be."""

from datetime import datetime

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts.command_admin import ReadOnlyAdmin
from notifications.models import Delivery


class Outcomes(admin.SimpleListFilter):
    """Deliveries by what is to become of them."""

    title = _("outcome")
    parameter_name = "fate"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """Return the outcomes."""
        return [
            ("once", gettext("sent, once")),
            ("late", gettext("late: due, and not sent yet")),
            ("held", gettext("waiting for its time")),
            ("never", gettext("never: dropped or given up")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> QuerySet[Delivery]:
        """Return the deliveries with the chosen outcome."""
        waiting = Q(state=Delivery.State.WAITING)
        fates = {
            "once": Q(state=Delivery.State.SENT),
            "late": waiting & Q(due_at__lte=Now()),
            "held": waiting & Q(due_at__gt=Now()),
            "never": Q(state__in=[Delivery.State.DROPPED, Delivery.State.FAILED]),
        }
        return queryset.filter(fates[self.value() or ""]) if self.value() in fates else queryset


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin, ModelAdmin):
    """List deliveries; nothing of what they said is kept."""

    list_display = (
        "what",
        "channel",
        "outcome",
        "happened",
        "due_at",
        "done_at",
        "attempts",
        "why",
    )
    list_filter = (Outcomes, "channel", "notification__kind")
    list_select_related = ("notification",)
    search_fields = ("account__username", "notification__stream")
    ordering = ("-id",)
    fields = (
        *("what", "account", "channel", "outcome", "happened", "due_at", "done_at", "attempts"),
        *("why", "status_code"),
    )
    readonly_fields = fields

    @admin.display(description=_("what"), ordering="notification__kind")
    def what(self, row: Delivery) -> str:
        """Return what it tells of."""
        return row.notification.kind.replace("_", " ").capitalize()

    @admin.display(description=_("happened"), ordering="notification__happened_at")
    def happened(self, row: Delivery) -> datetime:
        """Return when it happened."""
        return row.notification.happened_at

    @admin.display(description=_("outcome"))
    def outcome(self, row: Delivery) -> str:
        """Return whether it was sent, is late, waits for its time, or never will be sent."""
        if row.state == Delivery.State.SENT:
            return gettext("once")
        if row.state != Delivery.State.WAITING:
            return gettext("never")
        return gettext("waiting") if row.attempts == 0 else gettext("late")

    @admin.display(description=_("why"), ordering="reason")
    def why(self, row: Delivery) -> str:
        """Return the code of the reason."""
        return f"{row.reason} {row.status_code or ''}".strip()
