"""What a reader may do on a ladder now: search, join, challenge; and why not, in words."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Account
from api import addresses
from api.problems import Problem
from ratings import players
from ratings.ladder import rungs
from ratings.ladder.settings import Settings, parsed
from ratings.models import ChallengeRow, Ladder, Seek, Standing
from ratings.services import sightings
from web import requests
from web.messages import localise
from web.ratings import people, words

SEATS_USUAL = 3


class SearchForm(forms.Form):
    """A rated match that somebody wants: how many at the table."""

    def __init__(self, settings: Settings, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="search_%s")
        numbers = range(settings.players.min, settings.players.max + 1)
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("Players"),
            choices=[(number, str(number)) for number in numbers],
            coerce=int,
            initial=usual_seats(settings),
            widget=forms.RadioSelect,
        )


def usual_seats(settings: Settings) -> int:
    """Return how many players a search asks for unless it says otherwise."""
    return min(max(SEATS_USUAL, settings.players.min), settings.players.max)


def refusal(ladder: Ladder, me: Account) -> str:
    """Return why somebody cannot play on a ladder now, in words; empty for no reason."""
    key = players.of_account(me.pk, me.username).key
    problem = players.closed_refusal(ladder) or players.entry_refusal(ladder, key)
    return "" if problem is None else refused(problem)


def refused(problem: Problem) -> str:
    """Return a refusal of a service in words."""
    for code in (str(problem.params.get("reason", "")), problem.code):
        if code in words.REFUSALS:
            return str(words.REFUSALS[code])
    return localise(problem.detail)


class ShownChallenge(NamedTuple):
    """A challenge as pages show it to somebody."""

    row: ChallengeRow
    ladder: Ladder
    challenger: people.Person
    opponents: Sequence[tuple[people.Person, bool]]
    """Each with whether they have accepted."""
    from_me: bool
    may_answer: bool
    may_withdraw: bool


def seen(request: HttpRequest, ladder: Ladder) -> None:
    """Note from where the reader plays on a ladder."""
    account, site = requests.member(request).pk, addresses.site(request)
    sightings.note(ladder_id=ladder.id, account_id=account, site=site)


def panel(ladder: Ladder, me: Account | None, mine: Standing | None) -> dict[str, object]:
    """Return what the page of a ladder offers its reader."""
    context: dict[str, object] = {"mine": mine}
    if me is None:
        return context
    context["refusal"] = refusal(ladder, me)
    if ladder.kind == "challenge":
        return {**context, **_challenging(ladder, me, mine)}
    context["form"] = SearchForm(parsed(ladder.settings))
    context["seek"] = Seek.objects.filter(ladder=ladder, account=me).first()
    return context


def _challenging(ladder: Ladder, me: Account, mine: Standing | None) -> dict[str, object]:
    position = None if mine is None else mine.position
    limits = parsed(ladder.settings).challenges
    reach = None
    if position is not None:
        reach = rungs.reach(position, percent=limits.reach_percent, places=limits.reach_places)
    return {"position": position, "reach": reach, "challenges": open_challenges(me.pk, ladder)}


def open_challenges(account: UUID, ladder: Ladder | None = None) -> list[ShownChallenge]:
    """Return the challenges of an account that are not answered by all: those to it first."""
    key = players.of_account(account, "").key
    rows = ChallengeRow.objects.filter(status="open")
    if ladder is None:
        # A player's ladders are few; through them the index of open challenges finds the rows.
        standings = Standing.objects.filter(player=key, position__isnull=False)
        rows = rows.filter(ladder__in=standings.values("ladder"))
    else:
        rows = rows.filter(ladder=ladder)
    mine = rows.filter(challenger=key) | rows.filter(opponents__contains=[key])
    found = [challenge(row, key) for row in mine.select_related("ladder").order_by("answer_by")]
    return sorted(found, key=lambda each: not each.may_answer)


def challenge(row: ChallengeRow, me: str | None) -> ShownChallenge:
    """Return a challenge as pages show it to a player by key; None for somebody else."""
    who = people.people([row.challenger, *row.opponents])
    is_open = row.status == "open"
    return ShownChallenge(
        row=row,
        ladder=row.ladder,
        challenger=who[row.challenger],
        opponents=[(who[key], key in row.accepted) for key in row.opponents],
        from_me=row.challenger == me,
        may_answer=is_open and me in row.opponents and me not in row.accepted,
        may_withdraw=is_open and row.challenger == me,
    )
