"""The fields of scores in the forms of results: the game's, or of matches that were won."""

from django import forms
from django.utils.translation import gettext as _

SCORE_MAX = 1_000_000


def score_field(
    name: str, *, best_of: int, required: bool, initial: int | None = None
) -> forms.IntegerField:
    """Return the field of a player's score at a table that has so many matches at most."""
    if best_of > 1:
        words, low, high = _("Matches won by %(name)s"), 0, best_of
    else:
        words, low, high = _("Score of %(name)s"), -SCORE_MAX, SCORE_MAX
    label = words % {"name": name}
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, required=required, initial=initial
    )


def match_field(
    match: int | None,
    *,
    widget: type[forms.Widget] | None = None,
    required: bool = True,
    max_value: int | None = None,
    help_text: str = "",
) -> forms.IntegerField:
    """Return the field of which match a form is about, where several are added up."""
    return forms.IntegerField(
        label=_("Number of the match"),
        min_value=1,
        max_value=max_value,
        initial=match,
        required=required,
        widget=widget,
        help_text=help_text,
    )


def drawn_field(best_of: int) -> forms.IntegerField:
    """Return the field of how many matches of a duel nobody has won."""
    return forms.IntegerField(
        label=_("Drawn matches"), min_value=0, max_value=2 * best_of, required=False
    )
