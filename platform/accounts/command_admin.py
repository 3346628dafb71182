"""The admin's desk: rows are looked at, and commands with a reason and a preview change things.

A section names its commands; each is a form with a title and calls one service::

    class Close(CommandForm):
        title = "Close"

        def run(self, target: Door, order: Order) -> Told:
            ...

    class DoorAdmin(Desk, ModelAdmin):
        commands = {"close": Close}
        fields = ("command_links", ...)
        readonly_fields = ("command_links", ...)
"""

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts import confirming, rights
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.admin_pages import NamedRows
from accounts.command_forms import CommandForm
from accounts.models import Account
from api.problems import Problem

TEMPLATE = "admin/command.html"


class ReadOnlyAdmin:
    """No adding, changing or deleting: rows follow from events."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False


class CommandAdmin(NamedRows, ModelAdmin):
    """A section with commands on each row."""

    commands: ClassVar[Mapping[str, type[CommandForm]]] = {}
    """By the name in the address."""

    def may_command(self, request: HttpRequest) -> bool:
        """Return whether somebody may give the section's commands."""
        right = f"{self.opts.app_label}.change_{self.opts.model_name}"
        return bool(request.user.has_perm(right))

    def may_touch(self, request: HttpRequest, target: Any) -> bool:
        """Return whether somebody who may give commands may give any to this row."""
        return True

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the commands before the usual ones."""
        view = self.admin_site.admin_view(self.command_view)
        pages: list[URLPattern] = super().get_urls()
        return [path("<path:pk>/do/<str:name>/", view, name=self.page_name("do")), *pages]

    def page_name(self, page: str) -> str:
        """Return the name of a page of the section's."""
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def available_commands(self, target: Any) -> Iterable[str]:
        """Return the names of the commands that make sense for a row."""
        return self.commands

    def command_links(self, target: Any) -> str:
        """Return the commands as links."""
        offered = set(self.available_commands(target))
        return links(
            (reverse(f"admin:{self.page_name('do')}", args=[target.pk, name]), called(form))
            for name, form in self.commands.items()
            if name in offered
        )

    command_links.short_description = _("what to do")  # type: ignore[attr-defined] # As Django has it.

    def command_view(self, request: HttpRequest, pk: str, name: str) -> HttpResponse:
        """Ask for what a command needs, show what it would come to, and carry it out."""
        target = self.get_object(request, unquote(pk))
        kind = self.commands.get(name)
        if target is None or kind is None:
            message = "There is no such row, or no such command."
            raise Http404(message)
        if not self.may_command(request) or not self.may_touch(request, target):
            raise PermissionDenied
        if kind.for_superusers and not request.user.is_superuser:
            raise PermissionDenied
        if kind.is_sensitive and not confirming.is_confirmed(request):
            return confirming.ask(request)
        given = {} if kind.is_sensitive else request.GET.dict()
        files = request.FILES or None
        form = kind(request.POST or None, files, initial={**kind.initial_values(target), **given})
        form.prepare(target)
        back = reverse(f"admin:{self.page_name('change')}", args=[target.pk])
        context: dict[str, object] = {
            "title": f"{called(kind)}: {self.name_of(target)}",
            "back": back,
        }
        if request.method == "POST" and form.is_valid():
            is_trial = "apply" not in request.POST
            try:
                outcome = form.run(target, admin_command(request, form, dry_run=is_trial))
            except Problem as problem:
                add_problem(form, problem)
            else:
                if not is_trial:
                    what = f" ({outcome.summary})" if kind.is_sensitive else ""
                    self.log_command(
                        request, target, f"{kind.title}: {form.cleaned_data['reason']}{what}"
                    )
                    done = gettext("%(command)s: done.") % {"command": called(kind)}
                    messages.success(request, f"{done} {outcome.summary}")
                    return HttpResponseRedirect(back)
                context["preview"] = render_outcome(outcome)
        return command_page(self, request, form, context)

    def log_command(self, request: HttpRequest, target: models.Model, text: str) -> None:
        """Write the command into the admin's own log as well."""
        self.log_change(request, target, text)


def called(kind: type[CommandForm]) -> str:
    """Return the title of a command in the reader's language."""
    return gettext(str(kind.title))


def admin_command(request: HttpRequest, form: forms.Form, *, dry_run: bool) -> AdminCommand:
    """Return the order of a member of the staff."""
    user = rights.of_staff(request)
    reason = form.cleaned_data["reason"].strip()
    return AdminCommand(user.pk, user.username, reason, secrets.token_urlsafe(24), dry_run)


