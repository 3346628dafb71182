"""The form by which entrants are put into teams."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from accounts.models import Account
from tournaments.state import EntrantStatus, TournamentState
from web.tournaments.console.forms import ActForm

NAME_MAX = 60
TIEBREAKS = (
    ("best_ranks", gettext_lazy("Best rank of a player, then of the second, and so on")),
    ("rank_sum", gettext_lazy("Smallest sum of ranks")),
    ("top_boards", gettext_lazy("Points on the first board, then on the second, and so on")),
)


class TeamsForm(ActForm):
    """The team of each entrant by its name; players without one play for none."""

    asked_first: ClassVar[bool] = True

    best = forms.IntegerField(
        label=gettext_lazy("Players of a team who count"),
        help_text=gettext_lazy("The best of them; empty: all."),
        min_value=1,
        max_value=200,
        required=False,
    )
    apart = forms.BooleanField(
        label=gettext_lazy("Teammates meet only where it cannot be helped"),
        required=False,
        initial=True,
    )
    tiebreak = forms.ChoiceField(
        label=gettext_lazy("Teams with equal points"), choices=TIEBREAKS, required=False
    )

    def __init__(self, state: TournamentState, me: Account, *args: Any, **about: Any) -> None:
        super().__init__(state, me, *args, **about)
        now = state.teams
        team = {each: one.name for one in now.teams for each in one.entrants} if now else {}
        gone = EntrantStatus.WITHDRAWN
        self.entrants = sorted(
            (each for each in state.entrants.values() if each.presence is not gone),
            key=lambda each: (not each.seed, each.seed, each.number),
        )
        for each in self.entrants:
            self.fields[f"team_{each.number}"] = forms.CharField(
                label=each.name,
                max_length=NAME_MAX,
                required=False,
                initial=team.get(each.number, ""),
            )
        if now is not None:
            self.initial = {
                "best": now.best,
                "apart": now.apart,
                "tiebreak": next(iter(now.tiebreaks), ""),
                **self.initial,
            }

    def arguments(self) -> dict[str, object]:
        """Return the teams, each with its players in the order of their seeds."""
        found: dict[str, tuple[str, list[int]]] = {}
        for each in self.entrants:
            name = self.cleaned_data[f"team_{each.number}"].strip()
            if name:
                found.setdefault(name.casefold(), (name, []))[1].append(each.number)
        said = self.cleaned_data
        return {
            "teams": list(found.values()),
            "best": said["best"],
            "apart": said["apart"],
            "tiebreaks": [said["tiebreak"]] if said["tiebreak"] else [],
        }
