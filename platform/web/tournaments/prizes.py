"""The prizes of a tournament in words: what there is, and what somebody has won."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.json_types import JsonMapping
from tournaments.prizes import Won
from web.words import Words

Context = dict[str, object]

SHARED: Words = {
    "share": gettext_lazy("share the prizes of their ranks"),
    "best": gettext_lazy("all win the prize of the better rank"),
}
"""What players with one rank win."""


def prize_ranks(prize: JsonMapping) -> str:
    """Return the ranks that win a prize."""
    first, last = prize["first"], prize.get("last") or prize["first"]
    return str(first) if first == last else f"{first}-{last}"


def shown(settings: JsonMapping) -> Context:
    """Return the prizes as the tournament's page lists them."""
    about = settings.get("about") or {}
    shared = SHARED[about.get("prizes_shared", "share")]
    return {
        "prizes": [(prize_ranks(each), each["text"]) for each in about.get("prizes", [])],
        "prizes_shared": _("Players with the same rank %(shared)s.") % {"shared": shared},
    }


def won_words(won: Won) -> str:
    """Return what somebody has won, and with how many it is shared.

    A prize of several ranks that are shared is named once, with how often it is there.
    """
    texts = ", ".join(
        text if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {text}"
        for text, count in Counter(won.texts).items()
    )
    if won.sharers == 1:
        return texts
    others = won.sharers - 1
    words = ngettext(
        "%(prizes)s (shared with %(n)s other)", "%(prizes)s (shared with %(n)s others)", others
    )
    return words % {"prizes": texts, "n": others}
