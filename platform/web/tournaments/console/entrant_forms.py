"""The forms about people: who is entered, who takes whose place, who runs the tournament."""

from collections.abc import Mapping
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Account
from bots import registry as bots
from tournaments.record import UNITS
from tournaments.services import byes, entry
from tournaments.services.entry import Newcomer
from tournaments.state import Role, TournamentState
from web.tournaments.console.forms import ActForm, EntrantForm
from web.words import ROLES

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
    return [(bot.id, bot.id) for bot in bots.bots_offered(state.settings["game"])]


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
            "A name is not an account. If matches are played here, leave it empty if both are "
            "the same."
        ),
    )
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"), min_value=0, max_value=RATING_MAX, required=False
    )

    def newcomers(self) -> list[Newcomer]:
        """Return who is named, with the account that is named."""
        name = self.cleaned_data["name"].strip()
        asked = self.cleaned_data["account"].strip()
        # A name alone is nobody's account, unless everyone who plays must have one.
        wanted = asked or (name if self.state.settings["play"] == "matches" else "")
        found = Account.objects.named(wanted).first() if wanted else None
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

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
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


class SubstituteForm(EntrantForm):
    """Who plays on instead: a person by name, or a bot."""

    name = forms.CharField(
        label=gettext_lazy("Replacement"), max_length=entry.NAME_MAX, required=False
    )
    bot = forms.ChoiceField(label=gettext_lazy("Or a bot"), required=False)

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
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
        needs_account = not bot and self.state.settings["play"] == "matches"
        account = Account.objects.named(name).first() if needs_account else None
        newcomer = Newcomer(name or bot or "", None if account is None else account.pk, bot)
        return {**self.address(), "by": newcomer}


class BookByeForm(EntrantForm):
    """A bye in a round to come, or that there is none."""

    covers = frozenset({"lifted"})

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    worth = forms.ChoiceField(
        label=gettext_lazy("What the bye brings"),
        choices=[
            ("draw", gettext_lazy("as much as a draw")),
            ("none", gettext_lazy("no points")),
            ("win", gettext_lazy("as much as a win")),
            ("", gettext_lazy("cancel the booking")),
        ],
        required=False,
        widget=forms.RadioSelect,
        initial="draw",
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - As declared.
        field.choices = [(each, str(each)) for each in byes.rounds_to_come(state)]

    def said(self) -> Mapping[str, object]:
        """Return for which round, and what it brings."""
        said = super().said()
        return said if said["worth"] else {**said, "lifted": True}


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
    table = forms.ChoiceField(
        label=gettext_lazy("In a game"),
        required=False,
        help_text=gettext_lazy("Deducted from the points of its table; this needs a reason."),
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared.
        field.choices = [("", _("none: from the whole score")), *self._games()]

    def _games(self) -> list[tuple[str, str]]:
        """Return the tables where the entrant sits, in words."""
        return [
            (str(table.id), _("round %(n)s") % {"n": round_.number})
            for round_, table in self.state.tables()
            if round_.published and str(self["entrant"].value()) in map(str, table.seats)
        ]

    def arguments(self) -> dict[str, object]:
        """Return whose points, how many units, and at which table."""
        units = round(self.cleaned_data["points"] * UNITS)
        table = self.cleaned_data["table"]
        return {**self.address(), "units": units, "table": UUID(table) if table else None}


class RoleForm(ActForm):
    """Who is to be what."""

    account = forms.CharField(label=gettext_lazy("Account"), max_length=30)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role.value, ROLES[role.value]) for role in reversed(Role)],
        widget=forms.RadioSelect,
        initial=Role.SCOREKEEPER.value,
    )

    def clean_account(self) -> str:
        """Refuse an account that is not there."""
        return account_named(str(self.cleaned_data["account"])).username


class RevokeRoleForm(ActForm):
    """Whose role ends."""

    account = forms.CharField(widget=forms.HiddenInput, max_length=30)

    clean_account = RoleForm.clean_account


class CodesForm(ActForm):
    """Whose code is replaced; nobody named: everyone who has none gets one."""

    entrant = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, object]:
        """Return who gets a new code."""
        number = self.cleaned_data["entrant"]
        return {"entrants": [] if number is None else [number]}
