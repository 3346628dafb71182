"""Rows that follow from a stream of events: the admin shows its history, and verifies it."""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import command_admin
from accounts.command_admin import CommandAdmin, Line, ReadOnlyAdmin
from eventstore import verification
from eventstore.models import Event

EVENTS_SHOWN = 100


class HistoryLine(NamedTuple):
    """An event of a history in the reader's words."""

    version: int
    at: datetime
    by: str
    words: str
    reason: str


histories: dict[str, Callable[[Any], Iterable[HistoryLine]]] = {}
"""By the kind of a stream who tells its events in words, the latest first: the pages, above."""
sentences: dict[str, Callable[[Any, Any], Mapping[int, str]]] = {}
"""By the kind of a stream who tells some events of a row in sentences, by version."""
settings: dict[str, Callable[[Any], Iterable[str]]] = {}
"""By the kind of a stream who tells a row's settings in sentences."""


class StreamAdmin(ReadOnlyAdmin, CommandAdmin):
    """A section whose rows are projections of streams of one kind."""

    stream_kind: ClassVar[str]
    actions: ClassVar = ["verify"]

    @admin.display(description=_("settings"))
    def shown_settings(self, row: Any) -> str:
        """Return the settings, one a line."""
        if (tell := settings.get(self.stream_kind)) is not None:
            return command_admin.listing(tell(row))
        lines = [
            (command_admin.in_plain(name), command_admin.details(value))
            for name, value in row.settings.items()
        ]
        return command_admin.table((gettext("setting"), gettext("value")), lines)

    @admin.display(description=_("history"))
    def history(self, row: Any) -> str:
        """Return the last events: when, by whom, what and why."""
        if (tell := histories.get(self.stream_kind)) is not None:
            return command_admin.history_in_words(list(tell(row))[:EVENTS_SHOWN])
        events = Event.objects.filter(stream_kind=self.stream_kind, stream_id=row.pk)
        return command_admin.history(
            [
                Line(each.version, each.recorded_at, each.actor, each.type, json.loads(each.body))
                for each in events.order_by("-version")[:EVENTS_SHOWN]
            ]
        )

    @admin.action(description=_("Verify the history"))
    def verify(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        """Fold each stream and say where its rows differ, if anywhere."""
        for row in queryset:
            faults = verification.check(self.stream_kind, row.pk)
            for fault in faults:
                self.message_user(request, str(fault), messages.ERROR)
            if not faults:
                text = gettext("%(what)s is verified.") % {"what": self.name_of(row)}
                self.message_user(request, text, messages.SUCCESS)
