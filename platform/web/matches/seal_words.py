"""What a page says of a seal that is not what was agreed with the reader's browser."""

from django.utils.translation import gettext as _


def seal_words() -> dict[str, str]:
    """Return the sentences by what is wrong, and the words for saving the texts that tell so."""
    return {
        "left_out": _(
            "Your browser added its chance in time, but the site sealed the deal without it."
        ),
        "other": _(
            "The seal of the deal has a different promise for your seat from the one this browser"
            " made. Unless another device of yours has made it, the site has replaced your chance."
        ),
        "two": _("The site showed your browser two different seals for the same deal."),
        "wrong": _(
            "The site sealed something other than what it had agreed with your browser, so your "
            "browser adds nothing to this deal."
        ),
        "unsigned": _(
            "The site did not sign the seal of the deal with the key that it shows, so your "
            "browser adds nothing to this deal."
        ),
        "save": _("Save both texts"),
    }
