"""The form of the picture of an event."""

from typing import IO

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from api.problems import Problem
from tournaments.services import pictures
from web.messages import localise
from web.tournaments.console.forms import ActForm


def picture_field() -> forms.FileField:
    """Return the field of a picture; the browser makes it smaller where it has to."""
    return forms.FileField(
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


def read_picture(chosen: IO[bytes] | None) -> bytes | None:
    """Return the bytes of a chosen file; raises ValidationError where it is no picture."""
    if chosen is None:
        return None
    content = chosen.read(pictures.BYTES_MAX + 1)
    try:
        pictures.redraw(content)
    except Problem as problem:
        raise forms.ValidationError([localise(each.message) for each in problem.errors]) from None
    return content


class PictureForm(ActForm):
    """A picture; or that there is to be none."""

    asked_first = True
    template = "picture"

    picture = picture_field()
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
        try:
            said["picture"] = read_picture(chosen)
        except forms.ValidationError as fault:
            self.add_error("picture", fault)
        return said

    def arguments(self) -> dict[str, object]:
        """Return the bytes as they came."""
        return {"uploaded": self.cleaned_data["picture"]}
