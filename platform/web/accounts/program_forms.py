"""What somebody says of a program that they have written."""

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import programs
from web.accounts.program_sign_in import ALLOWED


class ProgramForm(forms.Form):
    """A program that is registered, or changed."""

    name = forms.CharField(
        label=_("Name"),
        max_length=programs.NAME_LENGTH_MAX,
        help_text=_("People see it when they are asked for permission."),
    )
    homepage = forms.CharField(
        label=_("Its page (optional)"),
        required=False,
        max_length=programs.REDIRECT_LENGTH_MAX,
        help_text=_("A page that tells people what it is. It begins with https://"),
    )
    redirects = forms.CharField(
        label=_("Return addresses"),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        max_length=programs.REDIRECTS_MAX * programs.REDIRECT_LENGTH_MAX,
        help_text=_(
            "One address a line, compared letter by letter: https://…, http://127.0.0.1/… for a "
            "program on one's own machine (of any port), or org.example.app:/… for an app."
        ),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may ask for"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(ALLOWED.items()),
        initial=["read"],
    )

    def __init__(
        self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        if not settings.IDP_OIDC_PRIVATE_KEY:
            scopes = self.fields["scopes"]
            assert isinstance(scopes, forms.MultipleChoiceField)  # noqa: S101 - As declared above.
            scopes.choices = [(each, ALLOWED[each]) for each in programs.SCOPES]

    def wanted(self) -> programs.Wanted:
        """Return what was said, as services take it."""
        said = self.cleaned_data
        return programs.Wanted(
            name=said["name"],
            homepage=said["homepage"],
            redirects=tuple(said["redirects"].split()),
            scopes=tuple(said["scopes"]),
            is_public=said.get("is_public", False),
        )


class NewProgramForm(ProgramForm):
    """The same, and what stays as it is."""

    is_public = forms.BooleanField(
        label=_("It runs on people's devices or in their browsers, and so can keep no secret"),
        required=False,
    )
