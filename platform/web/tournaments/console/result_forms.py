"""The forms of how tables ended: a result, a correction, a forfeit, a tie that a judge breaks."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.json_types import JsonObject
from tournaments.scores import places_by
from tournaments.services.result_checks import best_of_table, needs_scores, sum_of_table
from tournaments.services.ties import undecided
from tournaments.state import TableState, TournamentState
from web.tournaments.console.forms import TableForm, ThenForm
from web.tournaments.score_fields import SCORE_MAX, drawn_field, match_field, score_field


class ResultForm(TableForm):
    """How a table ended: a place for every seat, and scores where they are known."""

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        found = self.table()
        self.seats = () if found is None else found[1].seats
        best_of = 1 if found is None else best_of_table(state, found[1])
        self.best_of = best_of
        needed = found is not None and needs_scores(state, found[1])
        places = [("", "-"), *((str(n), str(n)) for n in range(1, len(self.seats) + 1))]
        known = None if found is None else _known(found[1])
        for seat, entrant in enumerate(self.seats):
            name = state.name(entrant)
            self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": name},
                choices=places,
                coerce=int,
                required=False,
                empty_value=None,
                initial="" if known is None or best_of > 1 else known["places"][seat],
                widget=forms.HiddenInput if best_of > 1 else forms.Select,
            )
            self.fields[f"score_{seat}"] = score_field(
                name,
                best_of=best_of,
                required=needed,
                initial=known["scores"][seat] if known and known["scores"] else None,
            )

        if best_of > 1:
            self.fields["drawn"] = drawn_field(best_of)
        if found is not None and sum_of_table(state, found[1]) > 1:
            self.fields["match"] = self.match(found[1])

    @staticmethod
    def match(table: TableState) -> forms.IntegerField:
        """Return the field of which match of several is meant: the next one."""
        return match_field(len(table.counted) + 1, widget=forms.HiddenInput, required=False)

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Return for each seat the name, the field of its place and that of its score."""
        return [
            (self.state.name(entrant), self[f"place_{seat}"], self[f"score_{seat}"])
            for seat, entrant in enumerate(self.seats)
        ]

    def clean(self) -> dict[str, object]:
        """Refuse scores or places of some seats only, and places that nobody can have."""
        said = self.cleaned_data
        seats = range(len(self.seats))
        scores = [said.get(f"score_{seat}") for seat in seats]
        self._require_all("score", scores, _("Give every player a score, or none."))
        places = [said.get(f"place_{seat}") for seat in seats]
        if set(places) == {None}:
            if None in scores and not self.errors:
                self.add_error(None, _("Enter the places, or the scores from which they follow."))
        else:
            self._require_all("place", places, _("Give every player a place, or none."))
            given = [place for place in places if place is not None]
            if len(given) == len(places):
                self._require_count(given)
        return said

    def _require_all(self, name: str, values: list[object], words: str) -> None:
        missing = [seat for seat, value in enumerate(values) if value is None]
        if missing and len(missing) < len(values):
            self.add_error(f"{name}_{missing[0]}", words)

    def _require_count(self, places: list[int]) -> None:
        right = [1 + sum(other < place for other in places) for place in places]
        if places != right:
            shown = ", ".join(map(str, right))
            words = _("Places count from 1, equals share one: rather %(places)s.")
            self.add_error(None, words % {"places": shown})

    def arguments(self) -> JsonObject:
        """Return the table, the places and the scores by seat."""
        said, seats = self.cleaned_data, range(len(self.seats))
        scores = [said[f"score_{seat}"] for seat in seats]
        places = [said[f"place_{seat}"] for seat in seats]
        found = {
            **self.address(),
            "places": places_by(scores) if None in places or self.best_of > 1 else places,
            "scores": None if None in scores else scores,
        }
        if "drawn" in self.fields:
            found["drawn"] = said["drawn"] or 0
        if "match" in self.fields:
            found["match"] = said["match"]
        return found


def _known(table: TableState) -> JsonObject | None:
    """Return the result that a table has, or that a player has reported; None without."""
    if table.places is not None:
        return {"places": table.places, "scores": table.scores}
    reported = table.reported
    return None if reported is None else {"places": reported.places, "scores": reported.scores}


