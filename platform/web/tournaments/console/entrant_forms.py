"""The forms about people: who is entered, who takes whose place, who runs the tournament."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Account
from api.problems import Problem
from bots import registry as bots
from tournaments.record import UNITS
from tournaments.services import entry, entry_files
from tournaments.services.entry import Newcomer
from tournaments.services.entry_files import CSV_ROWS_MAX
from tournaments.state import Role, TournamentState
from web.messages import localise
from web.tournaments.console.forms import ActForm, EntrantForm
from web.words import ROLES

FILE_MAX = 512 * 1024
"""Bytes of a CSV file: far more than CSV_ROWS_MAX lines need."""
BOTS_MAX = 64
RATING_MAX = 10_000


def account_named(name: str) -> Account:
    """Return an account by its name; raises ValidationError."""
    found: Account | None = Account.objects.named(name.strip()).first()
    if found is None:
        raise forms.ValidationError(_("There is no account with that name."), code="unknown")
    return found


def bot_choices(state: TournamentState) -> list[tuple[str, str]]:
    """Return the bots that play the tournament's game."""
    return [(bot.id, bot.id) for bot in bots.bots_for(state.settings["game"])]


class EnterSelfForm(ActForm):
    """Whoever sends it takes part; nothing is asked."""

    def newcomers(self) -> list[Newcomer]:
        """Return the sender."""
        return [Newcomer(self.me.username, self.me.pk)]

    def arguments(self) -> dict[str, object]:
        """Return whom to enter."""
        return {"newcomers": self.newcomers()}


