"""Reporting somebody, and reading what was decided, on pages."""

from collections.abc import Mapping
from typing import NamedTuple, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import sanctions
from accounts.models import Account
from api import addresses
from api.problems import Problem
from matches import remarks
from matches.models import Match, Remark, Seat
from moderation import notices, selectors
from moderation.events import Ground
from moderation.models import APPEAL_MAX, MOMENTS_MAX, WORDS_MAX, Case
from moderation.services import appealing, reporting
from moderation.services.reporting import Complaint
from tournaments import room
from tournaments.models import Tournament
from web import requests
from web.case_words import APPEALS, GROUNDS, MEASURES, OUTCOMES
from web.matches.talk import words_of
from web.messages import localise

BANNED = "banned"
"""Where a session names the banned account whose password was right."""


class ReportForm(forms.Form):
    """Whom, why, and what they said."""

    who = forms.ChoiceField(label=gettext_lazy("Who are you reporting?"), widget=forms.RadioSelect)
    ground = forms.ChoiceField(
        label=gettext_lazy("Why?"), choices=[("", gettext_lazy("Choose")), *GROUNDS.items()]
    )
    remark = forms.ChoiceField(label=gettext_lazy("What did they say?"), required=False)
    words = forms.CharField(
        label=gettext_lazy("What happened? (optional)"),
        required=False,
        max_length=WORDS_MAX,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, people: list[Account], said: list[Remark], *args: object, initial: dict[str, str]
    ) -> None:
        super().__init__(*args, initial=initial)  # type: ignore[arg-type,misc] # As Django's forms.
        who = cast("forms.ChoiceField", self.fields["who"])
        who.choices = [(str(each.pk), each.username) for each in people]
        if len(people) == 1:
            who.initial = str(people[0].pk)
        remark = cast("forms.ChoiceField", self.fields["remark"])
        quoted = [(str(each.pk), f"{each.account}: {_quoted(each)}") for each in said]
        remark.choices = [("", _("Nothing in particular")), *quoted]
        if not said:
            del self.fields["remark"]


def _quoted(remark: Remark) -> str:
    """Return what somebody has said; of what was removed, only the staff reads the words."""
    return _("(removed meanwhile)") if remark.removed_at else words_of(remark)


class Scene(NamedTuple):
    """Where something is reported, who can be reported from there, and what they said."""

    match: Match | None
    tournament: Tournament | None
    people: list[Account]
    said: list[Remark]


@never_cache
@login_required
def report(request: HttpRequest) -> HttpResponse:
    """Report a player from their page, or from a match at which they sat or spoke."""
    me = requests.member(request)
    scene = _scene(request, me.pk)
    chosen = _chosen(request, scene.said)
    form = ReportForm(scene.people, scene.said, request.POST or None, initial=chosen)
    if request.method == "POST" and form.is_valid():
        try:
            _send(request, me.pk, scene, form.cleaned_data)
        except Problem as problem:
            form.add_error(None, localise(problem.detail))
        else:
            messages.success(request, _("Thank you. The site's staff will look at it."))
            return redirect("web:decisions")
    context = {"form": form, **scene._asdict(), "section": "account"}
    context["moments"] = _moments(request)
    status = 400 if form.errors else 200
    return render(request, "web/accounts/report.html", context, status=status)


def _scene(request: HttpRequest, me: UUID) -> Scene:
    """Return the match or the room, and who can be reported from there, with what they said."""
    asked = request.GET
    try:
        if "match" in asked:
            return _at_match(remarks.match_row(UUID(asked["match"]), me), me, asked)
        if "tournament" in asked:
            return _in_room(UUID(asked["tournament"]), me, asked)
        account = Account.objects.exclude(pk=me).get(pk=UUID(asked.get("account", "")))
    except (ValueError, Account.DoesNotExist, Tournament.DoesNotExist, Problem) as error:
        raise Http404 from error
    return Scene(None, None, [account], [])


