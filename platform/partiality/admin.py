"""Pairs in the admin: figures, how many were compared, and the decisions to be looked at."""

from collections.abc import Sequence
from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts.command_admin import ReadOnlyAdmin, table
from accounts.models import Account
from partiality import selectors
from partiality.models import PairTest

STAGES: dict[int, Promise] = {
    PairTest.Stage.USUAL: _("nothing unusual"),
    PairTest.Stage.NOTED: _("unusual once: looked at again on later matches"),
    PairTest.Stage.UNUSUAL: _("unusually favourable to one of the two or to both, twice"),
}


@admin.register(PairTest)
class PairTestAdmin(ReadOnlyAdmin, ModelAdmin):
    """List pairs, the unusual ones first; who opens one is written down."""

    list_display = ("first", "second", "game", "seats", "finding", "matches", "tested_at")
    list_filter = ("stage", "game")
    list_select_related = ("first", "second")
    search_fields = ("first__username", "second__username")
    ordering: ClassVar = ["-stage", "-tested_at"]
    fields = (
        *("first", "second", "game", "seats", "finding", "comparison", "shown_decisions"),
        *("tests", "matches", "tested_at", "version"),
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[PairTest]:
        """Return all pairs but the reader's own."""
        rows: QuerySet[PairTest] = super().get_queryset(request)
        return rows.exclude(first=request.user.pk).exclude(second=request.user.pk)

    def change_view(
        self, request: HttpRequest, object_id: str, *rest: object, **more: object
    ) -> HttpResponse:
        """Show a pair, and write down who has looked."""
        answer: HttpResponse = super().change_view(request, object_id, *rest, **more)
        row = self.get_object(request, object_id)
        if answer.status_code == 200 and row is not None and isinstance(request.user, Account):
            selectors.note_opening(request.user, row)
        return answer

    @admin.display(description=_("finding"), ordering="stage")
    def finding(self, row: PairTest) -> str:
        """Return what the comparison has come to, in words."""
        return gettext("not enough matches") if row.p is None else str(STAGES[row.stage])

    @admin.display(description=_("compared with others"))
    def comparison(self, row: PairTest) -> str:
        """Return what either gave the other, and how the pair ranks among those of the taker."""
        ranks: Sequence[float | None] = row.p or [None for _ in row.figures]
        both = ((row.first, row.second), (row.second, row.first))
        rows = [
            (
                gettext("%(giver)s to %(taker)s") % {"giver": giver, "taker": taker},
                f"{figure:.1f}",
                str(taker),
                gettext("not enough matches") if rank is None else f"{rank:.2f}",
                str(others),
            )
            for (giver, taker), figure, rank, others in zip(
                both, row.figures, ranks, row.compared_with, strict=True
            )
        ]
        heads = (gettext("direction"), "z", gettext("among the pairs of"), "p", gettext("others"))
        return table(heads, rows)

    @admin.display(description=_("what gave most"))
    def shown_decisions(self, row: PairTest) -> str:
        """Return the decisions that gave most, each with the replay at that moment."""
        rows = [
            (
                format_html(
                    '<a href="{}?at={}&amp;viewer={}">{}</a>',
                    reverse("web:replay", args=[each["match"]]),
                    each["at"],
                    each["seat"],
                    gettext("replay, event %(at)s") % {"at": each["at"]},
                ),
                f"{each['given']:+.2f}",
            )
            for each in row.decisions
        ]
        return table((gettext("decision"), gettext("given")), rows)