class EnterOtherForm(EnterSelfForm):
    """Somebody else, by name."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=entry.NAME_MAX)
    account = forms.CharField(
        label=gettext_lazy("Account"),
        max_length=30,
        required=False,
        help_text=gettext_lazy(
            "If it differs from the name. Required when matches are played here."
        ),
    )
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"), min_value=0, max_value=RATING_MAX, required=False
    )

    def newcomers(self) -> list[Newcomer]:
        """Return who is named: with the account of that name, where there is one."""
        name = self.cleaned_data["name"].strip()
        asked = self.cleaned_data["account"].strip()
        found = Account.objects.named(asked or name).first()
        account = None if found is None else found.pk
        return [Newcomer(name, account, None, self.cleaned_data["rating"] or 0)]

    def clean_account(self) -> str:
        """Refuse an account that is not there."""
        asked = str(self.cleaned_data["account"])
        return account_named(asked).username if asked else ""


class EnterBotsForm(EnterSelfForm):
    """Some bots of one kind."""

    bot = forms.ChoiceField(label=gettext_lazy("Bot"))
    count = forms.IntegerField(
        label=gettext_lazy("How many"), min_value=1, max_value=BOTS_MAX, initial=1
    )

    def __init__(self, state: TournamentState, *args: Any, **about: Any) -> None:
        super().__init__(state, *args, **about)
        field = self.fields["bot"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        field.choices = bot_choices(state)

    def newcomers(self) -> list[Newcomer]:
        """Return bots with names that nobody has yet: greedy 1, greedy 2."""
        bot, count = self.cleaned_data["bot"], self.cleaned_data["count"]
        taken = {each.name.casefold() for each in self.state.entrants.values()}
        numbered = (f"{bot} {number}" for number in range(1, len(taken) + count + 1))
        free = [name for name in numbered if name.casefold() not in taken]
        return [Newcomer(name, None, bot) for name in free[:count]]


class Fault(NamedTuple):
    """A line of a file that cannot be taken."""

    line: int
    text: str
    message: str


class ImportEntrantsForm(ActForm):
    """A CSV file, or its lines pasted: everybody or nobody."""

    csv = forms.CharField(
        label=gettext_lazy("Lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "The first line names the columns: name, account, bot, rating. Only name is needed."
        ),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False)

    def __init__(self, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self.faults: list[Fault] = []
        """What is wrong, line by line, once the form has been validated."""
        self.found: list[Newcomer] = []

    def clean(self) -> dict[str, object]:
        """Read the lines; all that is wrong with them is told at once."""
        text = self._text()
        if not text.strip():
            self.add_error("csv", _("Paste lines, or choose a file."))
            return self.cleaned_data
        self.data = {**self.data.dict(), "csv": text} if isinstance(self.data, QueryDict) else {}
        needs_accounts = self.state.settings["play"] == "matches"
        try:
            self.found = entry_files.from_csv(text, needs_accounts=needs_accounts)
        except Problem as problem:
            self.faults = list(self._faults(problem, text.splitlines()))
            words = _("Nothing was imported: some lines have errors (see above).")
            self.add_error("csv", words if self.faults else localise(problem.detail))
        return self.cleaned_data

    def _text(self) -> str:
        file = self.cleaned_data.get("file")
        if file is None:
            return str(self.cleaned_data.get("csv", ""))
        if file.size > FILE_MAX:
            words = _("The file is too large: %(n)s lines at most.") % {"n": CSV_ROWS_MAX}
            raise forms.ValidationError({"file": words})
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            words = _("The file is not UTF-8 text. Save it as CSV in UTF-8.")
            raise forms.ValidationError({"file": words}) from error

    @staticmethod
    def _faults(problem: Problem, lines: list[str]) -> Iterator[Fault]:
        for error in problem.errors:
            number = int(error.field.removeprefix("line "))
            text = lines[number - 1] if number <= len(lines) else ""
            yield Fault(number, text, localise(error.message))

    def arguments(self) -> dict[str, object]:
        """Return whom to enter."""
        return {"newcomers": self.found}


class SubstituteForm(EntrantForm):
    """Who plays on instead: a person by name, or a bot."""

    name = forms.CharField(
        label=gettext_lazy("Replacement"), max_length=entry.NAME_MAX, required=False
    )
    bot = forms.ChoiceField(label=gettext_lazy("Or a bot"), required=False)

    def __init__(self, state: TournamentState, *args: Any, **about: Any) -> None:
        super().__init__(state, *args, **about)
        field = self.fields["bot"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        field.choices = [("", _("none")), *bot_choices(state)]
        if state.settings["bots"] == "none":
            del self.fields["bot"]

    def clean(self) -> dict[str, object]:
        """Refuse nobody."""
        if not self.cleaned_data.get("name") and not self.cleaned_data.get("bot"):
            self.add_error("name", _("Enter a name."))
        return self.cleaned_data

    def arguments(self) -> dict[str, object]:
        """Return whose place it is, and who takes it."""
        bot = self.cleaned_data.get("bot") or None
        name = self.cleaned_data["name"].strip()
        account = None if bot else Account.objects.named(name).first()
        newcomer = Newcomer(name or bot or "", None if account is None else account.pk, bot)
        return {**super().arguments(), "by": newcomer}


class PenaltyForm(EntrantForm):
    """Points that are taken away."""

    points = forms.DecimalField(
        label=gettext_lazy("Points to deduct"),
        max_value=1000,
        min_value=-1000,
        decimal_places=2,
        initial=1,
        help_text=gettext_lazy("A negative number gives points back."),
    )

    def arguments(self) -> dict[str, object]:
        """Return whose points, and how many units."""
        units = round(self.cleaned_data["points"] * UNITS)
        return {**super().arguments(), "units": units}


class RoleForm(ActForm):
    """Who is to be what."""

    account = forms.CharField(label=gettext_lazy("Account"), max_length=30)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role.value, ROLES[role.value]) for role in reversed(Role)],
        widget=forms.RadioSelect,
        initial=Role.SCOREKEEPER.value,
    )

    def clean_account(self) -> Account:
        """Return the account of that name."""
        return account_named(str(self.cleaned_data["account"]))

    def arguments(self) -> dict[str, object]:
        """Return whose role, and which."""
        return {"account": self.cleaned_data["account"].pk, "role": Role(self.cleaned_data["role"])}


class RevokeRoleForm(ActForm):
    """Whose role ends."""

    account = forms.CharField(widget=forms.HiddenInput, max_length=30)

    clean_account = RoleForm.clean_account

    def arguments(self) -> dict[str, object]:
        """Return whose role is taken away."""
        return {"account": self.cleaned_data["account"].pk, "role": None}


class CodesForm(ActForm):
    """Whose code is replaced; nobody named: everyone who has none gets one."""

    entrant = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, Any]:
        """Return who gets a new code."""
        number = self.cleaned_data["entrant"]
        return {"entrants": [] if number is None else [number]}
