"""What the deals of a ladder's season prove to whom, and what not."""

from django.utils.translation import gettext as _

from web.proof_drawings import DOTS_MAX, Proof, dots


def of_season(slots: int) -> Proof:
    """Return what the well of a running season proves, from which so many matches were dealt."""
    numbers = list(range(max(slots - DOTS_MAX, 0) + 1, slots + 1))
    about = {"n": slots}
    return Proof(
        sentence=_(
            "To be proven to everyone when the season is over: the deals of the matches that are"
            " found by a search or begun by a challenge were fixed before it began, and taken one"
            " after another, so that nobody chose one, dealt it twice, left it out or hid it. Not"
            " proven: that the site, which knows the deals to come, did not choose whom it put"
            " together for which."
        ),
        shows=_(
            "The site was bound to the secret of the season first. %(n)s matches were dealt from it"
            " so far, one after another. The secret is shown when the season is over."
        )
        % about,
        first=_("secret, fixed"),
        last=_("still secret"),
        between=_("the matches, one after another: %(n)s so far") % about,
        dots=dots(numbers, "share"),
        key=[("share", _("a match, dealt in its turn"))],
    )