class CorrectionForm(ResultForm, ThenForm):
    """A result put right, or of several matches that are added up one of them."""

    @staticmethod
    def match(table: TableState) -> forms.IntegerField:
        """Return the field of which match it is: the next one, once all are over all of them."""
        return match_field(
            len(table.counted) + 1 if table.is_open else None,
            max_value=len(table.counted) + 1,
            required=False,
            help_text=_("Empty: the result is that of all matches of the table."),
        )

    def arguments(self) -> dict[str, object]:
        """Return the result, and what becomes of later rounds."""
        return {**super().arguments(), "then": self.cleaned_data["then"] or "keep"}


class TimeLimitForm(ResultForm):
    """How a table stands when its time is over; nothing of a match that is played here."""

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        for name in ("drawn", "match"):
            self.fields.pop(name, None)
        self.is_played_here = state.settings["play"] == "matches"
        if self.is_played_here:
            for seat in range(len(self.seats)):
                del self.fields[f"place_{seat}"], self.fields[f"score_{seat}"]
            self.seats = ()

    def clean(self) -> dict[str, object]:
        """Ask for places or scores, in person."""
        return self.cleaned_data if self.is_played_here else super().clean()

    def arguments(self) -> dict[str, object]:
        """Return the table, and how it stands where that is entered."""
        found = super().arguments()
        return found | {"places": None, "scores": None} if self.is_played_here else found


class ForfeitForm(ThenForm):
    """Who did not come, and how the others ended where two or more came."""

    absent = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who did not come?"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        found = self.table()
        self.seats = () if found is None else found[1].seats
        field = self.fields["absent"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - As declared.
        field.choices = [(each, state.name(each)) for each in self.seats]
        for seat, entrant in enumerate(self.seats if len(self.seats) > 2 else ()):
            self.fields[f"place_{seat}"] = forms.IntegerField(
                label=_("Place of %(name)s") % {"name": state.name(entrant)},
                min_value=1,
                max_value=len(self.seats),
                required=False,
            )
        for seat in range(len(self.seats)):
            self.fields[f"score_{seat}"] = forms.IntegerField(
                widget=forms.HiddenInput, min_value=-SCORE_MAX, max_value=SCORE_MAX, required=False
            )

    def arguments(self) -> dict[str, object]:
        """Return the table, who did not come, and the places of the others where they are said."""
        said = self.cleaned_data
        places = [said.get(f"place_{seat}") for seat in range(len(self.seats))]
        came = [seat for seat, each in enumerate(self.seats) if each not in said["absent"]]
        is_said = all(places[seat] is not None for seat in came)
        scores = [said.get(f"score_{seat}") for seat in range(len(self.seats))]
        is_counted = bool(came) and all(scores[seat] is not None for seat in came)
        return {
            **self.address(),
            "then": said["then"] or "keep",
            "absent": list(said["absent"]),
            "places": [place or len(self.seats) for place in places] if is_said else None,
            "scores": [score or 0 for score in scores] if is_counted else None,
        }


class TieForm(TableForm):
    """Those of a table who are level, in the order that a judge gives them."""

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        found = self.table()
        self.level = [
            each
            for table, tie in undecided(state)
            if found is not None and table is found[1]
            for each in tie.players
        ]
        places = [(str(n), str(n)) for n in range(1, len(self.level) + 1)]
        for place, entrant in enumerate(self.level, start=1):
            self.fields[f"place_{entrant}"] = forms.TypedChoiceField(
                label=state.name(entrant), choices=places, coerce=int, initial=place
            )

    def clean(self) -> dict[str, object]:
        """Refuse two at one place."""
        places = [self.cleaned_data.get(f"place_{each}") for each in self.level]
        if len(set(places)) != len(places):
            self.add_error(None, _("Give everyone a different place."))
        return self.cleaned_data

    def arguments(self) -> dict[str, object]:
        """Return the table, and the players in their order."""
        said = self.cleaned_data
        order = sorted(self.level, key=lambda each: said[f"place_{each}"])
        return {**self.address(), "order": order}
