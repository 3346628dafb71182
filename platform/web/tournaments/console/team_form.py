"""The form by which entrants are put into teams."""

from typing import ClassVar, cast

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, gettext_lazy

from tournaments import stage_plan
from tournaments.services import teams
from tournaments.state import EntrantState, EntrantStatus, TournamentState
from web.tournaments.console.forms import ActForm

NAME_MAX = 60
BOARD_MAX = 200
LAST = 10**6
"""Behind all boards."""
TIEBREAKS = (
    ("best_ranks", gettext_lazy("Best rank of a player, then of the second, and so on")),
    ("rank_sum", gettext_lazy("Smallest sum of ranks")),
    ("top_boards", gettext_lazy("Points on the first board, then on the second, and so on")),
)


ON_BOARDS = (
    ("", gettext_lazy("Board points, direct encounter, Buchholz, boards without the last ones")),
    ("olympiad", gettext_lazy("Points of opponents times board points, without the lowest")),
    ("berlin", gettext_lazy("Board points, those of the first boards counting more")),
    ("top_boards", gettext_lazy("Points on the first board, then on the second, and so on")),
)
"""Where teams meet on boards; what is not the usual order stands before it."""


class TeamsForm(ActForm):
    """The team of each entrant by its name; players without one play for none."""

    asked_first: ClassVar[bool] = True

    about = ""
    """What the page says instead of what the command says."""

    best = forms.IntegerField(
        label=gettext_lazy("Players of a team who count"),
        help_text=gettext_lazy("Only the best of them; empty: all."),
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

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        now = state.teams
        team = {each: one.name for one in now.teams for each in one.entrants} if now else {}
        self.on_boards = stage_plan.has_boards(state)
        self.board_of = {
            each: at
            for team_ in stage_plan.members_of(state)
            for at, each in enumerate(team_, start=1)
        }
        gone = EntrantStatus.WITHDRAWN
        self.entrants = sorted(
            (each for each in state.entrants.values() if each.presence is not gone),
            key=lambda each: (not each.seed, each.seed, each.number),
        )
        for each in self.entrants:
            # Before there are teams, clubs are what they will most likely be.
            known = team.get(each.number, "") if now else each.club
            self._add_player(each, known)
        self.names = sorted({*team.values(), *(each.club for each in self.entrants)} - {""})
        if self.on_boards:
            del self.fields["best"], self.fields["apart"]
            choices = cast("forms.ChoiceField", self.fields["tiebreak"])
            choices.choices = ON_BOARDS
            self.about = gettext(
                "Whole teams meet, each board against the same board of the other team. Members "
                "after the last board are reserves. Without a number, players follow by seed."
            )
        if now is not None:
            first = next(iter(now.tiebreaks), "")
            self.initial = {
                "best": now.best,
                "apart": now.apart,
                "tiebreak": "" if self.on_boards and first == teams.ON_BOARDS[0] else first,
                **self.initial,
            }

    def _add_player(self, each: EntrantState, team: str) -> None:
        """Ask for the team of an entrant, and for the board where there are any."""
        self.fields[f"team_{each.number}"] = forms.CharField(
            label=each.name,
            max_length=NAME_MAX,
            required=False,
            initial=team,
            widget=forms.TextInput(attrs={"list": "team-names", "autocomplete": "off"}),
        )
        if self.on_boards:
            self.fields[f"board_{each.number}"] = forms.IntegerField(
                label=gettext("Board of %(name)s") % {"name": each.name},
                min_value=1,
                max_value=BOARD_MAX,
                required=False,
                initial=self.board_of.get(each.number),
            )

    @property
    def players(self) -> list[tuple[str, BoundField, BoundField | None]]:
        """The name of each, with the fields of team and board: teams together, then the others."""
        order = list(self.board_of)
        rows = sorted(
            self.entrants,
            key=lambda each: order.index(each.number) if each.number in self.board_of else LAST,
        )
        return [
            (
                each.name,
                self[f"team_{each.number}"],
                self[f"board_{each.number}"] if self.on_boards else None,
            )
            for each in rows
        ]

    @property
    def general(self) -> list[BoundField]:
        """The fields that are about all teams."""
        return [self[name] for name in ("best", "apart", "tiebreak") if name in self.fields]

    def _in_order(self, members: list[int]) -> list[int]:
        """Return a team with everybody whose board was changed on the board that was named."""
        said = {each: self.cleaned_data.get(f"board_{each}") for each in members}
        moved = {
            each: board
            for each, board in said.items()
            if board is not None and board != self.board_of.get(each)
        }
        order = [each for each in members if each not in moved]
        # Of two who are put on one board, who has the better place so far gets it.
        for each in sorted(moved, key=lambda each: (moved[each], -members.index(each))):
            order.insert(moved[each] - 1, each)
        return order

    def arguments(self) -> dict[str, object]:
        """Return the teams; whose board is not named keeps it, others follow by their seeds."""
        found: dict[str, tuple[str, list[int]]] = {}
        for each in sorted(self.entrants, key=lambda each: self.board_of.get(each.number, LAST)):
            name = self.cleaned_data[f"team_{each.number}"].strip()
            if name:
                found.setdefault(name.casefold(), (name, []))[1].append(each.number)
        said = self.cleaned_data
        chosen = [said["tiebreak"]] if said["tiebreak"] else []
        if self.on_boards:
            chosen += [each for each in teams.ON_BOARDS if each not in chosen]
        return {
            "teams": [(name, self._in_order(members)) for name, members in found.values()],
            "best": said.get("best"),
            "apart": said.get("apart", True),
            "tiebreaks": chosen,
        }
