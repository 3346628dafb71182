"""Cases in the admin: what was reported, what has been decided, and what is to be."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import ClassVar, cast

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.admin_pages import in_words, worded_filter
from accounts.command_admin import CommandAdmin, Line, ReadOnlyAdmin, history, table
from accounts.command_forms import CommandForm
from accounts.models import Account
from eventstore import streams
from moderation import moderators
from moderation.events import GROUNDS, KIND, LASTING, MEASURES, Ground, Measure
from moderation.models import Case, Report
from moderation.services import deciding
from moderation.services.deciding import Decision
from moderation.state import APPEALED, OPEN
from web.matches.talk import WORDS

MEASURE_WORDS = {
    "none": _("nothing: no reason to act"),
    "warn": _("warn"),
    "mute": _("mute: no talk at tables"),
    "rename": _("rename"),
    "bar": _("bar from events"),
    "ban": _("ban: the account is closed"),
}
EFFECTS = {
    "none": _("%(name)s is not told."),
    "warn": _("%(name)s is notified, and can appeal."),
    "mute": _("%(name)s is notified, cannot talk at tables, and can appeal."),
    "rename": _("%(name)s is notified, has the new name from now on, and can appeal."),
    "bar": _(
        "%(name)s is notified, leaves events that have not begun, cannot enter any, and can appeal."
    ),
    "ban": _(
        "%(name)s is notified and can appeal. Tokens and sessions end; matches in progress are "
        "resigned, open ones left; searches, challenges and rungs end; the player drops out of "
        "tournaments and is no longer listed on ladders."
    ),
}
GROUND_WORDS = {
    "cheating": _("cheating or collusion"),
    "stalling": _("stalling or leaving"),
    "harassment": _("harassment"),
    "name": _("an offensive name"),
    "other": _("something else"),
}
STATUS_WORDS = {
    "open": _("to be decided"),
    "decided": _("decided"),
    "appealed": _("appealed: to be decided again"),
    "closed": _("closed"),
}
DAYS_MAX = 3650


class CaseForm(CommandForm):
    """A decision, whose reason is the staff's alone."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        text = gettext("It is kept with your name, and only the staff reads it.")
        self.fields["reason"].help_text = text


class Decide(CaseForm):
    """What is done about somebody."""

    title = _("Decide")
    measure = forms.ChoiceField(
        label=_("What is done"),
        choices=[(each, MEASURE_WORDS[each]) for each in MEASURES],
        widget=UnfoldAdminSelectWidget,
    )
    ground = forms.ChoiceField(
        label=_("Why, as both sides read it in their language"),
        choices=[(each, GROUND_WORDS[each]) for each in GROUNDS],
        widget=UnfoldAdminSelectWidget,
    )
    days = forms.IntegerField(
        label=_("For how many days"),
        required=False,
        min_value=1,
        max_value=DAYS_MAX,
        help_text=_("For a mute, a bar or a ban. Empty: permanent."),
        widget=UnfoldAdminIntegerFieldWidget,
    )
    new_name = forms.CharField(
        label=_("New name"),
        required=False,
        max_length=30,
        help_text=_("For the person to be renamed."),
        widget=UnfoldAdminTextInputWidget,
    )

    @classmethod
    def initial_values(cls, target: Case) -> dict[str, object]:
        """Begin with why the case was reported."""
        first = target.reports.order_by("made_at").first()
        return {"ground": first.ground} if first is not None else {}

    def run(self, target: Case, order: AdminCommand) -> CommandOutcome:
        """Decide, or say what that would do."""
        said = self.cleaned_data
        lasts = said["measure"] in LASTING and said["days"]
        until = timezone.now() + timedelta(days=said["days"]) if lasts else None
        decision = Decision(
            measure=cast("Measure", said["measure"]),
            ground=cast("Ground", said["ground"]),
            until=until,
            new_name=said["new_name"],
        )
        deciding.decide(case_id=target.pk, order=order, decision=decision)
        words = EFFECTS[decision.measure] % {"name": target.about}
        if decision.measure in LASTING:
            ends = gettext("It ends on %(at)s UTC.") if until else gettext("It does not end.")
            words += " " + (ends % {"at": f"{until:%Y-%m-%d %H:%M}"} if until else ends)
        return CommandOutcome(words)


