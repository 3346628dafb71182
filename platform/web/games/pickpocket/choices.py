"""What a thief may do besides playing a tile or choosing a power: the buttons beside the hand."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from web.games.core import Offer, Offers, View
from web.games.narration import People


@dataclass(frozen=True, kw_only=True)
class Action:
    """A button: drawing always comes first, leaving last."""

    name: str
    about: str
    sign: str
    offer: Offer


ORDER = ("draw_tile", "use_redraw", "drink_beer", "leave", "decline_redraw")


def actions(view: View, offers: Offers, people: People) -> list[Action]:
    """Return the buttons in the order of their places."""
    return [_action(view, offer, people) for kind in ORDER for offer in offers.where(kind)]


def _action(view: View, offer: Offer, people: People) -> Action:
    if offer.kind == "leave":
        return _leaving(view, offer, people)
    if offer.kind == "draw_tile":
        about = _("%(tiles)d tiles, %(guards)d guards among them") % {
            "tiles": view["bag_size"],
            "guards": view["guards_left"],
        }
        return Action(name=_("Draw from the bag"), about=about, sign="bag", offer=offer)
    if offer.kind == "drink_beer":
        about = _("and add no tile")
        return Action(name=_("Drink the beer"), about=about, sign="beer", offer=offer)
    if offer.kind == "use_redraw":
        about = _("with the other hand")
        return Action(name=_("Draw again"), about=about, sign="redraw", offer=offer)
    about = _("and keep the power")
    return Action(name=_("Get caught"), about=about, sign="caught", offer=offer)


def _leaving(view: View, offer: Offer, people: People) -> Action:
    """Return the way out: what it pays in all, and what it is made of."""
    (seat,) = view["to_act"]
    points = view["exit_points"][seat]
    before = view["loot"] + sum(view["guards"])
    about = ""
    if points != before:
        about = _("%(number)d and %(bonus)d for powers") % {
            "number": before,
            "bonus": points - before,
        }
    rival = offer.move["lay_down"]
    if rival is not None:
        about = _("knock %(name)s down") % {"name": people.name(rival)}
    name = _("Leave with %(points)d") % {"points": points}
    return Action(name=name, about=about, sign="door", offer=offer)
