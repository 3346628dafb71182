"""The forms of what is adjusted while play goes on: seats, byes, time; and of reports taken in."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.json_types import JsonObject
from tournaments.exports import WESTERN
from tournaments.services import guards
from tournaments.state import RoundState, TournamentState
from web.tournaments.console.forms import ActForm, EntrantForm, PairForm, RoundForm, TableForm

MINUTES_MAX = 366 * 24 * 60
REPORT_MAX = 1_000_000
"""Characters, or bytes, of a report that is taken over."""


def seated(state: TournamentState, round_: RoundState) -> list[tuple[int, str]]:
    """Return who sits where nobody has played yet, each with the table in words."""
    return [
        (each, _("%(name)s (table %(n)s)") % {"name": state.name(each), "n": number})
        for number, table in enumerate(round_.tables, start=1)
        if guards.is_untouched(table)
        for each in table.seats
    ]


def round_of(form: RoundForm) -> RoundState | None:
    """Return the round that a form is about; None when it is not there."""
    text = str(form["number"].value() or "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    rounds = form.state.rounds
    return rounds[number - 1] if 1 <= number <= len(rounds) else None


class SeatsForm(PairForm):
    """Two of a round who change places, or one of them a bye: where nobody has played."""

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["pair"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - As declared.
        field.choices = self.offered()

    def offered(self) -> list[tuple[int, str]]:
        """Return who can be ticked, in words."""
        round_ = round_of(self)
        if round_ is None:
            return []
        sits = [
            (each, _("%(name)s (bye)") % {"name": self.state.name(each)}) for each in round_.byes
        ]
        return [*seated(self.state, round_), *sits]


class ByeForm(SeatsForm):
    """One of a round who sits out by request: the box that is ticked."""

    def offered(self) -> list[tuple[int, str]]:
        """Return who sits at a table where nobody has played."""
        round_ = round_of(self)
        return [] if round_ is None else seated(self.state, round_)

    def clean_pair(self) -> tuple[int, ...]:
        """Refuse more or fewer than one."""
        chosen = tuple(self.cleaned_data["pair"])
        if len(chosen) != 1:
            words = _("Tick one player, not %(n)s.") % {"n": len(chosen)}
            raise forms.ValidationError(words, code="one")
        return chosen

    def arguments(self) -> dict[str, object]:
        """Return the round and who sits out."""
        return {"number": self.cleaned_data["number"], "entrant": self.cleaned_data["pair"][0]}


class TimeForm(ActForm):
    """How much more time."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes more"), min_value=1, max_value=MINUTES_MAX, initial=5
    )

    def arguments(self) -> dict[str, object]:
        """Return the time, and what it is given to."""
        return {**self.address(), "seconds": self.cleaned_data["minutes"] * 60}


class RoundClockForm(RoundForm):
    """How long the round is; a clock that was stopped goes on where nothing is said."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=24 * 60, required=False
    )

    def arguments(self) -> JsonObject:
        """Return the round and its length."""
        minutes = self.cleaned_data["minutes"]
        return {**self.address(), "seconds": None if minutes is None else minutes * 60}


class RoundTimeForm(TimeForm, RoundForm):
    """More time for a round."""


class TableTimeForm(TimeForm, TableForm):
    """More time for one table."""


class DisqualifyForm(EntrantForm):
    """Somebody who is taken out for good, and what becomes of the results."""

    results = forms.ChoiceField(
        label=gettext_lazy("Results so far"),
        choices=[("stand", gettext_lazy("they stay")), ("void", gettext_lazy("they are void"))],
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Void: the entrant loses their points, and at a finished table of the open "
            "round the others move up. Earlier wins of others stay."
        ),
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        self.fields["results"].initial = state.settings.get("disqualified", "stand")


class TrfImportForm(ActForm):
    """A report of a tournament of duels, pasted or as a file."""

    trf = forms.CharField(
        label=gettext_lazy("The report"),
        required=False,
        strip=False,
        max_length=REPORT_MAX,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=gettext_lazy("A file in FIDE's format TRF16: a line 001 for every player."),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False)

    encoding = ""
    """In what the file was written, where that was not UTF-8."""

    def clean_file(self) -> str:
        """Return the file's text, from UTF-8 or Windows' Western letters; empty without one."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is None:
            return ""
        if (file.size or 0) > REPORT_MAX:
            raise forms.ValidationError(_("The file is too large for a report."), code="large")
        written = file.read()
        try:
            return str(written.decode())
        except UnicodeDecodeError:
            self.encoding = WESTERN
        try:
            found = str(written.decode(WESTERN))
        except UnicodeDecodeError:
            found = "\0"
        if "\0" in found:
            words = _("The file is not text. Save it in UTF-8.")
            raise forms.ValidationError(words, code="encoding")
        return found

    def clean(self) -> dict[str, object]:
        """Refuse nothing at all."""
        if not self.errors and not str(self.arguments()["text"]).strip():
            self.add_error("trf", _("Paste the report, or choose a file."))
        return self.cleaned_data

    def arguments(self) -> dict[str, object]:
        """Return the text, and what it was written in."""
        text = self.cleaned_data["file"] or self.cleaned_data["trf"]
        return {"text": text, "encoding": self.encoding or None}
