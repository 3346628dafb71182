"""The forms about many people at once: a list as one has it, and who is there."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.problems import Problem
from tournaments import name_lists
from tournaments.name_lists import Layout
from tournaments.services import entry_lists
from tournaments.services.entry_lists import ListAsked, UnderstoodList
from tournaments.state import TournamentState
from web.messages import localise
from web.tournaments.console.forms import ActForm

FILE_MAX = 1024 * 1024
"""Bytes of a file: more than the longest list has, in UTF-16 too."""
NUMBERS_MAX = 20_000
NUMBER_MAX = 10_000


def written(numbers: Iterable[int]) -> str:
    """Return numbers as they stand in an address, runs of them shortened.

    >>> written([1, 2, 3, 7])
    '1-3,7'
    """
    runs: list[list[int]] = []
    for each in sorted(set(numbers)):
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def numbers_in(text: str) -> list[int]:
    """Return the numbers that `written` has written; raises ValueError for any other text.

    >>> numbers_in("1-3,7")
    [1, 2, 3, 7]
    """
    found: list[int] = []
    for part in text.split(",")[:NUMBERS_MAX]:
        first, _dash, last = part.partition("-")
        start, end = int(first), int(last or first)
        if not 1 <= start <= end <= NUMBER_MAX:
            message = f"entrants must be numbers from 1, not {part}"
            raise ValueError(message)
        found.extend(range(start, end + 1))
    return found


class SeveralForm(ActForm):
    """Some entrants, by their numbers."""

    entrants = forms.CharField(widget=forms.HiddenInput, max_length=NUMBERS_MAX, required=False)

    def clean_entrants(self) -> Sequence[int]:
        """Take who is listed, and whose boxes are ticked; refuse what is no list of entrants."""
        ticked = self.data.getlist("ticked") if isinstance(self.data, QueryDict) else []
        text = ",".join(filter(None, [str(self.cleaned_data["entrants"]), *ticked]))
        if not text:
            raise forms.ValidationError(_("Select the people it is about."))
        try:
            found = numbers_in(text)
        except ValueError as error:
            raise forms.ValidationError(_("This entrant does not exist.")) from error
        if not set(found) <= set(self.state.entrants):
            raise forms.ValidationError(_("This entrant does not exist."))
        return found


class EntryListForm(ActForm):
    """A list of people: pasted, or a file; shown as it was understood before it is entered."""

    asked_first = True
    template: ClassVar[str] = "entry_list"

    text = forms.CharField(
        label=gettext_lazy("Names"),
        required=False,
        strip=False,
        max_length=name_lists.CHARACTERS_MAX,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "dir": "auto"}),
        help_text=gettext_lazy(
            "One a line, with commas, or copied from a spreadsheet; with ratings and clubs if you"
            " like. You see what was understood before anyone is entered."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy("A spreadsheet (.xlsx, .ods), CSV or plain text; drop it here."),
        widget=forms.FileInput(attrs={"class": "drop"}),
    )
    layout = forms.ChoiceField(
        label=gettext_lazy("How to read it"),
        required=False,
        initial="auto",
        choices=[
            ("auto", gettext_lazy("As it looks")),
            ("names", gettext_lazy("Only names")),
            ("columns", gettext_lazy("One person per line, in columns")),
            ("surname_first", gettext_lazy("Surname, first name")),
        ],
    )
    accounts_named = forms.BooleanField(
        label=gettext_lazy("The names are those of accounts on this site"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise a name is only a name, even if an account has the same one."
        ),
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        self.understood: UnderstoodList | None = None
        """What the list says, once the form has been validated."""
        self.fields["accounts_named"].initial = state.settings["play"] == "matches"

    def clean(self) -> dict[str, object]:
        """Read the list."""
        try:
            text = self._text()
            if not text.strip():
                self.add_error("text", _("Paste names, or choose a file."))
                return self.cleaned_data
            self._show(text)
            self.understood = entry_lists.understand(self.state, self._asked(text))
        except Problem as problem:
            self.add_error("text", localise(problem.detail))
        return self.cleaned_data

    def _text(self) -> str:
        file = self.cleaned_data.get("file")
        if file is None:
            return str(self.cleaned_data.get("text", ""))
        if file.size > FILE_MAX:
            raise forms.ValidationError({"file": _("The file is too large.")})
        return name_lists.decoded(file.read())

    def _show(self, text: str) -> None:
        """Have the page show the text of a file as if it had been pasted."""
        self.cleaned_data["text"] = text
        if isinstance(self.data, QueryDict):
            self.data = self.data.copy()
            self.data["text"] = text

    def _asked(self, text: str) -> ListAsked:
        layout: Layout = self.cleaned_data.get("layout") or "auto"
        return ListAsked(text, layout, self.cleaned_data.get("accounts_named", False))

    @property
    def is_settled(self) -> bool:
        """Whether what was understood has been seen and somebody is left to be entered."""
        return "confirmed" in self.data and bool(self.understood and self.understood.accepted)

    def arguments(self) -> dict[str, object]:
        """Return the list; what cannot be entered was shown to be left out."""
        return {"asked": self._asked(str(self.cleaned_data["text"])), "leave_out": True}

    @property
    def waiting(self) -> int:
        """How many would come on the waiting list."""
        return sum(each.waits for each in self.understood.accepted) if self.understood else 0

    @property
    def has(self) -> dict[str, bool]:
        """Which columns the list has, for the table that shows it."""
        people = self.understood.accepted if self.understood else ()
        return {
            name: any(getattr(each.listed, name) for each in people)
            for name in ("rating", "seed", "club", "account")
        }

    def left_out(self) -> list[tuple[int, str, str]]:
        """Return what enters nobody: the line, what stands there, and why."""
        found = self.understood.left_out if self.understood else ()
        return [(each.line, each.text, localise(each.why)) for each in found]
