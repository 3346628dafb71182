"""The forms of how a series counts, and why that is changed."""

import re
from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.formats import REASON_MAX
from api.problems import FieldError
from tournaments.series.settings import (
    GROUPS_MAX,
    EventGroup,
    PointsTable,
    SeriesPlan,
    ShareBand,
)
from web.messages import localise
from web.series import words

POINTS_MAX = 100_000
BAND = re.compile(r"(\d{1,3})\s*%?\s*[:=]\s*(\d{1,6})")
FIELD = re.compile(r"groups\[(\d+)\]")
STEPS = 5
"""Tie-breaks that the form offers."""


class PlanForm(forms.Form):
    """How a series counts, without its groups."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=4000, required=False, widget=forms.Textarea
    )
    best = forms.IntegerField(
        label=gettext_lazy("Results that count"),
        help_text=gettext_lazy("Each person's best; empty: all."),
        min_value=1,
        max_value=200,
        required=False,
    )
    drop = forms.IntegerField(
        label=gettext_lazy("Results that are dropped"),
        help_text=gettext_lazy("Instead of the number above: so many of all events are dropped."),
        min_value=0,
        max_value=200,
        required=False,
    )
    events_min = forms.IntegerField(
        label=gettext_lazy("Events needed for a rank"), min_value=1, max_value=200, initial=1
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Players with the same place"), choices=list(words.TIES.items())
    )

    def __init__(
        self, data: QueryDict | None = None, initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        for number in range(STEPS):
            self.fields[f"tiebreak_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(n)s") % {"n": number + 1},
                choices=[("", _("none")), *words.TIEBREAKS.items()],
                required=False,
            )


class GroupForm(forms.Form):
    """A group of events and what they bring."""

    id = forms.SlugField(widget=forms.HiddenInput, required=False, max_length=20)
    name = forms.CharField(label=gettext_lazy("Group"), max_length=60, required=False)
    by = forms.ChoiceField(label=gettext_lazy("Points"), choices=list(words.BY.items()))
    places = forms.CharField(
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy("From the first place down, with commas."),
        max_length=1200,
        required=False,
    )
    shares = forms.CharField(
        label=gettext_lazy("Points by share of the field"),
        help_text=gettext_lazy("For example 10%: 30, 25%: 20, 50%: 10."),
        max_length=400,
        required=False,
    )
    attendance = forms.IntegerField(
        label=gettext_lazy("Points for taking part"),
        min_value=0,
        max_value=POINTS_MAX,
        required=False,
    )
    best = forms.IntegerField(
        label=gettext_lazy("Results of the group that count"),
        help_text=gettext_lazy("Empty: all."),
        min_value=1,
        max_value=200,
        required=False,
    )
    field_min = forms.IntegerField(
        label=gettext_lazy("Players needed for an event to count"),
        min_value=1,
        max_value=2000,
        required=False,
    )

    def clean_places(self) -> list[int]:
        """Return the points by place."""
        parts = [each.strip() for each in re.split(r"[,;\s]+", self.cleaned_data["places"])]
        parts = [each for each in parts if each]
        if any(not (each.isascii() and each.isdigit() and len(each) < 7) for each in parts):
            raise forms.ValidationError(_("Write whole numbers with commas, such as 10, 6, 3."))
        return [int(each) for each in parts]

    def clean_shares(self) -> list[ShareBand]:
        """Return the bands."""
        text = self.cleaned_data["shares"].strip()
        parts = [each.strip() for each in re.split(r"[,;\n]+", text) if each.strip()]
        found = [BAND.fullmatch(each) for each in parts]
        bands = [(int(each[1]), int(each[2])) for each in found if each is not None]
        if len(bands) < len(parts) or any(not 1 <= percent <= 100 for percent, _points in bands):
            raise forms.ValidationError(_("Write shares and points, such as 10%: 30, 50%: 10."))
        return [ShareBand(percent=percent, points=points) for percent, points in bands]

    def group(self, number: int) -> EventGroup:
        """Return the group, once everything is valid."""
        said = self.cleaned_data
        points = PointsTable(
            by=said["by"],
            places=said["places"],
            shares=said["shares"],
            attendance=said["attendance"] or 0,
        )
        short = slugify(said["name"])[:17].strip("-")
        return EventGroup(
            id=said["id"] or f"{short or 'group'}-{number}",
            name=said["name"].strip(),
            points=points,
            best=said["best"],
            field_min=said["field_min"] or 1,
        )


class SeriesForm:
    """The whole form: a plan and its groups, one more than there are."""

    def __init__(self, data: QueryDict | None = None, plan: SeriesPlan | None = None) -> None:
        shown = plan or SeriesPlan(name="", groups=[EventGroup(id="events", name=_("Events"))])
        count = min(GROUPS_MAX, len(shown.groups) + (plan is not None))
        if data is not None:
            text = str(data.get("groups", "1"))
            count = min(GROUPS_MAX, int(text) if text.isdigit() and len(text) < 3 else 1)
        groups = [*map(_group_initial, shown.groups), *[{}] * GROUPS_MAX]
        self.form = PlanForm(data, initial=_plan_initial(shown) if plan else None)
        if plan is None:
            self.form.initial = {"tiebreak_0": "wins", "tiebreak_1": "best_results"}
        self.groups = [
            GroupForm(data, prefix=f"g{number}", initial=groups[number]) for number in range(count)
        ]

    def is_valid(self) -> bool:
        """Return whether every field is; a group without a name is not there."""
        return all([self.form.is_valid(), *(each.is_valid() for each in self.groups)])

    def plan(self) -> SeriesPlan:
        """Return the plan, once everything is valid."""
        said = self.form.cleaned_data
        steps = [said[f"tiebreak_{number}"] for number in range(STEPS)]
        return SeriesPlan(
            name=said["name"],
            about=said["about"],
            groups=[
                each.group(number)
                for number, each in enumerate(self.groups, start=1)
                if each.cleaned_data["name"].strip()
            ],
            best=said["best"],
            drop=said["drop"] or 0,
            events_min=said["events_min"],
            ties=said["ties"],
            tiebreaks=[each for each in steps if each],
        )

    def add_faults(self, faults: Iterable[FieldError], detail: str) -> None:
        """Put each fault that the services have found to its field."""
        there = False
        for fault in faults:
            there = True
            found = FIELD.match(fault.field)
            field = fault.field.rpartition(".")[2]
            form: forms.Form = self.groups[int(found[1])] if found else self.form
            form.add_error(field if field in form.fields else None, localise(fault.message))
        if not there:
            self.form.add_error(None, detail)


def _plan_initial(plan: SeriesPlan) -> dict[str, object]:
    steps = {f"tiebreak_{at}": each for at, each in enumerate(plan.tiebreaks[:STEPS])}
    return {
        "name": plan.name,
        "about": plan.about,
        "best": plan.best,
        "drop": plan.drop or None,
        "events_min": plan.events_min,
        "ties": plan.ties,
        **steps,
    }


def _group_initial(group: EventGroup) -> dict[str, object]:
    points = group.points
    return {
        "id": group.id,
        "name": group.name,
        "by": points.by,
        "places": ", ".join(map(str, points.places)),
        "shares": ", ".join(f"{each.percent}%: {each.points}" for each in points.shares),
        "attendance": points.attendance or None,
        "best": group.best,
        "field_min": group.field_min if group.field_min > 1 else None,
    }


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX,
        help_text=gettext_lazy("Appears in the log, where everyone can read it."),
    )
