"""The commands of the staff on what the site says of itself."""

import re
from base64 import b64decode, b64encode
from typing import Any, ClassVar, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSingleDateWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from accounts import characters, invitations
from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm
from api.problems import invalid
from games.messages import Message
from site_profile import colours, logos, services
from site_profile.models import BANNER_MAX, NAME_MAX, TEXT_MAX, SignUp, SiteProfile, TalkForm
from web import site

CONTACT = re.compile(r"https://[^\s<>\"]+|[^@\s<>\"]+@[^@\s<>\"]+\.[^@\s<>\"]+")


class SiteForm(CommandForm):
    """A command that writes some fields of the one row."""

    names: ClassVar[tuple[str, ...]]
    """The fields of the row that the form has."""

    @classmethod
    def initial_values(cls, target: SiteProfile) -> dict[str, object]:
        """Begin with what there is."""
        return {name: getattr(target, name) for name in cls.names}

    def check(self) -> None:
        """Raise `invalid` for what cannot be written."""

    def run(self, target: SiteProfile, order: AdminCommand) -> CommandOutcome:
        """Write what differs, or say what would."""
        self.check()
        said = {name: self.cleaned_data[name] for name in self.names}
        changed = {name: value for name, value in said.items() if value != getattr(target, name)}
        rows = [(self.fields[name].label, getattr(target, name), said[name]) for name in changed]
        if changed and not order.dry_run:
            services.change(**changed)
        done = gettext("All pages show it within a few seconds.")
        words = done if changed else gettext("Nothing changes.")
        return CommandOutcome(words, ("", gettext("now"), gettext("then")), rows)


def _line(label: Any, length_max: int, text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=length_max,
        required=False,
        help_text=text,
        widget=UnfoldAdminTextInputWidget,
    )


class NameAndColours(SiteForm):
    """What the site is called, and its colours."""

    title = _("Name and colours")
    names = ("name", "accent_light", "accent_dark")
    name = _line(_("Name"), NAME_MAX, _("Empty: Cutpurse."))
    accent_light = _line(
        _("Colour on light pages"), 7, _("Such as #1d6150; leave empty for the default.")
    )
    accent_dark = _line(
        _("Colour on dark pages"), 7, _("Such as #7bcdb3; leave empty for the default.")
    )

    def clean_name(self) -> str:
        """Refuse what cannot be seen."""
        name = characters.canonical(self.cleaned_data["name"])
        if name and (fault := characters.fault(name)):
            raise forms.ValidationError(str(fault))
        return name

    def check(self) -> None:
        """Refuse colours that cannot be read."""
        said = self.cleaned_data
        for name in ("accent_light", "accent_dark"):
            said[name] = said[name].strip().lower()
        accents = {"light": said["accent_light"], "dark": said["accent_dark"]}
        services.check_accents(accents)

    def run(self, target: SiteProfile, order: AdminCommand) -> CommandOutcome:
        """Say how well the colours can be read, too."""
        outcome = super().run(target, order)
        found = [
            f"{self.fields[name].label}: {colours.least_contrast(accent, theme):.1f}"
            for theme, name, accent in (
                ("light", "accent_light", self.cleaned_data["accent_light"]),
                ("dark", "accent_dark", self.cleaned_data["accent_dark"]),
            )
            if accent
        ]
        if not found:
            return outcome
        contrast = gettext("Least contrast: %(colours)s.") % {"colours": ", ".join(found)}
        return outcome._replace(summary=f"{outcome.summary} {contrast}")


class ShowLogo(CommandForm):
    """A picture beside the name; between preview and apply the drawn one waits in the form."""

    title = _("Logo")
    logo = forms.FileField(
        label=_("Picture"),
        required=False,
        help_text=_(
            "PNG, JPEG or WebP, at most 1 MB. It is redrawn, 48 pixels high. Without one the site's"
            " own mark is shown again."
        ),
    )
    drawn = forms.CharField(required=False, max_length=400_000, widget=forms.HiddenInput)

    def run(self, _target: SiteProfile, order: AdminCommand) -> CommandOutcome:
        """Draw it anew, and show it or say how large it is."""
        drawn = self._drawn()
        if not order.dry_run:
            services.change_logo(drawn)
        if drawn is None:
            return CommandOutcome(gettext("The site's own mark is shown."))
        self._keep(drawn.png)
        text = gettext(
            "Re-encoded: %(width)s by %(height)s pixels, %(bytes)s bytes. Each page shows it "
            "beside the name."
        )
        about = {"width": drawn.width, "height": drawn.height, "bytes": f"{len(drawn.png):,}"}
        return CommandOutcome(text % about)

    def _drawn(self) -> logos.Logo | None:
        uploaded = self.cleaned_data["logo"]
        if uploaded is not None:
            return logos.redraw(uploaded.read(logos.BYTES_MAX + 1))
        if not self.cleaned_data["drawn"]:
            return None
        try:
            held = b64decode(self.cleaned_data["drawn"], validate=True)
        except ValueError as error:
            raise invalid("logo", Message("must be chosen again")) from error
        return logos.redraw(held)

    def _keep(self, png: bytes) -> None:
        said = cast("QueryDict", self.data).copy()
        said["drawn"] = b64encode(png).decode()
        self.data = said


