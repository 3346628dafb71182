"""The form of the picture of an event."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.problems import Problem
from tournaments.services import pictures
from web.messages import localise
from web.tournaments.console.forms import ActForm


class PictureForm(ActForm):
    """A picture; or that there is to be none."""

    asked_first = True
    template = "picture"

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        required=False,
        help_text=gettext_lazy("PNG, JPEG or WebP, at most 2 MB; your browser makes it smaller."),
        widget=forms.FileInput(
            attrs={
                "accept": "image/png,image/jpeg,image/webp",
                "data-picture": pictures.BYTES_MAX,
                "data-pixels": pictures.PIXELS_MAX,
                "data-edge": max(pictures.LARGE),
            }
        ),
    )
    remove = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        """Refuse what is no picture, in the words of the service."""
        said = self.cleaned_data
        if said.get("remove"):
            said["picture"] = None
            return said
        chosen = said.get("picture")
        if chosen is None:
            self.add_error("picture", _("Choose a picture."))
            return said
        said["picture"] = chosen.read(pictures.BYTES_MAX + 1)
        try:
            pictures.redraw(said["picture"])
        except Problem as problem:
            for fault in problem.errors or ():
                self.add_error("picture", localise(fault.message))
        return said

    def arguments(self) -> dict[str, object]:
        """Return the bytes as they came."""
        return {"uploaded": self.cleaned_data["picture"]}