class DecideAppeal(CaseForm):
    """Somebody else looks again."""

    title = _("Decide the appeal")
    outcome = forms.ChoiceField(
        label=_("The decision"),
        choices=[("upheld", _("is upheld")), ("lifted", _("is lifted"))],
        widget=UnfoldAdminSelectWidget,
    )

    def run(self, target: Case, order: AdminCommand) -> CommandOutcome:
        """Decide it, or say what that would do."""
        upheld = self.cleaned_data["outcome"] == "upheld"
        deciding.decide_appeal(case_id=target.pk, order=order, upheld=upheld)
        if upheld:
            text = gettext("%(name)s is notified; there is no further appeal.")
            return CommandOutcome(text % {"name": target.about})
        text = gettext(
            "%(name)s is notified. The restrictions end at once; lost matches stay lost."
        )
        return CommandOutcome(text % {"name": target.about})


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin, CommandAdmin):
    """Cases, those to be decided first; nobody sees one about themselves."""

    list_display = ("about", "status_word", "measure_word", "ground_word", "until", "opened_at")
    list_filter = (
        ("status", worded_filter(STATUS_WORDS)),
        ("measure", worded_filter(MEASURE_WORDS)),
        ("ground", worded_filter(GROUND_WORDS)),
    )
    status_word = in_words("status", _("status"), STATUS_WORDS)
    measure_word = in_words("measure", _("what was done"), MEASURE_WORDS)
    ground_word = in_words("ground", _("why"), GROUND_WORDS)
    list_select_related = ("about",)
    search_fields = ("about__username",)
    ordering = ("-id",)
    commands: ClassVar = {"decide": Decide, "appeal": DecideAppeal}
    fields = readonly_fields = (
        *("command_links", "about", "status_word", "reported", "lines", "appeal_words"),
        *("measure_word", "ground_word", "until", "in_force", "earlier", "what_happened"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Return the cases that the asker may handle."""
        found: QuerySet[Case] = super().get_queryset(request)
        user = cast("Account", request.user)
        found = found.exclude(about=user).exclude(reports__reporter=user)
        if not user.is_superuser:
            found = found.exclude(about__is_staff=True).exclude(about__is_superuser=True)
        return found

    def may_touch(self, request: HttpRequest, target: Case) -> bool:
        """Return False for cases that are somebody else's to handle."""
        return moderators.may_see(cast("Account", request.user), target)

    def available_commands(self, target: Case) -> Iterable[str]:
        """Return what is to be decided."""
        return {OPEN: ("decide",), APPEALED: ("appeal",)}.get(target.status, ())

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        """Show a case, and note who has opened it."""
        case = self.get_object(request, object_id)
        if case is not None and self.may_command(request) and self.may_touch(request, case):
            deciding.see(case_id=case.pk, by=cast("Account", request.user).pk)
        shown: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return shown

    @admin.display(description=_("what was reported"))
    def reported(self, case: Case) -> str:
        """Return the reports with what was kept of the moment."""
        rows = [
            (
                f"{each.made_at:%Y-%m-%d %H:%M}",
                each.reporter,
                GROUND_WORDS[each.ground],
                _match_links(each),
                _said(each),
                each.words,
            )
            for each in case.reports.select_related("reporter").order_by("id")
        ]
        return table(
            (_("time (UTC)"), _("by"), _("why"), _("match"), _("said"), _("in their words")), rows
        )

    @admin.display(description=_("what was said around it"))
    def lines(self, case: Case) -> str:
        """Return the lines that were kept, also of what nobody reads any more."""
        kept = [line for each in case.reports.order_by("id") for line in each.lines]
        names = {
            str(pk): name
            for pk, name in Account.objects.filter(
                pk__in={line["account"] for line in kept}
            ).values_list("pk", "username")
        }
        rows = [
            (
                line["at"][:19].replace("T", " "),
                names.get(line["account"], ""),
                _("spectators") if line["room"] == "spectators" else _("players"),
                line["words"] or WORDS.get(line["phrase"], line["phrase"]),
                _("what was reported") if line["reported"] else "",
            )
            for line in kept
        ]
        heading = (_("time (UTC)"), _("by"), _("room"), _("said"), "")
        return table(heading, rows) if rows else gettext("none")

    @admin.display(description=_("earlier cases"))
    def earlier(self, case: Case) -> str:
        """Return what has been decided about the same person before."""
        rows = [
            (
                f"{each.opened_at:%Y-%m-%d}",
                MEASURE_WORDS.get(each.measure) or STATUS_WORDS.get(each.status) or each.status,
                GROUND_WORDS.get(each.ground, ""),
                each.appeal,
            )
            for each in Case.objects.filter(about=case.about, id__lt=case.pk).order_by("-id")
        ]
        heading = (_("opened"), _("decided"), _("why"), _("appeal"))
        return table(heading, rows) if rows else gettext("none")

    @admin.display(description=_("what happened"))
    def what_happened(self, case: Case) -> str:
        """Return the case's events."""
        return history(
            [
                Line(each.version, each.at, each.actor, each.type, json.loads(each.body))
                for each in streams.load(KIND, case.pk)
            ]
        )


def _said(report: Report) -> str:
    said = report.said or report.phrase
    return f"“{said}” {report.said_at:%H:%M:%S}" if said else ""


def _match_links(report: Report) -> str:
    """Return the replay of the match, or the replay at each moment that the report points at."""
    if report.match is None:
        return ""
    address = reverse("web:replay", args=[report.match])
    short = str(report.match)[:8]
    if not report.moments:
        return format_html("<a href='{}'>{}</a>", address, short)
    each = [(address, at, short, at) for at in report.moments]
    return format_html_join(", ", "<a href='{}?at={}'>{}: {}</a>", each)