class LegalPages(SiteForm):
    """Who answers for the site, and what it says about that."""

    title = _("Address, imprint, privacy, terms, contact")
    names = ("address", "contact", "imprint", "privacy", "terms")
    address = _line(_("Address"), 300, _("Of the club, in one line."))
    contact = _line(_("Contact"), 254, _("An e-mail address, or a page that begins with https://."))
    imprint = forms.CharField(
        label=_("Imprint"), required=False, max_length=TEXT_MAX, widget=UnfoldAdminTextareaWidget
    )
    privacy = forms.CharField(
        label=_("Privacy page"),
        required=False,
        max_length=TEXT_MAX,
        widget=UnfoldAdminTextareaWidget,
    )
    terms = forms.CharField(
        label=_("Terms of use"),
        required=False,
        max_length=TEXT_MAX,
        widget=UnfoldAdminTextareaWidget,
        help_text=_("These three are Markdown. Empty ones are not linked."),
    )

    def clean_contact(self) -> str:
        """Refuse what would not be a link."""
        contact = str(self.cleaned_data["contact"]).strip()
        if contact and not CONTACT.fullmatch(contact):
            text = gettext("Give an e-mail address, or the address of a page: https://…")
            raise forms.ValidationError(text)
        return contact


class Announce(SiteForm):
    """What every page begins with."""

    title = _("Announcement")
    names = ("banner_en", "banner_nl", "banner_fr", "banner_de")
    banner_en = _line(
        _("English"), BANNER_MAX, _("One language is enough: the others then show it.")
    )
    banner_nl = _line(_("Dutch"), BANNER_MAX)
    banner_fr = _line(_("French"), BANNER_MAX)
    banner_de = _line(_("German"), BANNER_MAX, _("All empty: no announcement."))


class WhoSignsUp(SiteForm):
    """Who may make an account."""

    title = _("Who may sign up")
    names = ("sign_up",)
    sign_up = forms.ChoiceField(
        label=_("Sign-up"),
        choices=[
            (SignUp.OPEN.value, _("open to everyone")),
            (SignUp.INVITED.value, _("by invitation")),
            (SignUp.CLOSED.value, _("closed")),
        ],
        widget=UnfoldAdminSelectWidget,
    )


class Talk(SiteForm):
    """How people talk to one another."""

    title = _("How people talk")
    names = ("talk",)
    talk = forms.ChoiceField(
        label=_("Talk"),
        choices=[
            (TalkForm.PHRASES.value, _("in set phrases and emoji")),
            (TalkForm.WORDS.value, _("in their own words too")),
        ],
        help_text=_(
            "At tables and in tournament rooms. Free text needs staff who look at reports. "
            "Guests can only use phrases."
        ),
        widget=UnfoldAdminSelectWidget,
    )


class Invite(CommandForm):
    """A link with which people sign up."""

    title = _("Make an invitation")
    note = _line(_("For whom"), 100, _("Only the staff reads it."))
    uses = forms.IntegerField(
        label=_("For how many people"),
        min_value=1,
        max_value=invitations.USES_MAX,
        initial=1,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    days = forms.IntegerField(
        label=_("Days that it lasts"),
        min_value=1,
        max_value=invitations.DAYS_MAX,
        initial=14,
        widget=UnfoldAdminIntegerFieldWidget,
    )

    def run(self, _target: SiteProfile, order: AdminCommand) -> CommandOutcome:
        """Make it, and show its link for the only time."""
        said = self.cleaned_data
        if order.dry_run:
            text = gettext(
                "People who can sign up by one link: %(people)s, for %(days)s days. The link is"
                " shown once, when it has been made."
            )
            return CommandOutcome(text % {"people": said["uses"], "days": said["days"]})
        code = invitations.make(note=said["note"], uses=said["uses"], days=said["days"])
        link = site.link(f"/sign-up?invitation={code}")
        return CommandOutcome(gettext("Send this link: %(link)s") % {"link": link})


class RestoreTried(SiteForm):
    """That a backup can be restored is known by having done it."""

    title = _("A backup was restored")
    names = ("restored_on",)
    restored_on = forms.DateField(
        label=_("Last restored on"),
        required=False,
        widget=UnfoldAdminSingleDateWidget,
        help_text=_("When someone last restored a backup to see that it works."),
    )


COMMANDS: dict[str, type[CommandForm]] = {
    "look": NameAndColours,
    "logo": ShowLogo,
    "pages": LegalPages,
    "announce": Announce,
    "sign-up": WhoSignsUp,
    "talk": Talk,
    "invite": Invite,
    "restored": RestoreTried,
}