def _at_match(match: Match, me: UUID, asked: Mapping[str, str]) -> Scene:
    heard = [each for each in remarks.latest(match, me) if each.account_id != me]
    is_seated = Seat.objects.filter(match=match, account=me).exists()
    audible = remarks.rooms(match, me, is_seated=is_seated)
    said = heard + _named(Remark.objects.filter(match=match, room__in=audible), heard, asked)
    there = Seat.objects.filter(match=match, account__isnull=False)
    ids = {*there.values_list("account", flat=True), *(each.account_id for each in said)}
    found = Account.objects.filter(pk__in=ids - {me}).order_by("username")
    return Scene(match, None, list(found), said)


def _in_room(tournament: UUID, me: UUID, asked: Mapping[str, str]) -> Scene:
    row, state = room.find(Tournament.objects.get(pk=tournament).slug, me)
    heard = [each for each in room.latest(row, state, me) if each.account_id != me]
    rows = room.said(row).filter(room__in=room.rooms(state, me))
    said = heard + _named(rows, heard, asked)
    ids = {each.account_id for each in said} - {me}
    return Scene(None, row, list(Account.objects.filter(pk__in=ids).order_by("username")), said)


def _named(rows: QuerySet[Remark], heard: list[Remark], asked: Mapping[str, str]) -> list[Remark]:
    """Return the remark that a link names, where it was removed meanwhile or is an older one."""
    given = asked.get("remark", "")
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        return []
    found = rows.filter(pk=int(given)).select_related("account")
    return list(found.exclude(pk__in=[each.pk for each in heard]))


def _chosen(request: HttpRequest, said: list[Remark]) -> dict[str, str]:
    """Return what is ticked: whose plate or page one comes from, or a remark and who said it."""
    for each in said:
        if str(each.pk) == request.GET.get("remark"):
            return {"who": str(each.account_id), "remark": str(each.pk)}
    return {"who": request.GET["account"]} if "account" in request.GET else {}


def _send(request: HttpRequest, me: UUID, scene: Scene, said: dict[str, str]) -> None:
    remark = said.get("remark", "")
    complaint = Complaint(
        about=UUID(said["who"]),
        ground=cast("Ground", said["ground"]),
        match=None if scene.match is None else scene.match.pk,
        tournament=None if scene.tournament is None else scene.tournament.pk,
        remark=int(remark) if remark else None,
        words=said["words"],
        moments=_moments(request) if scene.match is not None else [],
    )
    reporting.report(reporter_id=me, site=addresses.site(request), complaint=complaint)


def _moments(request: HttpRequest) -> list[int]:
    """Return the moments of the match that the link points at."""
    given = request.GET.getlist("at")[:MOMENTS_MAX]
    return [int(each) for each in given if each.isascii() and each.isdigit() and len(each) < 10]


def reader(request: HttpRequest) -> Account | None:
    """Return whose decisions a browser may read: of who is signed in.

    Or of a banned account whose password was right a moment ago.
    """
    if found := requests.account(request):
        return found
    banned = request.session.get(BANNED)
    return Account.objects.filter(pk=banned).first() if banned else None


@never_cache
def decisions(request: HttpRequest) -> HttpResponse:
    """Show decisions about oneself, and what became of one's reports."""
    me = reader(request)
    if me is None:
        return redirect("/sign-in?next=/account/decisions")
    found = selectors.decisions(me.pk)
    context = {
        "me": me,
        "is_banned": sanctions.is_banned(me.pk),
        "decisions": [
            (case, MEASURES[case.measure], GROUNDS[case.ground], APPEALS.get(case.appeal, ""))
            for case in found
        ],
        "reports": [
            (each, GROUNDS[each.ground], OUTCOMES[selectors.outcome(each)])
            for each in selectors.reports(me.pk)
        ],
        "appeal_max": APPEAL_MAX,
        "section": "account",
    }
    notices.mark_read(me.pk)
    return render(request, "web/accounts/decisions.html", context)


@require_POST
def appeal(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Appeal against a decision about oneself."""
    me = reader(request)
    if me is None or not Case.objects.filter(pk=case_id, about=me).exists():
        raise Http404
    try:
        appealing.appeal(case_id=case_id, account_id=me.pk, words=request.POST.get("words", ""))
    except Problem as problem:
        first = problem.errors[0].message if problem.errors else problem.detail
        messages.error(request, localise(first))
    else:
        messages.success(request, _("Your appeal has been sent."))
    return redirect("web:decisions")
