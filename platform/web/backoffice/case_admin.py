"""Cases in the admin: what was reported, what has been decided, and what is to be."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_admin import CommandAdmin, Line, ReadOnlyAdmin, history, table
from accounts.command_forms import CommandForm
from accounts.models import Account
from eventstore import streams
from moderation import moderators
from moderation.events import GROUNDS, KIND, LASTING, MEASURES, Ground, Measure
from moderation.models import Case
from moderation.services import deciding
from moderation.services.deciding import Decision
from moderation.state import APPEALED, OPEN

MEASURE_WORDS: dict[str, str] = {
    "none": "nothing: no reason to act",
    "warn": "warn",
    "mute": "mute: no talk at tables",
    "rename": "rename",
    "bar": "bar from events",
    "ban": "ban: the account is closed",
}
EFFECTS: dict[str, str] = {
    "none": "{} is not told.",
    "warn": "{} is told, and can appeal.",
    "mute": "{} is told, cannot talk at tables, and can appeal.",
    "rename": "{} is told, has the new name from now on, and can appeal.",
    "bar": "{} is told, leaves events that have not begun, enters none, and can appeal.",
    "ban": (
        "{} is told and can appeal. Tokens and sessions end, running matches are given up and "
        "lost, open ones left; searches, challenges and rungs end, tournaments are dropped out of, "
        "and ladders list them no more."
    ),
}
GROUND_WORDS: dict[str, str] = {
    "cheating": "cheating or collusion",
    "stalling": "stalling or leaving",
    "harassment": "harassment",
    "name": "an offensive name",
    "other": "something else",
}
DAYS_MAX = 3650


class Decide(CommandForm):
    """What is done about somebody."""

    title = "Decide"
    measure = forms.ChoiceField(
        label="What is done",
        choices=[(each, MEASURE_WORDS[each]) for each in MEASURES],
        widget=UnfoldAdminSelectWidget,
    )
    ground = forms.ChoiceField(
        label="Why, as both sides read it in their language",
        choices=[(each, GROUND_WORDS[each]) for each in GROUNDS],
        widget=UnfoldAdminSelectWidget,
    )
    days = forms.IntegerField(
        label="For how many days",
        required=False,
        min_value=1,
        max_value=DAYS_MAX,
        help_text="Of a mute, a bar or a ban. Empty: for good.",
        widget=UnfoldAdminIntegerFieldWidget,
    )
    new_name = forms.CharField(
        label="New name",
        required=False,
        max_length=30,
        help_text="Of who is renamed.",
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "It is kept with your name, and only the staff reads it."

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
        words = EFFECTS[decision.measure].format(target.about)
        if decision.measure in LASTING:
            words += f" It ends on {until:%Y-%m-%d %H:%M} UTC." if until else " It does not end."
        return CommandOutcome(words)


class DecideAppeal(CommandForm):
    """Somebody else looks again."""

    title = "Decide the appeal"
    outcome = forms.ChoiceField(
        label="The decision",
        choices=[("upheld", "stands"), ("lifted", "is lifted")],
        widget=UnfoldAdminSelectWidget,
    )

    def run(self, target: Case, order: AdminCommand) -> CommandOutcome:
        """Decide it, or say what that would do."""
        upheld = self.cleaned_data["outcome"] == "upheld"
        deciding.decide_appeal(case_id=target.pk, order=order, upheld=upheld)
        if upheld:
            return CommandOutcome(f"{target.about} is told; there is no further appeal.")
        words = "What the decision forbade ends at once; matches that were lost stay lost."
        return CommandOutcome(f"{target.about} is told. {words}")


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin, CommandAdmin):
    """Cases, those to be decided first; nobody sees one about themselves."""

    list_display = ("about", "status", "measure", "ground", "until", "opened_at", "updated_at")
    list_filter = ("status", "measure", "ground")
    list_select_related = ("about",)
    search_fields = ("about__username",)
    ordering = ("-id",)
    commands: ClassVar = {"decide": Decide, "appeal": DecideAppeal}
    fields = readonly_fields = (
        *("command_links", "about", "status", "reported", "appeal_words"),
        *("measure", "ground", "until", "in_force", "earlier", "what_happened"),
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
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a case, and note who has opened it."""
        case = self.get_object(request, object_id)
        if case is not None and self.may_command(request) and self.may_touch(request, case):
            deciding.see(case_id=case.pk, by=cast("Account", request.user).pk)
        shown: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return shown

    @admin.display(description="what was reported")
    def reported(self, case: Case) -> str:
        """Return the reports with what was kept of the moment."""
        rows = [
            (
                f"{each.made_at:%Y-%m-%d %H:%M}",
                each.reporter,
                GROUND_WORDS[each.ground],
                _match_link(each.match),
                each.phrase and f"“{each.phrase}” at {each.said_at:%H:%M:%S}",
                each.words,
            )
            for each in case.reports.select_related("reporter").order_by("id")
        ]
        return table(("time (UTC)", "by", "why", "match", "said", "in their words"), rows)

    @admin.display(description="earlier cases")
    def earlier(self, case: Case) -> str:
        """Return what has been decided about the same person before."""
        rows = [
            (f"{each.opened_at:%Y-%m-%d}", each.measure or each.status, each.ground, each.appeal)
            for each in Case.objects.filter(about=case.about, id__lt=case.pk).order_by("-id")
        ]
        return table(("opened", "decided", "why", "appeal"), rows) if rows else "none"

    @admin.display(description="what happened")
    def what_happened(self, case: Case) -> str:
        """Return the case's events."""
        return history(
            [
                Line(each.version, each.at, each.actor, each.type, json.loads(each.body))
                for each in streams.load(KIND, case.pk)
            ]
        )


def _match_link(match: object) -> str:
    if match is None:
        return ""
    return format_html("<a href='{}'>{}</a>", reverse("web:replay", args=[match]), str(match)[:8])
