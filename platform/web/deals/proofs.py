"""What the deal of a house or of a round proves to whom, and what not."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec import UNSET

from deals.models import Deal
from tournaments.events import DrawShown
from tournaments.selectors.deal_tables import Source
from web.matches.proofs import few
from web.proof_drawings import Proof, dots

NAMED_MAX = 40
"""Entrants that are named; of more the first ones."""


def of_house(deal: Deal) -> Proof:
    """Return what a deal proves that anybody plays against bots."""
    has_beacon = bool(deal.beacon_value) or deal.awaits_beacon
    shows = _("The site was bound to its secret first. Players add nothing to the deal.")
    if has_beacon:
        shows = f"{shows} {_('A public random number comes last.')}"
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
            "To be proven to anyone who compares that number with its source: the cards will "
            "follow from a secret that is already fixed, and from a public random number that "
            "does not exist yet, so nobody alone can choose them, not even the site. Not "
            "proven: that the site, which will know the cards once the number is there, tells "
            "nobody."
        )
    return _(
        "Proven to anyone who compares that number with its source: the cards follow from a "
        "secret that was fixed before anyone could play, and from a public random number that "
        "was named with it and came later, so nobody alone could choose them, not even the "
        "site. Not proven: that the site, which knew the cards once the number was there, told "
        "nobody."
    )


def _without_beacon(deal: Deal) -> str:
    said = _(
        "Proven to everyone: the cards follow from a secret that was fixed before anyone could "
        "play, and they are the same for all. Not proven: that the site did not choose that "
        "secret, and with it the cards, since no player adds chance of their own: that would "
        "make a different deal at each table. This is one reason why the deal is never rated."
    )
    if not deal.beacon:
        return said
    return f"{_('The public random number that was to be added did not arrive.')} {said}"


def of_round(source: Source, *, is_closed: bool) -> Proof:
    """Return what a deal proves that all tables of a round play, or will once it is closed."""
    drawn = source.draw
    if drawn is None:
        return _of_unknown()
    on = present = 0
    if drawn.shares is not UNSET and drawn.present is not UNSET:
        on, present = len(drawn.shares), drawn.present
    about = {"on": on, "present": present}
    if on:
        between = _("the draw of the round, with chance of %(on)s of %(present)s entrants") % about
        key = ("draw", _("a draw to which entrants added chance that nobody else knew"))
        sentence = _by_roll(on, present, is_closed=is_closed)
    else:
        between = _("the draw of the round, to which no entrant added chance")
        key = ("none", _("a draw to which no entrant added chance"))
        sentence = _by_nobody(is_closed=is_closed, is_renewed=source.is_of_later_well)
    return Proof(
        sentence=sentence,
        shows=_(
            "The site was bound to its secrets first. The draw of the round followed, to which"
            " %(on)s entrants added chance. The deal comes from both."
        )
        % about,
        first=_("secret, fixed"),
        last=_("the deal"),
        between=between,
        dots=dots([drawn.draw], key[0]),
        key=[key],
    )


def _of_unknown() -> Proof:
    """Return what to say of a deal whose draw is not known any more."""
    return Proof(
        sentence=_(
            "It is no longer known which draw this deal depends on, or who added chance to it. "
            "So this page cannot say what is proven."
        ),
        shows=_(
            "The site was bound to its secrets first. The deal comes from them and from a draw "
            "that is no longer known."
        ),
        first=_("secret, fixed"),
        last=_("the deal"),
        between=_("a draw that is no longer known"),
    )


def _by_roll(on: int, present: int, *, is_closed: bool) -> str:
    if is_closed:
        said = _(
            "Proven to the %(on)s of %(present)s entrants who added chance to the draw of this "
            "round, on which the cards depend: nobody chose the cards, neither the site nor the "
            "others together. Not proven to the others, who have to trust that not all of these "
            "worked with the site. Nor is it proven that the site did not look at the cards "
            "while they were played."
        )
    else:
        said = _(
            "To be proven, once the deal is closed, to the %(on)s of %(present)s entrants who "
            "added chance to the draw of this round, on which the cards depend: nobody chose "
            "the cards, neither the site nor the others together. Not proven to the others, who "
            "have to trust that not all of these worked with the site. Nor will it be proven "
            "that the site did not look at the cards while they were played."
        )
    sentence = said % {"on": on, "present": present}
    return sentence if 2 * on >= present else f"{sentence} {few()}"


def _by_nobody(*, is_closed: bool, is_renewed: bool) -> str:
    if is_closed:
        said = _renewed() if is_renewed else _from_the_start()
    else:
        said = _to_be_renewed() if is_renewed else _to_be_from_the_start()
    not_proven = _(
        "Not proven, since no entrant added chance to that draw: that the site, which knows its "
        "secrets, did not add and remove entrants of its own until it liked the cards."
    )
    return f"{said} {not_proven}"


def _from_the_start() -> str:
    return _(
        "Proven to everyone: the cards follow from a secret that was fixed when the tournament "
        "was created, and from the draw of this round, so nobody could choose them afterwards."
    )


def _to_be_from_the_start() -> str:
    return _(
        "To be proven to everyone once the deal is closed: the cards follow from a secret that "
        "was fixed when the tournament was created, and from the draw of this round, so nobody "
        "could choose them afterwards."
    )


def _renewed() -> str:
    return _(
        "Proven to everyone: the cards follow from a secret and from the draw of this round. "
        "That secret was fixed before the deal, but not when the tournament was created: it "
        "replaced an earlier one, as the page of the draws says."
    )


def _to_be_renewed() -> str:
    return _(
        "To be proven to everyone once the deal is closed: the cards follow from a secret and "
        "from the draw of this round. That secret was fixed before the deal, but not when the "
        "tournament was created: it replaced an earlier one, as the page of the draws says."
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
