"""The commands of the site's staff on a series; everything else is done on its own pages."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm, fields_of
from api import form_fields
from games.json_types import JsonMapping
from tournaments.api.endpoints import COMMON
from tournaments.models import Series, Tournament
from tournaments.series import selectors
from tournaments.series.endpoints import COMMANDS as ENDPOINTS
from tournaments.series.endpoints import SeriesEndpoint
from tournaments.unit_of_work import Principal


class SeriesCommand(CommandForm):
    """A command of `tournaments.series.endpoints`."""

    command: ClassVar[SeriesEndpoint]

    def body(self) -> JsonMapping:
        """Return the fields of the request."""
        return self.cleaned_data

    def address(self) -> JsonMapping:
        """Return what the address of the command says."""
        return {}

    def run(self, target: Series, order: AdminCommand) -> CommandOutcome:
        """Carry it out, or tell whom it would move."""
        who = Principal(order.account, order.username, of_site=True)
        asked = form_fields.convert(self.command.request, self.body())
        done = self.command.carry_out(
            asked, who, target.slug, dry_run=order.dry_run, **self.address()
        )
        changed = selectors.after_command(done, order.account)
        text = gettext("Version %(version)s. Lines of the standings that change: %(count)s.")
        summary = text % {"version": changed.version, "count": len(changed.moved)}
        if not order.dry_run:
            summary = gettext("version %(version)s") % {"version": changed.version}
        rows = [
            (
                each.name,
                _line(each.rank_before, each.points_before),
                _line(each.rank_after, each.points_after),
            )
            for each in changed.moved
        ]
        return CommandOutcome(summary, (gettext("what"), gettext("before"), gettext("after")), rows)


def _line(rank: int | None, points: str | None) -> str:
    if points is None:
        return gettext("not there")
    if rank is None:
        return points
    return gettext("rank %(rank)s, %(points)s") % {"rank": rank, "points": points}


class EventCommand(SeriesCommand):
    """A command about a tournament of the series."""

    event = forms.ChoiceField(label=_("Tournament"), widget=UnfoldAdminSelectWidget)

    def prepare(self, target: Series) -> None:
        """Offer the tournaments of the series, in its order."""
        ids = target.events.order_by("position").values_list("tournament", flat=True)
        rows = Tournament.objects.in_bulk(list(ids))
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        field.choices = [(rows[each].slug, rows[each].name) for each in ids if each in rows]

    def address(self) -> JsonMapping:
        """Return the tournament."""
        return {"tournament": self.cleaned_data["event"]}


class PersonCommand(SeriesCommand):
    """A command about somebody in the standings."""

    person = forms.ChoiceField(label=_("Player"), widget=UnfoldAdminSelectWidget)

    def prepare(self, target: Series) -> None:
        """Offer who has a line, in the order of the standings."""
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        field.choices = list(_people(target))

    def body(self) -> JsonMapping:
        """Return the fields of the request, with a tournament and number of the person."""
        tournament, _colon, entrant = self.cleaned_data["person"].partition(":")
        return {**self.cleaned_data, "tournament": tournament, "entrant": int(entrant)}


def _people(series: Series) -> Iterator[tuple[str, str]]:
    found = selectors.read(series.slug, None)
    for line in found.standings.lines:
        shown = found.person(line.person)
        points = selectors.points_text(line.milli)
        yield f"{shown.tournament}:{shown.entrant}", f"{shown.name} ({points})"


def form_of(name: str, base: type[SeriesCommand] = SeriesCommand) -> type[CommandForm]:
    """Return the form of a command, with the fields of its request but those of the base."""
    command = ENDPOINTS[name]
    said = {*COMMON, "tournament", "entrant"}
    request: type[msgspec.Struct] = command.request
    title = command.label or _("Appoint or dismiss an organiser")
    about = {"title": title, "command": command, "__doc__": command.help}
    return type("SeriesForm", (base,), {**about, **fields_of(request, said)})


COMMANDS: Mapping[str, type[CommandForm]] = {
    "adjust": form_of("adjust", PersonCommand),
    "remove-event": form_of("remove-event", EventCommand),
    "organiser": form_of("organiser"),
    "close": form_of("close"),
    "reopen": form_of("reopen"),
}
"""What the site's staff does from the admin."""