def command_page(
    section: ModelAdmin, request: HttpRequest, form: forms.Form, context: Mapping[str, object]
) -> HttpResponse:
    """Return the page of a command."""
    page = {
        **section.admin_site.each_context(request),
        "opts": section.opts,
        "form": form,
        **context,
    }
    return TemplateResponse(request, TEMPLATE, page)


def add_problem(form: forms.Form, problem: Problem) -> None:
    """Show a refusal where its fields are."""
    for error in problem.errors:
        field = error.field.partition(".")[0]
        form.add_error(field if field in form.fields else None, f"{error.field}: {error.message}")
    if not problem.errors:
        form.add_error(None, problem.detail)


def render_outcome(outcome: CommandOutcome) -> str:
    """Return what a command comes to as a paragraph and a table."""
    if not outcome.rows:
        return format_html("<p>{}</p>", outcome.summary)
    return format_html(
        "<p class='mb-3'>{}</p>{}", outcome.summary, table(outcome.heading, outcome.rows)
    )


LINK = (
    "<a class='border border-base-200 dark:border-base-700 font-medium inline-block mb-2 mr-2"
    " px-3 py-1.5 rounded-default' href='{}'>{}</a>"
)


def links(those: Iterable[tuple[str, str]]) -> str:
    """Return links that look like buttons, by address and text."""
    return format_html_join("", LINK, those)


def listing(sentences: Iterable[str]) -> str:
    """Return sentences, one a line."""
    items = format_html_join("", "<li>{}</li>", ((each,) for each in sentences))
    return format_html("<ul class='overview-list'>{}</ul>", items)


def table(heading: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return a table of texts; on a phone each row is a list of what its cells are and say."""
    headings = [*heading]
    head = format_html_join("", "<th scope='col'>{}</th>", ((each,) for each in headings))
    cells = (
        (
            format_html_join(
                "",
                "<td data-label='{}'>{}</td>",
                zip_longest(headings, ("" if cell is None else cell for cell in row), fillvalue=""),
            ),
        )
        for row in rows
    )
    return format_html(
        "<div class='overflow-auto w-full' tabindex='0' role='group' aria-label='{}'>"
        "<table class='desk-table'><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
        gettext("A table"),
        head,
        format_html_join("", "<tr>{}</tr>", cells),
    )


HISTORY = (_("version"), _("time (UTC)"), _("by"), _("event"), _("reason"), _("details"))
DATA_MAX = 300
"""Characters of an event's data that a history shows; the log has all of it."""


IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def in_plain(name: str) -> str:
    """Return a name of the log in plain words: `entry_opened` is `Entry opened`."""
    return gettext(name.replace("_", " ").capitalize())


def details(value: object, names: Mapping[str, str] | None = None) -> str:
    """Return data in words instead of JSON, accounts by their names; what is empty is left out."""
    match value:
        case None | "" | []:
            return ""
        case bool():
            return gettext("yes") if value else gettext("no")
        case Mapping():
            parts = ((name, details(each, names)) for name, each in value.items())
            return "; ".join(f"{name.replace('_', ' ')}: {text}" for name, text in parts if text)
        case list() | tuple():
            return ", ".join(filter(None, (details(each, names) for each in value)))
    text = str(value)
    bare = text.removeprefix("account:")
    return (names or {}).get(f"account:{bare}", text)


class Line(NamedTuple):
    """An event of a history."""

    version: int
    at: datetime
    actor: str
    type: str
    data: Mapping[str, object]


def history_in_words(lines: Iterable[tuple[int, datetime, str, str, str]]) -> str:
    """Return events as a table: their version, when, by whom, what in words, and why."""
    rows = ((number, f"{at:%Y-%m-%d %H:%M:%S}", *rest) for number, at, *rest in lines)
    return table(HISTORY[:-1], rows)


def history(lines: Sequence[Line]) -> str:
    """Return events as a table: when, by whom, what and why."""
    named = (f"account:{key}" for line in lines for key in IDS.findall(json.dumps(line.data)))
    names = names_of([*(line.actor for line in lines), *named])
    rows = []
    for line in lines:
        rest = {name: value for name, value in line.data.items() if name != "reason"}
        by, why = names.get(line.actor, line.actor), line.data.get("reason")
        when = f"{line.at:%Y-%m-%d %H:%M:%S}"
        outcome = details(rest, names)
        short = outcome if len(outcome) <= DATA_MAX else f"{outcome[:DATA_MAX]}…"
        rows.append((line.version, when, by, in_plain(line.type), why, short))
    return table(HISTORY, rows)


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """Return the names of those actors that are accounts, in one query."""
    prefix = "account:"
    keys = {actor.removeprefix(prefix) for actor in actors if actor.startswith(prefix)}
    found = Account.objects.filter(pk__in=keys).values_list("pk", "username")
    return {f"{prefix}{key}": name for key, name in found}
