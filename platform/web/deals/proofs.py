"""What the deal of a house or of a round proves to whom, and what not."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec import UNSET

from deals.models import Deal
from tournaments.events import DrawShown
from web.matches.proofs import few
from web.proof_drawings import Proof, dots

NAMED_MAX = 40
"""Entrants that are named; of more the first ones."""


def of_house(deal: Deal) -> Proof:
    """Return what a deal proves that anybody plays against bots."""
    has_beacon = bool(deal.beacon_value) or deal.awaits_beacon
    shows = _("The site was bound to its secret first. Players add nothing to the deal.")
    if has_beacon:
        shows = f"{shows} {_('Last comes a public random number.')}"
    return Proof(
        sentence=_of_beacon(deal) if has_beacon else _without_beacon(deal),
        shows=shows,
        first=_("secret, fixed"),
        last=_("the deal"),
        between=_("nobody adds chance of their own"),
        beacon=_("public number") if has_beacon else "",
    )


def _of_beacon(deal: Deal) -> str:
    if deal.awaits_beacon:
        return _(
            "To be proven to everyone who compares it: the cards will follow from a secret to which"
            " the site is bound, and from a public random number that does not exist yet, so nobody"
            " alone can choose them, not even the site. Not proven: that the site, which will know"
            " the cards once the number is there, tells them to nobody."
        )
    return _(
        "Proven to everyone who compares it: the cards follow from a secret to which the site was"
        " bound before anyone could play, and from a public random number that was named with it"
        " and came later, so nobody alone could choose them, not even the site. Not proven: that"
        " the site, which knew the cards once the number was there, told them to nobody."
    )


def _without_beacon(deal: Deal) -> str:
    said = _(
        "Proven to everyone: the cards follow from a secret to which the site was bound before"
        " anyone could play, and they are the same for all. Not proven: that the site did not"
        " choose that secret, and with it the cards, since nobody adds chance of their own, which"
        " would make another deal at each table. That is one reason why the deal is never rated."
    )
    if not deal.beacon:
        return said
    return f"{_('The public random number that was to be added did not come.')} {said}"


def of_round(drawn: DrawShown | None) -> Proof:
    """Return what a deal proves that all tables of a round play; None: its draw is not known."""
    on = present = 0
    if drawn is not None and drawn.shares is not UNSET and drawn.present is not UNSET:
        on, present = len(drawn.shares), drawn.present
    about = {"on": on, "present": present}
    if on:
        between = _("the draw of the round, with chance of %(on)s of %(present)s entrants") % about
        key = ("draw", _("a draw to which entrants added chance that nobody else knew"))
    else:
        between = _("the draw of the round, to which no entrant added chance")
        key = ("none", _("a draw to which no entrant added chance"))
    return Proof(
        sentence=_by_roll(on, present) if on else _by_nobody(),
        shows=_(
            "The site was bound to its secrets first. The draw of the round followed, to which"
            " %(on)s entrants added chance. The deal comes from both."
        )
        % about,
        first=_("secret, fixed"),
        last=_("the deal"),
        between=between,
        dots=dots([] if drawn is None else [drawn.draw], key[0]),
        key=[key],
    )


def _by_roll(on: int, present: int) -> str:
    said = _(
        "Proven to the %(on)s of %(present)s entrants who added chance to the draw of this round,"
        " on which the cards hang: nobody chose the cards, neither the site nor the others"
        " together. Not proven to the others, who have to trust that not all of these worked with"
        " the site. Nor is it proven that the site did not look at the cards while they were"
        " played."
    ) % {"on": on, "present": present}
    return said if 2 * on >= present else f"{said} {few()}"


def _by_nobody() -> str:
    return _(
        "Proven to everyone: the cards follow from a secret to which the site was bound when the"
        " tournament was made, and from the draw of this round, so nobody could choose them"
        " afterwards. Not proven, since no entrant added chance to that draw: that the site, which"
        " knows its secrets, did not let entrants of its own come and go until the cards pleased"
        " it."
    )


def added(drawn: DrawShown | None, names: Mapping[int, str]) -> str:
    """Return who added chance to the draw of a round, in words; empty where nobody did."""
    if drawn is None or drawn.shares is UNSET:
        return ""
    who = [each.entrant for each in drawn.shares]
    about = {"n": len(who), "all": drawn.present, "names": _named(who, names)}
    return _("Chance added by %(n)s of %(all)s entrants: %(names)s") % about


def _named(entrants: Sequence[int], names: Mapping[int, str]) -> str:
    shown = [names.get(each, str(each)) for each in entrants[:NAMED_MAX]]
    return ", ".join([*shown, "…"] if len(entrants) > NAMED_MAX else shown)
