"""What the deals of a ladder's season prove to whom, and what not."""

from django.utils.translation import gettext as _

from ratings import ladder_history
from ratings.models import Ladder, MadeMatch
from web.proof_drawings import DOTS_MAX, Proof, dots


def of_season(ladder: Ladder) -> Proof:
    """Return what the well of a running season proves, from which matches were dealt.

    Slots are numbered through all seasons, and some may be left out, so matches are counted.
    """
    made = MadeMatch.objects.filter(ladder=ladder, well=ladder.well)
    last = made.order_by("-slot").values_list("slot", flat=True)[:DOTS_MAX]
    about = {"n": made.count()}
    is_renewed = ladder_history.has_taken_place(ladder.id, ladder.well)
    return Proof(
        sentence=_since_renewed() if is_renewed else _since_the_start(),
        shows=(_shows_renewed() if is_renewed else _shows()) % about,
        first=_("secret, fixed"),
        last=_("still secret"),
        between=_("the matches, one after another: %(n)s so far") % about,
        dots=dots(list(last)[::-1], "share"),
        key=[("share", _("a match, dealt in its turn"))],
    )


def _since_the_start() -> str:
    return _(
        "To be proven to everyone when the season is over: the deals of all matches from "
        "searches and challenges were fixed before the season began, and used one after "
        "another, so nobody chose one, dealt it twice, left it out or hid it. Not proven: that "
        "the site, which knows the deals to come, did not choose which players got which."
    )


def _since_renewed() -> str:
    return _(
        "To be proven to everyone when the season is over: since the secret of the season was "
        "replaced, the deals of all matches from searches and challenges come from the new one "
        "and are used one after another, so nobody chose one, dealt it twice, left it out or "
        "hid it. Not proven: that the secret had to be replaced in mid-season, for which the "
        "log of the ladder gives the reason; nor that the site, which knows the deals to come, "
        "did not choose which players got which."
    )


def _shows() -> str:
    return _(
        "The site was bound to the secret of the season first. Matches dealt from it so far, one"
        " after another: %(n)s. The secret is shown when the season is over."
    )


def _shows_renewed() -> str:
    return _(
        "The site replaced the secret of the season, and fixed the new one then. Matches dealt "
        "from it so far, one after another: %(n)s. The secret is shown when the season is over."
    )
