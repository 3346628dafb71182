"""What players do in a tournament by forms: enter, withdraw, check in, report a result.

Each goes through the service that the API uses. A form that comes twice finds its act done, and
says so.
"""

import re
from collections.abc import Sequence
from typing import Unpack
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from api import limits
from api.problems import Problem
from games.messages import Message
from tournaments.api.commands import COMMANDS
from tournaments.record import Entrant
from tournaments.scores import places_by
from tournaments.services import guards
from tournaments.services.entry import Newcomer
from tournaments.state import OVER, EntrantStatus, TableState
from tournaments.unit_of_work import Principal
from web import requests
from web.matches import chance
from web.messages import localise
from web.tournaments import labels, rounds
from web.tournaments.page_context import TournamentContext, tournament_context
from web.tournaments.score_fields import drawn_field, match_field, score_field
from web.tournaments.versions import versions
from web.tournaments.views import render_tournament

GONE = frozenset({EntrantStatus.DROPPED, EntrantStatus.ABSENT, EntrantStatus.DISQUALIFIED})


@login_required
def run_action(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what the pressed button says: `enter`, `withdraw`, `check-in`, `rest` and so on."""
    seen = tournament_context(request, slug)
    if request.method != "POST":
        return redirect("web:tournament", seen.row.slug)
    name = request.POST.get("act", "")
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        _perform(seen, name, who(request), shares=chance.says_shares(request))
    except Problem as problem:
        if not _is_done(tournament_context(request, slug), name):
            messages.error(request, labels.refusal(problem))
            return redirect("web:tournament", seen.row.slug)
    said = _outcome(tournament_context(request, slug), name)
    if said:
        messages.success(request, said)
    return redirect("web:tournament", seen.row.slug)


def who(request: HttpRequest) -> Principal:
    """Return the account that acts, as services of tournaments know it."""
    member = requests.member(request)
    return Principal(member.pk, member.username)


def _perform(seen: TournamentContext, name: str, actor: Principal, *, shares: bool) -> None:
    if name == "enter":
        newcomer = Newcomer(actor.name, actor.account, shares=shares)
        COMMANDS["enter"].give(slug=seen.row.slug, who=actor, newcomers=[newcomer])
        return
    own = seen.own
    if name not in ACTIONS:
        raise Problem("invalid", Message("This form has expired. Please try again."))
    if own is None:
        raise Problem("entrant_dropped", Message("You are not taking part in this tournament."))
    COMMANDS[name].give(slug=seen.row.slug, who=actor, entrant=own.number)


ACTIONS = ("withdraw", "drop", "check-in", "rest", "ready")
"""Commands that players give for themselves."""


PAUSES = {"rest": True, "ready": False}
"""Acts after which somebody rests, or does not; the page says so by itself."""


def _is_done(seen: TournamentContext, name: str) -> bool:
    """Return whether a tournament already is as an act wants it."""
    own = seen.own
    if name == "enter":
        return own is not None and own.presence not in GONE
    if name == "check-in":
        return own is not None and own.presence is EntrantStatus.CHECKED_IN
    if name in PAUSES:
        return own is not None and own.resting is PAUSES[name]
    return name in ACTIONS and (own is None or own.presence in GONE)


def _outcome(seen: TournamentContext, name: str) -> str:
    """Return what has come of an act."""
    own = seen.own
    if name == "enter":
        if own is not None and own.presence is EntrantStatus.WAITING:
            return _("You are on the waiting list.")
        return _("You have entered. Good luck!")
    if name == "check-in":
        return _("You are checked in.")
    if name in PAUSES:
        return ""
    return _("You have left the tournament.")


class Result(forms.Form):
    """How a table ended: a place for every seat, and a score where there is one."""

    def __init__(
        self,
        people: Sequence[str],
        data: QueryDict | None,
        initial: dict[str, int],
        **asked: Unpack[rounds.Asked],
    ) -> None:
        super().__init__(data, initial=initial)
        self.people = people
        self.size = len(people)
        self.best_of = best_of = asked["best_of"]
        needs_scores, match = asked["needs_scores"], asked["match"]
        places = [(place, _("Place %(place)s") % {"place": place}) for place in self.seats(1)]
        for seat, name in enumerate(people):
            self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": name},
                choices=[("", "-"), *places],
                coerce=int,
                empty_value=None,
                required=False,
            )
            self.fields[f"score_{seat}"] = score_field(name, best_of=best_of, required=needs_scores)
            if best_of > 1:
                del self.fields[f"place_{seat}"]
        if best_of > 1:
            self.fields["drawn"] = drawn_field(best_of)
        if match is not None:
            self.fields["match"] = match_field(match, widget=forms.HiddenInput)

    def seats(self, first: int = 0) -> range:
        """Return the numbers of the seats."""
        return range(first, self.size + first)

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField | None]]:
        """Return each player with the field of their score, and of their place if it is asked."""
        return [
            (name, self[f"score_{seat}"], None if self.best_of > 1 else self[f"place_{seat}"])
            for seat, name in enumerate(self.people)
        ]

    def drawn_row(self) -> forms.BoundField | None:
        """Return the field of how many matches nobody has won, where it is asked."""
        return self["drawn"] if "drawn" in self.fields else None

    def clean(self) -> dict[str, object]:
        """Ask for all places or all scores; of the others for all or none."""
        scores = [self.cleaned_data.get(f"score_{seat}") for seat in self.seats()]
        if any(each is None for each in scores) and any(each is not None for each in scores):
            raise forms.ValidationError(_("Give every score, or none."))
        places = [self.cleaned_data.get(f"place_{seat}") for seat in self.seats()]
        if None in places and (None in scores or set(places) != {None}):
            raise forms.ValidationError(_("Give every place; or every score, and no place."))
        return self.cleaned_data

    def places(self) -> list[int]:
        """Return the places as they count: equals share one, and the next are passed over.

        Where only scores were given they follow from these.
        """
        said = [self.cleaned_data.get(f"place_{seat}") for seat in self.seats()]
        given = [place for place in said if place is not None]
        if len(given) < len(said):
            return list(places_by(self.scores() or []))
        return [1 + sum(other < place for other in given) for place in given]

    def scores(self) -> list[int] | None:
        """Return the scores; None where there are none."""
        said = [self.cleaned_data[f"score_{seat}"] for seat in self.seats()]
        return None if None in said else said

    def counts_at(self, table: TableState) -> bool:
        """Tell whether what was reported counts at a table: it is done, or this match of it is."""
        number = self.match()
        return table.done or (number is not None and len(table.counted) >= number)

    def match(self) -> int | None:
        """Return which match was reported, where several are added up."""
        found: int | None = self.cleaned_data.get("match")
        return found

    def drawn(self) -> int:
        """Return how many matches of a duel of several nobody has won."""
        return self.cleaned_data.get("drawn") or 0


def table(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponse:
    """Show a table, and take the report of its result from whoever sits there."""
    seen = tournament_context(request, slug)
    found = rounds.find_table(seen, table_id)
    if found is None:
        raise guards.no_such_table()
    _round, at, _number = found
    form = _form(seen, at, request.POST if request.method == "POST" else None)
    if request.method != "POST" or form is None:
        return _table_page(request, seen, table_id, form)
    if not form.is_valid():
        return _table_page(request, seen, table_id, form, status=400)
    return _reported(request, seen, table_id, form)


def _form(seen: TournamentContext, at: TableState, said: QueryDict | None) -> Result | None:
    """Return the form with which the reader may report; None where there is nothing to report."""
    own = seen.own
    sits = own is not None and own.number in at.seats
    is_reported = seen.state.settings["play"] == "reported" and at.choosing is None
    is_open = is_reported and at.is_open
    if not is_open or not (sits or seen.state.has_insight(seen.account)):
        return None
    return result_form(seen, at, said, None if own is None else own.number)


def result_form(
    seen: TournamentContext, at: TableState, said: QueryDict | None, own: Entrant | None
) -> Result:
    """Return the form of a result with what was reported; in a dispute with one's own version.

    Places that follow from the scores are left out, so that they follow from others as well.
    """
    report = at.versions.get(own) if at.is_disputed and own is not None else at.reported
    initial: dict[str, int] = {}
    if report is not None and (own is not None or not at.is_disputed):
        initial = {f"score_{seat}": score for seat, score in enumerate(report.scores or ())}
        if report.scores is None or list(report.places) != list(places_by(report.scores)):
            initial |= {f"place_{seat}": place for seat, place in enumerate(report.places)}
    names = [seen.people[each].name for each in at.seats]
    return Result(names, said, initial, **rounds.asked_of(seen, at))


def _reported(
    request: HttpRequest, seen: TournamentContext, table_id: UUID, form: Result
) -> HttpResponse:
    places = form.places()
    if not request.user.is_authenticated:
        return redirect("web:sign-in")
    try:
        limits.spend_leased("write", f"account:{requests.member(request).pk}")
        COMMANDS["report"].give(
            slug=seen.row.slug,
            who=who(request),
            table_id=table_id,
            places=places,
            scores=form.scores(),
            drawn=form.drawn(),
            match=form.match(),
        )
    except Problem as problem:
        again = tournament_context(request, seen.row.slug)
        if not _stands(again, table_id, places):
            form.add_error(None, labels.refusal(problem))
            return _table_page(request, again, table_id, form, status=problem.status)
    after = rounds.find_table(tournament_context(request, seen.row.slug), table_id)
    if after is not None and form.counts_at(after[1]):
        messages.success(request, _("The result counts."))
    elif after is None or not after[1].is_disputed:
        # The page itself tells of a dispute.
        messages.success(
            request, _("Reported. The result counts once another player at the table confirms it.")
        )
    return redirect("web:tournament-table", seen.row.slug, table_id)


@login_required
def call_judge(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponse:
    """Call a judge to the table at which the reader sits."""
    seen = tournament_context(request, slug)
    if request.method == "POST":
        try:
            limits.spend_leased("write", f"account:{requests.member(request).pk}")
            COMMANDS["call-judge"].give(slug=seen.row.slug, who=who(request), table_id=table_id)
        except Problem as problem:
            messages.error(request, localise(problem.detail))
        else:
            messages.success(request, str(COMMANDS["call-judge"].done))
    return redirect("web:tournament-table", seen.row.slug, table_id)


@login_required
def choose_seat(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponse:
    """Take a seat at a final, as whoever's choice it is."""
    seen = tournament_context(request, slug)
    if request.method == "POST":
        try:
            limits.spend_leased("write", f"account:{requests.member(request).pk}")
            COMMANDS["choose-seat"].give(
                slug=seen.row.slug, who=who(request), table_id=table_id, seat=seat_of(request)
            )
        except Problem as problem:
            messages.error(request, localise(problem.detail))
        else:
            messages.success(request, str(COMMANDS["choose-seat"].done))
    return redirect("web:tournament-table", seen.row.slug, table_id)


@login_required
def agree_draw(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponse:
    """Agree to a draw at the own table, or withdraw."""
    seen = tournament_context(request, slug)
    if request.method == "POST":
        try:
            limits.spend_leased("write", f"account:{requests.member(request).pk}")
            COMMANDS["agree-draw"].give(
                slug=seen.row.slug,
                who=who(request),
                table_id=table_id,
                withdrawn=is_withdrawn(request),
            )
        except Problem as problem:
            messages.error(request, localise(problem.detail))
        else:
            messages.success(request, str(COMMANDS["agree-draw"].done))
    return redirect("web:tournament-table", seen.row.slug, table_id)


def is_withdrawn(request: HttpRequest) -> bool:
    """Tell whether a pressed button says that there is to be no draw."""
    return request.POST.get("draw") != "agree"


def seat_of(request: HttpRequest) -> int:
    """Return the seat that a pressed button names; 0, which there is not, for anything else."""
    said = request.POST.get("seat", "")
    return int(said) if re.fullmatch("[1-6]", said) else 0


def _stands(seen: TournamentContext, table_id: UUID, places: Sequence[int]) -> bool:
    """Return whether a table already has the result that is reported."""
    found = rounds.find_table(seen, table_id)
    return found is not None and list(found[1].places or ()) == places


def _table_page(
    request: HttpRequest,
    seen: TournamentContext,
    table_id: UUID,
    form: Result | None,
    *,
    status: int = 200,
) -> HttpResponse:
    found = rounds.find_table(seen, table_id)
    if found is None:
        raise guards.no_such_table()
    round_, at, number = found
    own = seen.own
    context = {
        "round_number": round_.number,
        "table": rounds.table_of(seen, at, number),
        "form": form,
        "own_report": at.reported is not None and own is not None and at.reported.by == own.number,
        "may_call": (
            own is not None
            and own.number in at.seats
            and round_.status == "live"
            and not at.is_called
            and seen.state.status not in OVER
        ),
        "draw": rounds.agreement(seen, round_, at, None if own is None else own.number),
        "reader": None if own is None else own.number,
        "versions": versions(seen.state, at)
        if at.is_disputed and own is not None and own.number in at.seats
        else [],
        "has_version": own is not None and own.number in at.versions,
        "over_the_board": seen.state.settings["play"] == "reported",
    }
    return render_tournament(request, seen, "table", context, status=status)
